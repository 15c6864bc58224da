import { useWindowEvent } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

type NoteDrafts = {
  /** Unsent notes by the id of their verification. They are kept in memory only. */
  readonly drafts: ReadonlyMap<number, string>
  set(requestId: number, text: string): void
  /** Removes the draft of a note that was saved, unless the user has continued typing. */
  saved(requestId: number, text: string): void
}

const NoteDraftsContext = createContext<NoteDrafts | null>(null)

/** Keeps unsent notes while the user moves between screens. The browser asks before the page is closed over one. */
export function NoteDraftsProvider({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, string>>(new Map())
  useWindowEvent('beforeunload', (event) => {
    if (drafts.size === 0) return
    event.preventDefault()
    // Chrome before version 119 asks only when this is set.
    event.returnValue = true
  })
  const value = useMemo(
    () => ({
      drafts,
      set: (requestId: number, text: string) => setDrafts((before) => withDraft(before, requestId, text)),
      saved: (requestId: number, text: string) =>
        setDrafts((before) => (before.get(requestId) === text ? withDraft(before, requestId, '') : before)),
    }),
    [drafts],
  )
  return <NoteDraftsContext value={value}>{children}</NoteDraftsContext>
}

export function useNoteDrafts(): NoteDrafts {
  const value = useContext(NoteDraftsContext)
  if (value === null) throw new Error('useNoteDrafts outside NoteDraftsProvider')
  return value
}

function withDraft(drafts: ReadonlyMap<number, string>, requestId: number, text: string): ReadonlyMap<number, string> {
  const changed = new Map(drafts)
  if (text === '') changed.delete(requestId)
  else changed.set(requestId, text)
  return changed
}
