import type { Owner } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Attempt } from '../wallet/index.ts'

/** Who drives an operation of a round: the request that a player waits for, or the resolver. */
export type Driver = {
  operator: Operator
  owner: Owner
  playerExternalId: string
  publicId: string
  attempt: Attempt
  live: boolean
  /** The launch of the session that waits, whose free opens are counted in the answer; null when none does. */
  launchId: number | null
}
