import { useDebouncedValue } from '@mantine/hooks'
import type { Filters } from './list-texts.tsx'

const DELAY_MS = 300

/** Text filters to query by: they follow the fields after a short pause, and immediately when all are empty. */
export function useSettledTexts(typed: Filters): Filters {
  const [settled] = useDebouncedValue(typed, DELAY_MS)
  return trimmedTexts(Object.keys(typed).length === 0 ? typed : settled)
}

/** Text filters without blanks around them; those that are empty then are left out. */
export function trimmedTexts(texts: Filters): Filters {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
}
