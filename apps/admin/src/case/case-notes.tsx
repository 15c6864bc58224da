import type { KycCase } from '@coffer/contract/admin'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useKeptFocus } from '../kit/use-kept-focus.ts'
import { draftNote, noteDrafts, noteWasSent } from '../session/note-drafts.ts'
import { moment } from '../words/time.ts'

const NOTE_CHARACTERS = 2000

type Props = {
  found: KycCase
  isBusy: boolean
  mayReview: boolean
  onNote: (text: string) => Promise<KycCase | null>
}

/** What reviewers write to one another. */
export function CaseNotes({ found: { requestId, notes, isErased }, isBusy, mayReview, onNote }: Props) {
  const text = noteDrafts.value.get(requestId) ?? ''
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useKeptFocus(form, isBusy, 'textarea')
  useEffect(() => {
    if (isErased) draftNote(requestId, '')
  }, [isErased])
  const send = async (event: Event) => {
    event.preventDefault()
    if ((await onNote(text.trim())) !== null) noteWasSent(requestId, text)
  }
  if (isErased || (!mayReview && notes.length === 0)) return null
  return (
    <section class="card">
      <h2 class="small-title">Notes</h2>
      {notes.length > 0 && (
        <ul class="lines">
          {notes.map(({ noteId, by, at, text: words }) => (
            <li key={noteId}>
              <span class="note-text">{words}</span>
              <span class="muted">
                {by}, {moment(at)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayReview && (
        <form onSubmit={send} class="note-form" ref={form}>
          <label for={id}>A note for other reviewers; auditors can read it too</label>
          <textarea
            id={id}
            class="input"
            rows={2}
            maxLength={NOTE_CHARACTERS}
            value={text}
            onInput={(event) => draftNote(requestId, event.currentTarget.value)}
          />
          <button type="submit" class="button is-small" disabled={isBusy || text.trim() === ''}>
            Leave the note
          </button>
        </form>
      )}
    </section>
  )
}
