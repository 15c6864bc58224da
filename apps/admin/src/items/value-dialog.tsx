import type { AdminItem, ItemValuePreview } from '@coffer/contract/admin'
import { AMOUNT_MAX } from '@coffer/contract/limits'
import { Button, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { readAmount } from '../text/amounts.ts'
import { money } from '../text/numbers.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { fieldFault, reasonFault } from '../ui/field-fault.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import type { ItemDialogProps } from './item-dialog.ts'
import { PreviewStep } from './preview-step.tsx'
import { useValueChange, useValuePreview } from './use-item.ts'

const IF_UNCONFIRMED =
  'The value may have been changed. Cancel to see the current item, then repeat your change if needed.'

/** Sets the value of an item, with a reason, after a preview of what it changes. */
export function ValueDialog({ item, itemKey, onClose, onDone }: ItemDialogProps) {
  const [draft, setDraft] = useState<Draft>({ amount: '', reason: '' })
  const [submitCount, setSubmitCount] = useState(0)
  const change = useValueChange(itemKey)
  const preview = useValuePreview(itemKey)
  const { faults, minor } = checkDraft(draft, item)
  const error = change.error ?? preview.error
  const isRefused = FIELDS.some((field) => isInvalid(error, field))
  // The fields are shown again when the service refuses one of them.
  const shown = isRefused ? undefined : preview.data
  const isBusy = preview.isPending || change.isBusy
  const backToFields = () => {
    change.clearError()
    preview.reset()
  }
  const submit = async () => {
    setSubmitCount((before) => before + 1)
    if (shown === undefined && minor !== undefined && faults.reason === undefined) {
      change.clearError()
      preview.mutate(minor)
    } else if (shown?.currency === item.currency) {
      const { valueMinor, revisionId, currency } = shown
      const answer = await change.save({ valueMinor, revisionId, currency, reason: draft.reason.trim() })
      if (answer !== null) onDone(answer.isHeld ? HELD : 'Value set.')
    }
  }
  return (
    <FormDialog
      title="Change value"
      submitLabel={submitLabel(shown)}
      button={
        shown !== undefined && (
          <Button disabled={isBusy} onClick={backToFields}>
            Back
          </Button>
        )
      }
      isComplete={shown === undefined || shown.currency === item.currency}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm">
        {shown === undefined ? (
          <Fields
            {...{ item, draft, isBusy, error, submitCount }}
            faults={submitCount > 0 ? faults : {}}
            onEdit={(part) => {
              setDraft({ ...draft, ...part })
              if (error !== null) backToFields()
            }}
          />
        ) : (
          <PreviewStep preview={shown} item={item} reason={draft.reason.trim()} />
        )}
        {error !== null && !isRefused && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}

const HELD = 'The value waits for approval by another person.'

type Draft = { readonly amount: string; readonly reason: string }
type Faults = { readonly valueMinor?: string | undefined; readonly reason?: string | undefined }
const FIELDS = ['valueMinor', 'reason'] as const satisfies readonly (keyof Faults)[]

function submitLabel(preview: ItemValuePreview | undefined): string {
  if (preview === undefined) return 'Preview'
  return preview.needsApproval ? 'Ask for approval' : 'Set value'
}

/** The minor units of the entered value, if it is valid, and what is wrong with the fields. */
function checkDraft({ amount, reason }: Draft, item: AdminItem): { minor?: number | undefined; faults: Faults } {
  const { minor, fault } = readAmount(amount, item.currency, AMOUNT_MAX)
  // After a conversion the same number has to be set again in the new currency.
  const isSame = minor === item.valueMinor && item.values.at(-1)?.currency === item.currency
  return {
    minor: isSame ? undefined : minor,
    faults: {
      valueMinor: isSame ? 'This is the value in force.' : fault,
      reason: reason.trim() === '' ? 'Enter a reason.' : undefined,
    },
  }
}

type FieldProps = {
  item: AdminItem
  draft: Draft
  faults: Faults
  isBusy: boolean
  error: Error | null
  submitCount: number
  onEdit: (part: Partial<Draft>) => void
}

function Fields({ item, draft, faults, isBusy, error, submitCount, onEdit }: FieldProps) {
  const amountField = useRef<HTMLInputElement>(null)
  const isShownAgain = useRef(submitCount > 0)
  useEffect(() => {
    // The button of the preview that led back is gone.
    if (isShownAgain.current) amountField.current?.focus()
  }, [])
  const fields = useFaultFocus(submitCount)
  return (
    <Stack gap="sm" ref={fields}>
      <TextInput
        ref={amountField}
        label={`New value (${item.currency})`}
        description={`The value now is ${money(item.valueMinor, item.currency)}.`}
        required
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        value={draft.amount}
        readOnly={isBusy}
        error={faults.valueMinor ?? fieldFault(error, 'valueMinor', 'The value')}
        onChange={({ currentTarget }) => onEdit({ amount: currentTarget.value })}
      />
      <ReasonField
        value={draft.reason}
        isBusy={isBusy}
        fault={faults.reason ?? reasonFault(error)}
        onChange={(reason) => onEdit({ reason })}
      />
    </Stack>
  )
}
