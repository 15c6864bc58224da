import type { CashedBackItem } from '@coffer/contract/shapes'
import type { Owner } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'

/** A request to cash an item back, from either surface. */
export type CashBack = {
  operator: Operator
  owner: Owner
  playerExternalId: string
  inventoryItemId: number
  /** The currency to credit. */
  currency: string
  /** Counts for collectibles only. */
  expectedRevisionId: number | null
}

export type CashBackAnswer = { item: CashedBackItem; balanceAfterMinor: number | null }
