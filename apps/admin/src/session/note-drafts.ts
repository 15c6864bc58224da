import { signal } from '@preact/signals'

/** Notes that were typed and not sent, each with its own verification: what is said of one person never comes to another. They are kept nowhere else. */
export const noteDrafts = signal<ReadonlyMap<number, string>>(new Map())

export function draftNote(requestId: number, text: string): void {
  const drafts = new Map(noteDrafts.value)
  if (text === '') drafts.delete(requestId)
  else drafts.set(requestId, text)
  noteDrafts.value = drafts
}

/** What was sent is no draft any more, unless somebody has typed on meanwhile. */
export function noteWasSent(requestId: number, text: string): void {
  if (noteDrafts.value.get(requestId) === text) draftNote(requestId, '')
}

export function forgetNotes(): void {
  noteDrafts.value = new Map()
}

/** The browser asks whoever would close or reload the page over an unsent note. */
export function watchUnsentNotes(): void {
  addEventListener('beforeunload', (event) => {
    if (noteDrafts.value.size > 0) event.preventDefault()
  })
}
