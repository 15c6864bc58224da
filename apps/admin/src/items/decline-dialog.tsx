import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { money } from '../text/numbers.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { reasonFault } from '../ui/field-fault.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import type { ItemDialogProps } from './item-dialog.ts'
import { useDecline } from './use-item.ts'
import type { WaitingItem } from './waiting-item.ts'

const IF_UNCONFIRMED = 'The value may no longer wait for approval. Cancel to see the current item.'

type Props = ItemDialogProps & { item: WaitingItem }

/** Declines a value that waits, or withdraws the viewer's own, with a reason. */
export function DeclineDialog({ item, itemKey, onClose, onDone }: Props) {
  const { heldValueId, valueMinor, currency, isOwn } = item.heldValue
  const { isBusy, error, clearError, save } = useDecline(itemKey, heldValueId)
  const [reason, setReason] = useState('')
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const edit = (text: string) => {
    setReason(text)
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((before) => before + 1)
    if (reason.trim() === '' || (await save(reason.trim())) === null) return
    onDone(isOwn ? 'Value withdrawn.' : 'Value declined.')
  }
  const missing = submitCount > 0 && reason.trim() === '' ? 'Enter a reason.' : undefined
  return (
    <FormDialog
      title={isOwn ? 'Withdraw value' : 'Decline value'}
      submitLabel={isOwn ? 'Withdraw' : 'Decline'}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm" ref={fields}>
        <Text>
          The value stays {money(item.valueMinor, item.currency)}. The value of {money(valueMinor, currency)} no longer
          waits for approval.
        </Text>
        <ReasonField value={reason} isBusy={isBusy} fault={missing ?? reasonFault(error)} onChange={edit} />
        {error !== null && !isInvalid(error, 'reason') && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}
