import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import type { BoxDialogProps } from './box-dialog.ts'
import {
  type DetailsDraft,
  type DetailsFaults,
  detailsOf,
  draftOf,
  editedDetails,
  faultsOf,
  isSame,
} from './details-draft.ts'
import { DetailsFields } from './details-fields.tsx'
import { useDetailsChange } from './use-box.ts'

const IF_UNCONFIRMED =
  'The details may have been changed. Cancel to see the current box, then repeat your change if needed.'

const NO_FAULTS: DetailsFaults = { attributes: new Map() }

/** Changes the name, the description and the attributes of a box, and whether players can return it. */
export function DetailsDialog({ box, boxKey, onClose, onDone }: BoxDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(box))
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const { isBusy, error, clearError, save } = useDetailsChange(boxKey)
  const faults = faultsOf(draft, box)
  const hasFault = faults.name !== undefined || faults.attributes.size > 0
  const before = detailsOf(box)
  const details = editedDetails(draft, box)
  const isUnchanged = !hasFault && isSame(before, details)
  const refusable = ['name', 'description', 'reason', ...box.attributes.map(({ name }) => `attributes.${name}`)]
  const isRefused = refusable.some((field) => isInvalid(error, field))
  const edit = (part: Partial<DetailsDraft>) => {
    setDraft((current) => ({ ...current, ...part }))
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((count) => count + 1)
    if (hasFault || isUnchanged) return
    const input = { ...details, before, reason: draft.reason.trim() || undefined }
    if ((await save(input)) !== null) onDone('Details saved.')
  }
  return (
    <FormDialog title="Change details" submitLabel="Save" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <Stack gap="sm" ref={fields}>
        <DetailsFields
          {...{ draft, isBusy, error }}
          declared={box.attributes}
          faults={submitCount > 0 ? faults : NO_FAULTS}
          onEdit={edit}
        />
        {submitCount > 0 && isUnchanged && <Alert color="bad" title="Nothing is changed." />}
        {error !== null && !isRefused && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}
