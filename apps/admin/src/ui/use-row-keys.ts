import type { RefObject } from 'react'
import { useShortcuts } from './shortcuts.tsx'

/** Moves the focus between the links of a list with j and k or the arrow keys; from anywhere else to the first one. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1) => {
    const links: Element[] = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = document.activeElement === null ? -1 : links.indexOf(document.activeElement)
    const target = links[at === -1 ? 0 : at + by]
    if (target instanceof HTMLElement) target.focus()
    return links.length === 0 ? 'ignored' : undefined
  }
  const next = () => move(1)
  const previous = () => move(-1)
  useShortcuts({ j: next, ArrowDown: next, k: previous, ArrowUp: previous })
}
