import type { Integration } from '@coffer/contract/admin'
import { Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { fieldSentence, isInvalid } from '../api/api.ts'
import { ofOperator } from '../text/operators.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import classes from './integration.module.css'

type Props = Pick<Integration, 'allowedOrigins' | 'isFramedByAll'> & {
  operator: string | null
  isBusy: boolean
  error: Error | null
  onClose: () => void
  onSave: (origins: string[]) => void
}

/** Edits the allowed origins, one a line. */
export function OriginsDialog(props: Props) {
  const { allowedOrigins: origins, isFramedByAll, operator, isBusy, error, onClose, onSave } = props
  const [text, setText] = useState(origins.join('\n'))
  const [sent, setSent] = useState<readonly string[]>([])
  const edited = originsIn(text)
  const faults = faultsOf(error, sent)
  const submit = () => {
    if (edited.join() === origins.join()) return onClose()
    setSent(edited)
    onSave(edited)
  }
  return (
    <FormDialog
      title={`Edit allowed origins${ofOperator(operator)}`}
      submitLabel="Save"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Textarea
          label="Origins, one per line"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          rows={6}
          resize="vertical"
          placeholder="https://casino.example"
          value={text}
          readOnly={isBusy}
          error={
            faults.length > 0 &&
            faults.map((fault) => (
              <span key={fault} className={classes.fault}>
                {fault}
              </span>
            ))
          }
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Text c="dimmed">
          An origin is a scheme, a host and a port, such as https://casino.example. It has no path. At most 50 origins.
        </Text>
        <EffectOfChange before={origins} after={edited} isFramedByAll={isFramedByAll} />
        {error !== null && faults.length === 0 && <FailureAlert error={error} />}
      </Stack>
    </FormDialog>
  )
}

type EffectProps = { before: readonly string[]; after: readonly string[]; isFramedByAll: boolean }

/** A warning about websites that can no longer show the game. `isFramedByAll`: every website can before the change. */
function EffectOfChange({ before, after, isFramedByAll }: EffectProps) {
  if (isFramedByAll && after.length > 0) {
    return <Text>Only the websites in this list will be able to show the game and the admin in a frame.</Text>
  }
  if (before.length > 0 && after.length === 0) {
    return (
      <Text>
        Without an origin, no website can show the game or the admin in a frame in production. Outside production every
        website can.
      </Text>
    )
  }
  if (before.every((origin) => after.includes(origin))) return null
  return <Text>A website that you remove can no longer show the game or the admin in a frame.</Text>
}

/** The origins of a text, without blanks, empty lines and duplicates. */
function originsIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** Sentences about the origins that were refused. The API names each by its index. */
function faultsOf(error: Error | null, sent: readonly string[]): string[] {
  const ofOrigins = sent.flatMap((origin, index) => {
    const field = `allowedOrigins.${index}`
    if (!isInvalid(error, field)) return []
    return [fieldSentence(error, field, `“${origin}”`) ?? `“${origin}” is refused.`]
  })
  if (!isInvalid(error, 'allowedOrigins')) return ofOrigins
  return [...ofOrigins, fieldSentence(error, 'allowedOrigins', 'The list') ?? 'Enter at most 50 origins.']
}
