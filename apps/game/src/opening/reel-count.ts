import type { BoxDetail } from '@coffer/contract/shapes'
import { signal } from '@preact/signals'
import { current } from '../session/session.ts'

type Priced = Pick<BoxDetail, 'priceMinor' | 'currency'>

/** How many boxes the player opens at once, and at which price they chose that. */
const chosen = signal({ count: 1, price: '' })

const priceOf = ({ priceMinor, currency }: Priced) => `${priceMinor} ${currency}`

/** How many of this box are opened at once: one, unless more were chosen at just this price. */
export function reelsOf(box: Priced): number {
  const { count, price } = chosen.value
  return price === priceOf(box) ? Math.min(count, current().bootstrap.game.maxReels) : 1
}

export function chooseReels(box: Priced, count: number): void {
  chosen.value = { count, price: priceOf(box) }
}

/** Forgets what was chosen at another price, for good: whoever has seen this one has to choose again. */
export function keepReelsOnlyAt(box: Priced): void {
  if (chosen.value.price !== priceOf(box)) chosen.value = { count: 1, price: priceOf(box) }
}
