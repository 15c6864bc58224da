import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { Attempt } from '../wallet/index.ts'
import type { FreeOpensOf } from './free-opens.ts'
import type { RoundRecord } from './store.ts'

/** A round that is paid for, in the transaction that ends it; the round is locked. */
export type Settling = Who & {
  round: RoundRecord
  balanceAfterMinor: number | null
  /** Whose free opens of the lowest reel's box the answer counts; not told when omitted. */
  freeOpensOf?: FreeOpensOf | undefined
}

/** Ends a paid round of a game and says what its player is told. */
export type Settle = (ctx: Context, tx: Tx, settling: Settling) => Promise<Record<string, unknown>>

/** Who drives an operation of a round: the request that a player waits for, or the resolver. */
export type Driver = Who & {
  publicId: string
  attempt: Attempt
  live: boolean
  /** The launch of the session that waits, whose free opens are counted in the answer; null when none does. */
  launchId: number | null
}

/** The same for a debit, which a game settles. */
export type DebitDriver = Driver & { settle: Settle }
