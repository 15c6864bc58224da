import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** The title of a screen. Whoever comes to the screen is taken there, so that a reader says where they are. */
export function Heading({ title, children }: { title: string; children?: ComponentChildren }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} – Coffer`
    ref.current!.focus({ preventScroll: true })
  }, [title])
  return (
    <h1 class="desk-title" tabIndex={-1} ref={ref}>
      {title}
      {children}
    </h1>
  )
}
