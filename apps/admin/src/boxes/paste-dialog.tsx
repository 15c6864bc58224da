import { Alert, Code, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../text/numbers.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import classes from './boxes.module.css'
import type { ChanceFormat } from './chance-text.ts'
import { usePastedPrizes } from './use-pasted-prizes.ts'
import type { DraftRow } from './version-draft.ts'

const SHOWN_FAULTS = 20
const EXAMPLE = 'mug,66.5%\ncrown,33.5%'

type Props = {
  operator: string | null
  chanceFormat: ChanceFormat
  /** Called with the rows of the list. */
  onPaste: (rows: readonly DraftRow[]) => void
  onClose: () => void
}

/** Replaces the prizes of a draft by a list that the viewer pastes. */
export function PasteDialog({ operator, chanceFormat, onPaste, onClose }: Props) {
  const [text, setText] = useState('')
  const { mutateAsync, isPending, data, error, reset } = usePastedPrizes(operator, chanceFormat)
  const [isSubmitted, setSubmitted] = useState(false)
  const isEmpty = text.trim() === ''
  const faults = data?.faults ?? []
  const submit = async () => {
    setSubmitted(true)
    if (isEmpty) return
    const pasted = await mutateAsync(text).catch(() => null)
    if (pasted !== null && pasted.faults.length === 0) onPaste(pasted.rows)
  }
  return (
    <FormDialog
      title="Paste prizes"
      submitLabel="Replace prizes"
      isBusy={isPending}
      hasEscape={isEmpty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          One line per prize: the key of an item and its chance, with a comma, a semicolon or a tab between them, as
          spreadsheets copy cells. The list replaces all prizes of the draft, also locked ones.
        </Text>
        <Code block>{EXAMPLE}</Code>
        <Textarea
          label="Prizes"
          description="A chance with % is a percentage; a whole number is a number of units."
          required
          data-autofocus
          rows={8}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          value={text}
          readOnly={isPending}
          error={isSubmitted && isEmpty && 'Paste a list of prizes.'}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            reset()
          }}
        />
        {faults.length > 0 && (
          <Alert color="bad" role="alert" title="This list cannot be used.">
            <ul className={classes.list}>
              {faults.slice(0, SHOWN_FAULTS).map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
            {faults.length > SHOWN_FAULTS &&
              `And ${countOf(faults.length - SHOWN_FAULTS, { one: 'other fault', many: 'other faults' })}.`}
          </Alert>
        )}
        {error !== null && <FailureAlert error={error} />}
      </Stack>
    </FormDialog>
  )
}
