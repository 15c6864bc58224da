import { BOX_NAME_CHARACTERS } from '@coffer/contract/limits'
import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { fieldFault, reasonFault } from '../ui/field-fault.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import { SharedFields } from './details-fields.tsx'
import {
  CODE_CHARACTERS,
  EMPTY_BOX,
  isBlank,
  type NewBoxDraft,
  type NewBoxFaults,
  newBoxFaults,
  withName,
} from './new-box-draft.ts'
import { useNewBox } from './use-new-box.ts'

const FIELDS = ['name', 'key', 'slug', 'description', 'reason']
const IF_UNCONFIRMED = 'The box may have been added. Cancel and look for it in the list.'

type Props = {
  operator: string | null
  onClose: () => void
  /** Called with the ID of the box when it was added. */
  onDone: (boxId: number) => void
}

/** Adds a box to the catalogue. */
export function NewBoxDialog({ operator, onClose, onDone }: Props) {
  const [draft, setDraft] = useState(EMPTY_BOX)
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const { isBusy, error, clearError, save } = useNewBox(operator)
  const faults = newBoxFaults(draft)
  const isRefused = FIELDS.some((field) => isInvalid(error, field))
  const edit = (part: Partial<NewBoxDraft>) => {
    setDraft((current) => ({ ...current, ...part }))
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((before) => before + 1)
    if (Object.keys(faults).length > 0) return
    const { key, slug, name, description, refundable, reason } = draft
    const box = await save({
      ...{ refundable, attributes: {} },
      key: key.trim(),
      slug: slug.trim(),
      name: name.trim(),
      description: description.trim() || null,
      reason: reason.trim() || undefined,
    })
    if (box !== null) onDone(box.boxId)
  }
  return (
    <FormDialog
      title="New box"
      submitLabel="Add box"
      isBusy={isBusy}
      hasEscape={isBlank(draft)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm" ref={fields}>
        <Fields {...{ draft, isBusy, error }} faults={submitCount > 0 ? faults : {}} onEdit={edit} />
        {error !== null && !isRefused && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}

type FieldProps = {
  draft: NewBoxDraft
  faults: NewBoxFaults
  isBusy: boolean
  error: Error | null
  onEdit: (part: Partial<NewBoxDraft>) => void
}

function Fields({ draft, faults, isBusy, error, onEdit }: FieldProps) {
  const text = { required: true, autoComplete: 'off', readOnly: isBusy }
  const code = { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false, maxLength: CODE_CHARACTERS }
  return (
    <>
      <TextInput
        {...text}
        label="Name"
        data-autofocus
        maxLength={BOX_NAME_CHARACTERS}
        value={draft.name}
        error={faults.name ?? fieldFault(error, 'name', 'The name')}
        onChange={({ currentTarget }) => onEdit(withName(draft, currentTarget.value))}
      />
      <TextInput
        {...{ ...text, ...code }}
        label="Key"
        description="Letters, digits and . _ -. It names the box in catalogue files and cannot be changed here."
        value={draft.key}
        error={faults.key ?? fieldFault(error, 'key', 'The key')}
        onChange={({ currentTarget }) => onEdit({ key: currentTarget.value })}
      />
      <TextInput
        {...{ ...text, ...code }}
        label="Slug"
        description="Lower-case words with hyphens, such as gold-rush. It names the box in the API and cannot be changed here."
        value={draft.slug}
        error={faults.slug ?? fieldFault(error, 'slug', 'The slug')}
        onChange={({ currentTarget }) => onEdit({ slug: currentTarget.value })}
      />
      <SharedFields {...{ draft, isBusy, error, onEdit }} />
      <ReasonField
        value={draft.reason}
        isRequired={false}
        isBusy={isBusy}
        fault={reasonFault(error)}
        onChange={(reason) => onEdit({ reason })}
      />
    </>
  )
}
