import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

type Notice = {
  /** The result of the last action; empty when there is none. */
  readonly text: string
  show(text: string): void
}

const NoticeContext = createContext<Notice | null>(null)

export function NoticeProvider({ initialText, children }: { initialText: string; children: ReactNode }) {
  const [text, show] = useState(initialText)
  const notice = useMemo(() => ({ text, show }), [text])
  return <NoticeContext value={notice}>{children}</NoticeContext>
}

/** The notice at the top of every screen. */
export function useNotice(): Notice {
  const notice = useContext(NoticeContext)
  if (notice === null) throw new Error('useNotice outside NoticeProvider')
  return notice
}
