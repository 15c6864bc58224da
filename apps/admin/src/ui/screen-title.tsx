import { Title } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { openDialogs } from './dialog.tsx'

/** Moves the focus to the title of the screen. */
export function focusTitle(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
}

type Props = {
  title: string
  /** Title of the document, which the history of the browser keeps. Omitted: `title`. */
  documentTitle?: string
  children?: ReactNode
}

/** The title of a screen. It takes the focus, so that a screen reader announces the new screen, unless a dialog is open above the screen. */
export function ScreenTitle({ title, documentTitle, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${documentTitle ?? title} – Coffer`
    if (openDialogs().length === 0) heading.current?.focus({ preventScroll: true })
  }, [title, documentTitle])
  return (
    <Title order={1} tabIndex={-1} ref={heading}>
      {title}
      {children}
    </Title>
  )
}
