import type { CashedBackItem } from '@coffer/contract/shapes'
import type { Who } from '../operators/index.ts'

/** A request to cash an item back, from either surface. */
export type CashBack = Who & {
  inventoryItemId: number
  /** The currency to credit. */
  currency: string
  /** Counts for collectibles only. */
  expectedRevisionId: number | null
}

export type CashBackAnswer = { item: CashedBackItem; balanceAfterMinor: number | null }
