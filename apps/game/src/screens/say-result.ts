import type { Result } from '../state/wins.ts'
import { money, t } from '../state/words.ts'

/** What a screen reader says once the reels have stopped. */
export function sayResult(result: Result): string {
  const [first, ...others] = result.wins
  if (first && others.length === 0) {
    return t('result.say', { name: first.name, amount: money(first.valueMinor, result.currency) })
  }
  return t('result.sayMany', {
    count: result.wins.length,
    total: money(result.worthMinor, result.currency),
    paid: money(result.paidMinor, result.currency),
  })
}
