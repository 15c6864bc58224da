import { ITEM_TYPES, type ItemType } from '@coffer/contract/item-names'
import type { InventoryRow, InventoryState } from '@coffer/contract/shapes'
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
function listedStates(asked: readonly string[]): ItemState[] {
  const known = asked.filter(
    (state): state is ItemState => Object.hasOwn(ITEM_MOVES, state) && !isBusy(state as ItemState),
  )
  const wanted: ItemState[] = known.length > 0 ? known : ['unresolved']
  const listed = wanted.filter((state) => state !== 'reserved' && state !== 'paid_out')
  return listed.includes('unresolved') ? [...listed, 'crediting', 'disputed'] : listed
}

type VaultType = Exclude<ItemType, 'nuggets'>

/** Which items of a player are meant. No state means none: items of a payout are never listed. */
export type ItemFilter = {
  states: readonly ItemState[]
  types: readonly VaultType[]
  /** Both, or one of them. */
  collectible: readonly boolean[]
}

/** Every state, the internal ones too. */
export const ITEM_STATES = Object.keys(ITEM_MOVES) as ItemState[]

export const VAULT_TYPES = ITEM_TYPES.filter((type): type is VaultType => type !== 'nuggets')
const tokensOf = (list: string | undefined) => (list ?? '').split(',').map((token) => token.trim())

/** Reads comma lists of a query: unknown tokens are ignored, and none known means the default. */
export function readFilter(query: { state?: string; type?: string; collectible?: boolean }): ItemFilter {
  const { collectible } = query
  return {
    states: [...new Set(listedStates(tokensOf(query.state)))],
    types: typesOf(tokensOf(query.type)),
    collectible: collectible === undefined ? [false, true] : [collectible],
  }
}

/** Nuggets are a known type, and no item of a vault is of it. */
function typesOf(asked: readonly string[]): VaultType[] {
  const known = ITEM_TYPES.some((type) => asked.includes(type))
  return known ? VAULT_TYPES.filter((type) => asked.includes(type)) : VAULT_TYPES
}
