import type { Owner } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Attempt } from '../wallet/index.ts'

/** Who drives an operation of an order: the request that a player waits for, or the resolver. */
export type Driver = {
  operator: Operator
  owner: Owner
  playerExternalId: string
  /** The order's, also while there is none yet. */
  publicId: string
  attempt: Attempt
  live: boolean
}
