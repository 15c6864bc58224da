import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus inside a container while a button's action runs. The button is disabled meanwhile and may be gone afterwards; the focus then
 * goes to the first element that matches `next`. A focus that the user has moved elsewhere stays there.
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>, isBusy: boolean, next: string): void {
  const wasInside = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) {
      wasInside.current = container.current?.contains(document.activeElement) ?? false
      return
    }
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasInside.current && isLost) container.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true })
    wasInside.current = false
  }, [isBusy, container, next])
}
