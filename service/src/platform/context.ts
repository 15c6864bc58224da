import type { Clock, Limits, Points, Random } from '../kernel/index.ts'
import type { ClockWatch } from './clock-skew.ts'
import type { Config } from './config.ts'
import type { Database, Tx } from './database.ts'
import type { DocumentStore } from './document-store.ts'
import type { HttpClient } from './http-client.ts'
import type { Alerts, Log } from './log.ts'
import type { Sealer } from './sealing.ts'
import type { Sharing } from './transaction.ts'

/** Everything a verb may use of the outside world. Made once per process by the composition root. */
export type Context = {
  readonly db: Database
  readonly clock: Clock
  readonly clockWatch: ClockWatch
  readonly random: Random
  readonly http: HttpClient
  readonly log: Log
  readonly alerts: Alerts
  readonly config: Config
  readonly limits: Limits
  readonly points: Points
  readonly sealer: Sealer
  readonly documents: DocumentStore
  /**
   * Runs `work` in one transaction of an operator, as the login `coffer_app` under row-level security: no row of another operator can be
   * seen or written. Tried again on serialization failures and deadlocks, so `work` must not have effects outside the database.
   * With `sharing` it may share its transaction with others of the operator and of that name: what fails for one of them reaches no other.
   */
  tx<T>(operatorId: number, work: (tx: Tx) => Promise<T>, sharing?: Sharing): Promise<T>
  /**
   * Runs `work` as `coffer_jobs`, over all operators: for loops, for public proofs, and for finding whose a credential is.
   * Its statements name the operator themselves, and may run as long as `statementMs` where that is given.
   */
  systemTx<T>(work: (tx: Tx) => Promise<T>, options?: { statementMs?: number }): Promise<T>
  /**
   * The same for statements that need no common moment and may be repeated one by one: each is a transaction of its own, or all that are
   * asked for at once, which spares two round trips; with `sharing` also those of others. For what every request begins with.
   */
  systemStatements<T>(work: (tx: Tx) => Promise<T>, sharing?: Sharing): Promise<T>
}
