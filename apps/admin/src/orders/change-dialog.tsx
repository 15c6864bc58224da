import type { ShippingStatus } from '@coffer/contract/order-names'
import { Alert, Stack } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { reasonFault } from '../ui/field-fault.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { isComposing } from '../ui/shortcuts.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import { IF_UNCONFIRMED, type OrderDialogProps } from './order-dialog.ts'
import { draftOf, editedOrder, type OrderDraft, type OrderField } from './order-draft.ts'
import { OrderFields } from './order-fields.tsx'
import { useOrderChange } from './use-order.ts'

type Props = OrderDialogProps & {
  title: string
  submitLabel: string
  submitColor?: 'bad'
  /** The status that the order gets. Omitted: it keeps its own, and at least one field has to change. */
  status?: ShippingStatus
  fields?: readonly OrderField[]
  /** Fields that are empty when the dialog opens. */
  emptied?: readonly OrderField[]
  /** True when the viewer can give a reason. */
  hasReason?: boolean
  result: string
  /** The effects of the change. */
  children?: ReactNode
}

const NO_FIELDS: readonly OrderField[] = []

/** Changes the status or other fields of an order. Only changed fields are sent. */
export function ChangeDialog(props: Props) {
  const { order, status, fields = NO_FIELDS, emptied = NO_FIELDS, hasReason = false } = props
  const [first] = useState(() => withoutFields(draftOf(order), emptied))
  const [draft, setDraft] = useState(first)
  const [reason, setReason] = useState('')
  const [submitCount, setSubmitCount] = useState(0)
  const form = useFaultFocus(submitCount)
  const { isBusy, error, clearError, save } = useOrderChange(props.orderKey)
  const { change, faults } = editedOrder(draft, order, fields)
  const hasFault = Object.keys(faults).length > 0
  const isUnchanged = status === undefined && !hasFault && Object.keys(change).length === 0
  const isEdited = reason !== '' || fields.some((field) => draft[field] !== first[field])
  const shown = hasReason ? [...fields, 'reason'] : fields
  const isRefused = shown.some((field) => isInvalid(error, field))
  const edit = (act: () => void) => {
    act()
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((before) => before + 1)
    if (hasFault || isUnchanged) return
    const input = { ...change, status, version: order.version, reason: reason.trim() || undefined }
    if ((await save(input)) !== null) props.onDone(props.result)
  }
  const editField = (part: Partial<OrderDraft>) => edit(() => setDraft((before) => ({ ...before, ...part })))
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.submitLabel}
      submitColor={props.submitColor}
      isBusy={isBusy}
      hasEscape={!isEdited}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Stack gap="sm" ref={form} onKeyDown={status === undefined ? undefined : focusNext}>
        {props.children}
        <OrderFields
          {...{ draft, fields, isBusy, error }}
          currency={order.currency}
          faults={submitCount > 0 ? faults : {}}
          onEdit={editField}
        />
        {hasReason && (
          <ReasonField
            value={reason}
            isRequired={false}
            isBusy={isBusy}
            fault={reasonFault(error)}
            onChange={(text) => edit(() => setReason(text))}
          />
        )}
        {submitCount > 0 && isUnchanged && <Alert color="bad" title="Nothing is changed." />}
        {error !== null && !isRefused && (
          <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} fields={{ status: 'The status' }} />
        )}
      </Stack>
    </FormDialog>
  )
}

function withoutFields(draft: OrderDraft, emptied: readonly OrderField[]): OrderDraft {
  return { ...draft, ...Object.fromEntries(emptied.map((field) => [field, ''])) }
}

/**
 * Enter in a field moves to the next field, and from the last one to the button. A change of the status cannot be undone, and barcode scanners end
 * what they scan with Enter.
 */
function focusNext(event: KeyboardEvent<HTMLElement>) {
  const { target, nativeEvent } = event
  if (event.key !== 'Enter' || isComposing(nativeEvent) || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const elements = [...(target.form?.elements ?? [])]
  const next = elements[elements.indexOf(target) + 1]
  if (next instanceof HTMLElement) next.focus()
}
