import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * A button that was pressed is off while its work runs, and may be gone after it: then nothing has the focus, and it goes to what comes next
 * here. Whoever has put it elsewhere meanwhile, to type, keeps it there.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, isBusy: boolean, next: string): void {
  const wasHere = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) {
      wasHere.current = place.current?.contains(document.activeElement) ?? false
      return
    }
    const isLost = document.activeElement === null || document.activeElement === document.body
    // What is in sight already must not move the page.
    if (wasHere.current && isLost) place.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true })
    wasHere.current = false
  }, [isBusy])
}
