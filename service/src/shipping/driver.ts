import type { Who } from '../operators/index.ts'
import type { Attempt } from '../wallet/index.ts'

/** Who drives an operation of an order: the request that a player waits for, or the resolver. */
export type Driver = Who & {
  /** The order's, also while there is none yet. */
  publicId: string
  attempt: Attempt
  live: boolean
}
