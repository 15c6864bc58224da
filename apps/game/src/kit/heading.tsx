import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { hasMoved } from './route.ts'

type Props = { children: ComponentChildren; class?: string; takesFocus?: boolean }

/** The title of a screen. After a move between screens it takes the focus, so that a screen reader says where one is. */
export function Heading({ children, class: name = 'title', takesFocus = false }: Props) {
  const ref = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (takesFocus || hasMoved()) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 class={name} ref={ref} tabIndex={-1}>
      {children}
    </h1>
  )
}
