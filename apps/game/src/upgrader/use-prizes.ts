import { useEffect } from 'preact/hooks'
import { ask, prizes, readPrizes } from './choice.ts'

/** Long enough for a person who types, short enough for one who waits. */
const DEBOUNCE_MS = 250

/** Keeps the list of prizes that of what is chosen; the answer to the latest question wins. */
export function usePrizes(): void {
  const key = ask.value?.key
  useEffect(() => {
    if (key === undefined) return
    const timer = setTimeout(readPrizes, prizes.state.peek().data ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [key])
}
