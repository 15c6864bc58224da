import type { KycCase } from '@coffer/contract/admin'
import { Button, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNoteDrafts } from '../session/note-drafts.tsx'
import { moment } from '../text/time.ts'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import classes from './case.module.css'

const NOTE_CHARACTERS = 2000

type Props = {
  kycCase: KycCase
  isBusy: boolean
  mayReview: boolean
  onNote: (text: string) => Promise<KycCase | null>
}

/** Notes of reviewers for each other. */
export function CaseNotes({ kycCase: { requestId, notes, isErased }, isBusy, mayReview, onNote }: Props) {
  const { drafts, set, saved } = useNoteDrafts()
  const text = drafts.get(requestId) ?? ''
  const form = useRef<HTMLFormElement>(null)
  useKeptFocus(form, isBusy, 'textarea')
  const isLost = isErased && text !== ''
  useEffect(() => {
    if (isLost) set(requestId, '')
  }, [isLost, set, requestId])
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if ((await onNote(text.trim())) !== null) saved(requestId, text)
  }
  if (isErased || (!mayReview && notes.length === 0)) return null
  return (
    <Paper component="section" withBorder p="md">
      <Title order={2}>Notes</Title>
      <ul className={classes.lines}>
        {notes.map(({ noteId, by, at, text: words }) => (
          <li key={noteId}>
            <span className={classes.note}>{words}</span>
            <Text span size="xs" c="dimmed">
              {by}, {moment(at)}
            </Text>
          </li>
        ))}
      </ul>
      {mayReview && (
        <form onSubmit={send} ref={form}>
          <Stack gap="xs" mt="xs" align="flex-start">
            <Textarea
              label="A note for other reviewers; auditors can read it too"
              w="100%"
              rows={2}
              maxLength={NOTE_CHARACTERS}
              value={text}
              onChange={({ currentTarget }) => set(requestId, currentTarget.value)}
            />
            <Button type="submit" disabled={isBusy || text.trim() === ''}>
              Add note
            </Button>
          </Stack>
        </form>
      )}
    </Paper>
  )
}
