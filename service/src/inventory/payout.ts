import type { PayoutStatus } from '@coffer/contract/vault'
import type { Transitions } from '../kernel/index.ts'
import type { ItemState } from './item.ts'

/** Items that an operator pays out by itself, outside Coffer and without a call of the wallet. */

export const PAYOUT_MOVES: Transitions<PayoutStatus> = {
  reserved: ['paid_out', 'cancelled'],
  paid_out: [],
  cancelled: [],
}

/** A payout, and its player when the caller names one; it is not there when it is another player's. */
export type PayoutCall = { operatorId: number; payoutId: number; playerExternalId: string | null }

/** True when the caller may see the payout. */
export function isOf(payout: { player_external_id: string }, { playerExternalId }: PayoutCall): boolean {
  return playerExternalId === null || payout.player_external_id === playerExternalId
}

export type PayoutEnd = Exclude<PayoutStatus, 'reserved'>

/** What becomes of the items of a payout that ends. */
export const ITEMS_AFTER = { paid_out: 'paid_out', cancelled: 'unresolved' } as const satisfies Record<
  PayoutEnd,
  ItemState
>
