import type { Owner } from '../kernel/index.ts'
import type { Operator, Who } from '../operators/index.ts'

/** What is staked: a wager in minor units of the currency of the request, or items of the vault, each once. */
export type Stake = { mode: 'balance'; wagerMinor: number } | { mode: 'items'; inventoryItemIds: readonly number[] }

/** A question for prizes, or the part of a play that they have in common, from either surface. */
export type StakeRequest = {
  operator: Operator
  /** Null for a player whom we have never heard of. */
  owner: Owner | null
  /** Charged with balance; shown with items. */
  currency: string
  chanceBps: number
  stake: Stake
}

/** An action that plays. */
export type PlayRequest = StakeRequest &
  Who & {
    clientActionId: string
    targetItemId: number
  }
