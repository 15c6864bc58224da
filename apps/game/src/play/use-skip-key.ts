import { useEffect } from 'preact/hooks'

/** Esc finishes what moves, where that is allowed. */
export function useSkipKey(canSkip: boolean, skip: () => void): void {
  useEffect(() => {
    if (!canSkip) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') skip()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [canSkip])
}
