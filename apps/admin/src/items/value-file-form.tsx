import type { ValueFilePreview } from '@coffer/contract/admin'
import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { failureCode, isInvalid, mayHaveTakenEffect } from '../api/api.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { reasonFault } from '../ui/field-fault.ts'
import { ReasonField } from '../ui/reason-field.tsx'
import { Section } from '../ui/section.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import type { useFileChange } from './use-value-file.ts'
import { FileFaults, fileFaults } from './value-file-faults.tsx'
import { submitText } from './value-file-text.ts'

const IF_UNCONFIRMED = 'The values may have been set. Preview the file again to see the current state.'

type Props = {
  counts: ValueFilePreview
  reason: string
  change: ReturnType<typeof useFileChange>
  onReason: (reason: string) => void
  onSubmit: () => void
  onPreviewAgain: () => void
  onChooseAnother: () => void
}

/** The last step of setting values from a file: the reason, and the button that sets them. */
export function ValueFileForm(props: Props) {
  const { counts, reason, change, onReason, onSubmit, onPreviewAgain, onChooseAnother } = props
  const { isBusy, error, clearError } = change
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const isMissing = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setSubmitCount((before) => before + 1)
    if (!isMissing) onSubmit()
  }
  const edit = (text: string) => {
    onReason(text)
    if (isInvalid(error, 'reason')) clearError()
  }
  const missing = submitCount > 0 && isMissing ? 'Enter a reason.' : undefined
  return (
    <Section title={counts.setCount > 0 ? 'Set values' : 'Ask for approval'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm" ref={fields}>
          <ReasonField value={reason} isBusy={isBusy} fault={missing ?? reasonFault(error)} onChange={edit} />
          {error !== null && !isInvalid(error, 'reason') && (
            <SaveFailure error={error} onPreviewAgain={onPreviewAgain} />
          )}
          <Group gap="xs">
            <ActionButton type="submit" isBusy={isBusy}>
              {submitText(counts)}
            </ActionButton>
            <Button disabled={isBusy} onClick={onChooseAnother}>
              Choose another file
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function SaveFailure({ error, onPreviewAgain }: { error: Error; onPreviewAgain: () => void }) {
  const faults = fileFaults(error)
  if (faults !== null) return <FileFaults faults={faults} />
  const isOutdated = failureCode(error) === 'VALUES_CHANGED' || mayHaveTakenEffect(error)
  return (
    <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED}>
      {isOutdated && <Button onClick={onPreviewAgain}>Preview again</Button>}
    </FailureAlert>
  )
}
