import type { InventoryRow, InventoryState, ItemType } from '@coffer/contract/shapes'
import type { UnshippableReason } from '@coffer/contract/shipping'
import type { Transitions } from '../kernel/index.ts'

/**
 * States of an item won. Two are internal and read as `unresolved`: `crediting`, a cashback credit is under way, and `disputed`, a credit
 * was accepted after it had been closed as refused. The wallet has paid for a disputed item, so nothing moves it any more.
 */
export type ItemState = InventoryState | 'crediting' | 'disputed'

export const ITEM_MOVES: Transitions<ItemState> = {
  unresolved: [
    'crediting',
    'cashed_back',
    'ship_requested',
    'consumed',
    'fulfilled',
    'expired',
    'reserved',
    'disputed',
  ],
  crediting: ['cashed_back', 'unresolved', 'disputed'],
  disputed: [],
  ship_requested: ['unresolved', 'fulfilled', 'disputed'],
  reserved: ['unresolved', 'paid_out', 'disputed'],
  fulfilled: [],
  cashed_back: [],
  expired: [],
  forwarded_to_casino: [],
  consumed: [],
  paid_out: [],
}

export function publicState(state: ItemState): InventoryState {
  return isBusy(state) ? 'unresolved' : state
}

/** Whether a credit keeps the item from everything else, although it reads as `unresolved`. */
export function isBusy(state: ItemState): state is 'crediting' | 'disputed' {
  return state === 'crediting' || state === 'disputed'
}

/** Bonus prizes go to the operator at once; Nuggets prizes are no inventory at all. */
export function stateWhenWon(type: Exclude<ItemType, 'nuggets'>): ItemState {
  return type === 'bonus' ? 'forwarded_to_casino' : 'unresolved'
}

/** Goods bought with Nuggets are not cashed back, paid out or staked (interface §2.4). */
export function canOnlyBeShipped(item: { acquisition_type: InventoryRow['acquisitionType'] }): boolean {
  return item.acquisition_type === 'bought_with_nuggets'
}

/** Why an item cannot go on a shipping order; null when it can. */
export function unshippable(item: {
  state: ItemState
  type: Exclude<ItemType, 'nuggets'>
}): Exclude<UnshippableReason, 'NOT_FOUND'> | null {
  if (isBusy(item.state)) return 'ITEM_BUSY'
  if (item.state !== 'unresolved') return 'NOT_UNRESOLVED'
  return item.type === 'physical' ? null : 'NOT_PHYSICAL'
}

/** Why an item cannot be staked in the Upgrader, in words; null when it can. */
export function unstakeable(item: {
  state: ItemState
  acquisition_type: InventoryRow['acquisitionType']
}): string | null {
  if (isBusy(item.state)) return 'is being cashed back'
  if (item.state !== 'unresolved') return `is ${publicState(item.state)}`
  return canOnlyBeShipped(item) ? 'was bought with Nuggets' : null
}

/** States that may be listed, for one a client asked for. Items of a payout are never listed. */
export function listedStates(asked: readonly string[]): ItemState[] {
  const known = asked.filter(
    (state): state is ItemState => Object.hasOwn(ITEM_MOVES, state) && !isBusy(state as ItemState),
  )
  const wanted: ItemState[] = known.length > 0 ? known : ['unresolved']
  const listed = wanted.filter((state) => state !== 'reserved' && state !== 'paid_out')
  return listed.includes('unresolved') ? [...listed, 'crediting', 'disputed'] : listed
}
