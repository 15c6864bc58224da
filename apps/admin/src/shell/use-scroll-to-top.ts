import { useWindowEvent } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

/** Scrolls to the top when the address changes. When the user goes back, the browser restores the position. */
export function useScrollToTop(): void {
  const [path] = useLocation()
  const search = useSearch()
  const restored = useRef('')
  useWindowEvent(
    'popstate',
    () => {
      restored.current = location.href
    },
    { capture: true },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what triggers it
  useLayoutEffect(() => {
    if (restored.current !== location.href) scrollTo(0, 0)
    restored.current = ''
  }, [path, search])
}
