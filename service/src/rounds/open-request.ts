import type { Rate } from '@coffer/contract/rates'
import type { Funding } from '@coffer/contract/shapes'
import type { Who } from '../operators/index.ts'
import type { RoundMode } from './round.ts'

/** A click that opens boxes, from either surface. */
export type OpenRequest = Who & {
  /** The session's launch, which may hold free opens; null on the backend, where `funding: 'operator'` is the operator's word. */
  launchId: number | null
  currency: string
  /** The session's rate, and the currency that it is from; null takes the current one. */
  pinned: { rate: Rate; from: string; at: Date } | null
  mode: Exclude<RoundMode, 'items'>
  clientActionId: string
  funding: Funding | null
  reels: readonly { reelIndex: number; boxVersionId: number }[]
}
