import { useDebouncedValue } from '@mantine/hooks'
import type { Filters } from './list-texts.tsx'

const DELAY_MS = 300

/** Text filters to query by: they follow what is typed after a short pause, and an empty field at once. */
export function useSettledTexts(typed: Filters): Filters {
  const [settled] = useDebouncedValue(typed, DELAY_MS)
  const current = Object.keys(typed).length === 0 ? typed : settled
  const trimmed = Object.entries(current).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
}
