import { ITEM_TYPES, type ItemType } from '@coffer/contract/shapes'
import { type ItemState, listedStates } from './item.ts'

type VaultType = Exclude<ItemType, 'nuggets'>

/** Which items of a player are meant. No state means none: items of a payout are never listed. */
export type ItemFilter = {
  states: readonly ItemState[]
  types: readonly VaultType[]
  /** Both, or one of them. */
  collectible: readonly boolean[]
}

const VAULT_TYPES = ITEM_TYPES.filter((type): type is VaultType => type !== 'nuggets')
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
