import type { Kysely } from 'kysely'
import { assert, type Ended, whatCameOf } from '../kernel/index.ts'
import type { Database, Tables } from './database.ts'
import { isMoved, isStaleStatement, withLongStatements } from './database-client.ts'
import { SharedTransactions } from './shared-transactions.ts'
import { doTogether, isInTransaction, isUndone, type Sharing, violates, type Work } from './transaction.ts'

/** One transaction of an operator under row-level security; where `sharing` says so, others may share it. */
export function operatorTransaction<T>(db: Database, operatorId: number, work: Work<T>, sharing?: Sharing): Promise<T> {
  assert(Number.isSafeInteger(operatorId), 'an operator id is an integer')
  assert(!isInTransaction(), 'transactions are not nested')
  const begin = ['begin', `set local coffer.operator_id = '${operatorId}'`]
  const alone = () => transaction(db, { pool: db.app, begin, work })
  if (sharing === undefined) return alone()
  return sharedOf(db, db.shared).add({
    ...sharing,
    pool: db.shared,
    queue: `${operatorId} ${sharing.as}`,
    begin,
    work,
    alone,
  })
}

/** One transaction over all operators. Its statements may run longer than others where `statementMs` is given. */
export function systemTransaction<T>(
  db: Database,
  work: Work<T>,
  { statementMs }: { statementMs?: number } = {},
): Promise<T> {
  if (statementMs === undefined) return transaction(db, { pool: db.jobs, begin: ['begin'], work })
  const begin = [
    'begin',
    `set local statement_timeout = ${statementMs}`,
    `set local idle_in_transaction_session_timeout = ${statementMs}`,
  ]
  return withLongStatements(statementMs, () => transaction(db, { pool: db.jobs, begin, work }))
}

/** Statements over all operators, each a transaction of its own, or all that are asked for at once, by others too where `sharing` says so. */
export function systemStatements<T>(db: Database, work: Work<T>, sharing?: Sharing): Promise<T> {
  const alone = () => transaction(db, { pool: db.jobs, begin: [], work })
  if (sharing === undefined) return alone()
  assert(!isInTransaction(), 'transactions are not nested')
  return sharedOf(db, db.jobs).add({
    ...sharing,
    pool: db.jobs,
    queue: sharing.as,
    begin: [],
    work,
    alone,
  })
}

/** `begin` is empty for statements without a transaction around them. */
type Task<T> = { pool: Kysely<Tables>; begin: readonly string[]; work: Work<T> }

/**
 * What failed by a lost connection is not tried again here: whether its commit took effect is not known. The verb fails, and its repeat
 * finds what is stored. What a read-only server refused, or one that shut down before the commit was sent, is tried once more: over a new connection.
 */
async function transaction<T>(db: Database, task: Task<T>): Promise<T> {
  assert(!isInTransaction(), 'transactions are not nested')
  const { pool, begin, work } = task
  let isRepeat = false
  let hasMoved = false
  for (let tryCount = 1; ; tryCount++) {
    try {
      const [ended] = await doTogether({ pool, begin, works: [work] })
      return whatCameOf(ended as Ended<T>)
    } catch (error) {
      if (violates(error, FIRST_REQUEST) && !isRepeat) {
        isRepeat = true
        continue
      }
      if (isMoved(error) && isUndone(error) && !hasMoved) {
        hasMoved = true
        continue
      }
      if (tryCount < db.limits.transactionTries && (isTransient(error) || isStaleStatement(error))) continue
      db.notice(error)
      throw error
    }
  }
}

/** Those of a process, by the connections that they take: who looks for sessions waits for nobody who opens. */
const sharedOfPools = new WeakMap<Kysely<Tables>, SharedTransactions>()

function sharedOf(db: Database, pool: Kysely<Tables>): SharedTransactions {
  const known = sharedOfPools.get(pool) ?? new SharedTransactions(db)
  sharedOfPools.set(pool, known)
  return known
}

const TRANSIENT = new Set(['40001', '40P01'])

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TRANSIENT.has(String(error.code))
}

/** The first request of an action was recorded by another one meanwhile: whoever meets that finds it the next time. */
const FIRST_REQUEST = 'actions_pkey'
