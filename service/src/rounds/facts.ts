import type { Facts } from '@coffer/contract/shapes'
import type { SettledReel } from './store.ts'

/** Round facts of a box round (interface §2.9): stored once, equal in answer and event. `value` converts a prize's value. */
export function boxFacts(
  reels: readonly SettledReel[],
  currency: string,
  value: (operatorMinor: number) => number,
): Facts {
  return {
    currency,
    reels: reels.map((reel) => ({
      reelIndex: reel.reel_index,
      paidMinor: reel.paid_minor,
      itemValueMinor: value(reel.item_value_minor),
      itemType: reel.item_type,
    })),
    deal: null,
  }
}
