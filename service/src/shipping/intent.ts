import { createHash } from 'node:crypto'
import type { Address } from '@coffer/contract/shipping'
import type { Transitions } from '../kernel/index.ts'
import { addressKey } from './order.ts'

/**
 * A fee that is asked for, and the order it is for. `no_order`: the fee was taken, but the items could not be had, or nobody waited
 * any more; it goes back.
 */
export type IntentState = 'undecided' | 'ordered' | 'refused' | 'no_order'

export const INTENT_MOVES: Transitions<IntentState> = {
  undecided: ['ordered', 'refused', 'no_order'],
  refused: ['no_order'],
  ordered: [],
  no_order: [],
}

export type FeeVerdict = 'accepted' | 'refused' | 'open'

export type FeeStep = 'order' | 'give_back' | 'refuse' | 'stay'

/**
 * What the wallet's verdict on a fee does (money protocol §6). `live` is the request that a player waits for; `refused` is a
 * final refusal. The resolver never places an order: nobody waits for it any more.
 */
export function stepAfterFee(state: IntentState, verdict: FeeVerdict, { live }: { live: boolean }): FeeStep {
  if (verdict === 'accepted') {
    if (state === 'undecided') return live ? 'order' : 'give_back'
    return state === 'refused' ? 'give_back' : 'stay'
  }
  return verdict === 'refused' && state === 'undecided' ? 'refuse' : 'stay'
}

/** The same for the same items and the same address, in whatever order the items are named. */
export function fingerprintOf(inventoryItemIds: readonly number[], address: Address): string {
  const ids = inventoryItemIds.toSorted((a, b) => a - b)
  return createHash('sha256')
    .update(JSON.stringify([ids, addressKey(address)]))
    .digest('hex')
}

/** The hash in the wallet key of a fee: of operator, player and the intent's id, so that each intent is an event of its own. */
export function feeHash(operatorId: number, playerExternalId: string, orderPublicId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([operatorId, playerExternalId, orderPublicId]))
    .digest('hex')
}
