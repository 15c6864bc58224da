import type { KycCase } from '@coffer/contract/admin'
import { useId, useState } from 'preact/hooks'
import { moment } from '../words/time.ts'

const NOTE_CHARACTERS = 2000

type Props = { found: KycCase; isBusy: boolean; onNote: (text: string) => Promise<KycCase | null> }

/** What reviewers tell one another. */
export function CaseNotes({ found: { notes, isErased }, isBusy, onNote }: Props) {
  const [text, setText] = useState('')
  const id = useId()
  const send = async (event: Event) => {
    event.preventDefault()
    if ((await onNote(text.trim())) !== null) setText('')
  }
  if (isErased) return null
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
      <form onSubmit={send} class="note-form">
        <label for={id}>A note for other reviewers; nobody else reads it</label>
        <textarea
          id={id}
          class="input"
          rows={2}
          maxLength={NOTE_CHARACTERS}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button is-small" disabled={isBusy || text.trim() === ''}>
          Leave the note
        </button>
      </form>
    </section>
  )
}
