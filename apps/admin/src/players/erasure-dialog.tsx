import type { StoredData } from '@coffer/contract/admin'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { fieldSentence, isInvalid } from '../api/api.ts'
import { count } from '../text/numbers.ts'
import { erasableKinds, STORED_TEXT } from '../text/personal-data.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'

const IF_UNCONFIRMED = 'The data may have been erased. Cancel to see what is stored now.'

type Props = {
  /** What was stored when the dialog opened. */
  stored: StoredData
  isBusy: boolean
  error: Error | null
  onClose: () => void
  /** Called when the reason is edited after the erasure failed. */
  onEdit: () => void
  onErase: (reason: string) => void
}

/** Erases the personal data of a player, with a reason. */
export function ErasureDialog({ stored, isBusy, error, onClose, onEdit, onErase }: Props) {
  const [reason, setReason] = useState('')
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const edit = (text: string) => {
    setReason(text)
    if (error !== null) onEdit()
  }
  const submit = () => {
    setSubmitCount((before) => before + 1)
    if (reason.trim() !== '') onErase(reason.trim())
  }
  const missing = submitCount > 0 && reason.trim() === '' ? 'Enter a reason.' : undefined
  return (
    <FormDialog
      title="Erase personal data"
      submitLabel="Erase"
      submitColor="bad"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm" ref={fields}>
        <Text>
          This erases everything that the player entered into verifications, photos, notes of reviewers, and the
          addresses, e-mails, notes and tracking of finished orders. Notices that are sent again later do not contain
          them.
        </Text>
        <FactList>
          {erasableKinds(stored).map((kind) => (
            <Fact key={kind} name={STORED_TEXT[kind].label}>
              {count(stored[kind])}
            </Fact>
          ))}
        </FactList>
        <Text>
          This cannot be undone. Afterwards, a verification that waits for a decision can only be rejected, and no
          replacements can be sent for a delivered order.
        </Text>
        <ReasonField value={reason} isBusy={isBusy} fault={missing ?? refusalOf(error)} onChange={edit} />
        {error !== null && !isInvalid(error, 'reason') && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}

/** Why the service refused the reason; undefined when it did not. */
function refusalOf(error: Error | null): string | undefined {
  if (!isInvalid(error, 'reason')) return undefined
  return fieldSentence(error, 'reason', 'The reason') ?? 'The reason is refused.'
}
