import type { Facts } from '@coffer/contract/shapes'
import { present } from '../kernel/index.ts'
import type { ReelRecord } from './store.ts'

/** Round facts of a box round (interface 2.9): stored once, equal in answer and event. `value` converts a prize's value. */
export function boxFacts(
  reels: readonly ReelRecord[],
  currency: string,
  value: (operatorMinor: number) => number,
): Facts {
  return {
    currency,
    reels: reels.map((reel) => ({
      reelIndex: reel.reel_index,
      paidMinor: reel.paid_minor,
      itemValueMinor: value(present(reel.item_value_minor, 'a settled reel has a prize')),
      itemType: reel.item_type,
    })),
    deal: null,
  }
}
