import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { assert, atOnce, type Ended, endOf } from '../kernel/index.ts'
import type { Tables, Tx } from './database.ts'
import { isStaleStatement } from './database-client.ts'
import { Gatherer, seat, type Worker } from './many.ts'
import { failedWithoutCommit } from './message.ts'

/** What is done in a transaction. It may be done again, so it has no effects outside the database. */
export type Work<T> = (tx: Tx) => Promise<T>

/**
 * Works of one name may share a transaction, of each key one at the most. Where so many of a key wait already (`limits.sharedOfKeyCount`) that
 * nobody could tell when its turn comes, one that `mayBeRefused` is; never one that records what has happened already.
 */
export type Sharing = { as: string; key: number | string; mayBeRefused: boolean }

const inTransaction = new AsyncLocalStorage<true>()

/** True inside a transaction: no outbound call may be made then. */
export function isInTransaction(): boolean {
  return inTransaction.getStore() === true
}

type Together<T> = { pool: Kysely<Tables>; begin: readonly string[]; works: readonly Work<T>[] }

/**
 * Does the works beside each other in one transaction. What a work itself fails by is its own end: one of several is left out as long as it
 * has written nothing, and where all fail nothing is kept. Whatever fails at the database, fails the transaction.
 */
export function doTogether<T>({ pool, begin, works }: Together<T>): Promise<Ended<T>[]> {
  let isConnected = false
  return pool
    .getExecutor()
    .provideConnection((connection) =>
      inTransaction.run(true, async () => {
        isConnected = true
        const gatherer = new Gatherer(connection)
        const ask = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
        const isShared = works.length > 1
        const doAll = async () => {
          const doEach = (work: Work<T>) => doOne(gatherer, lendConnection(pool, connection, gatherer, isShared), work)
          return Promise.all(works.map(doEach)).finally(() => gatherer.end())
        }
        try {
          if (begin.length === 0) return await doStatements(gatherer, isShared, doAll)
          // In one message with what the works ask for first, which fails with it.
          const begun = begin.map(ask)
          // All have ended before the connection is anybody else's, also where the first message fails.
          const [done] = await atOnce(doAll(), ...begun)
          if (gatherer.failure !== null) throw gatherer.failure.error
          const failed = done.filter(({ ended }) => ended.status === 'rejected')
          if (failed.length === done.length) {
            await ask('rollback')
            return done
          }
          for (const { ended, worker } of failed)
            if (worker.hasWritten) throw new Undone('one of several failed after it had written', { cause: ended })
          gatherer.send()
          await ask('commit')
          return done
        } catch (error) {
          // Statements without a transaction are committed by their message itself.
          if (begin.length > 0 && failedWithoutCommit(error)) undone.add(error as object)
          // Whoever is answered this knows that nothing was committed, in whatever language the server says what went wrong.
          const last = begin.length === 0 ? 'select 1' : 'rollback'
          await ask(last).then(() => undone.add(error as object), ignoreBrokenConnection)
          throw error
        }
      }),
    )
    .then((done) => done.map(({ ended }) => ended))
    .catch((error: unknown) => {
      if (!isConnected) unreached.add(error as object)
      throw error
    })
}

type Done<T> = { ended: Ended<T>; worker: Worker }

/** Without a transaction around them. What the database failed for one of several is no answer to the others, and to one alone none before it was tried again. */
async function doStatements<T>(
  gatherer: Gatherer,
  isShared: boolean,
  doAll: () => Promise<Done<T>[]>,
): Promise<Done<T>[]> {
  const done = await doAll()
  const isFailed = isShared || done.some(({ ended }) => ended.status === 'rejected')
  if (isFailed && gatherer.failure !== null) throw gatherer.failure.error
  assert(gatherer.isSent, 'what is written is written in a transaction')
  return done
}

async function doOne<T>(gatherer: Gatherer, { tx, worker }: Lent, work: Work<T>): Promise<Done<T>> {
  const ended = await endOf((async () => work(tx))())
  // At once: what another asks next would take it along.
  if (ended.status === 'rejected') gatherer.forget(worker)
  return { ended, worker }
}

/** A transaction of several that was rolled back. */
class Undone extends Error {}

/** What transactions failed with that are known to be rolled back. */
const undone = new WeakSet<object>()

/**
 * Whether a transaction is known not to have taken effect, so that its works may be done again. A lost connection leaves open what became of
 * its commit.
 */
export function isUndone(error: unknown): boolean {
  return isStaleStatement(error) || error instanceof Undone || undone.has(error as object)
}

/** Of transactions that never had a connection. */
const unreached = new WeakSet<object>()

/** Whether no connection was to be had. One that was lost says nothing of others. */
export function isUnreached(error: unknown): boolean {
  return unreached.has(error as object)
}

/** Where works share a transaction, one asked for what is no statement of many: it is to be done again by itself. */
export class Alone extends Error {}

type Lent = { tx: Tx; worker: Worker }

/**
 * A worker's own view of a connection. What it asks for at once is sent at once: the query builder's own transactions ask for one statement
 * after the other.
 */
function lendConnection(
  pool: Kysely<Tables>,
  connection: DatabaseConnection,
  gatherer: Gatherer,
  isShared: boolean,
): Lent {
  const worker: Worker = { hasWritten: false }
  const provideConnection = async <T>(ask: (connection: DatabaseConnection) => Promise<T>): Promise<T> => {
    if (isShared) throw new Alone('a statement of one')
    worker.hasWritten = true
    return gatherer.execute(() => ask(connection))
  }
  const executor = pool.getExecutor().withConnectionProvider({ provideConnection })
  const tx = new Kysely<Tables>({
    config: { dialect: UNUSED },
    dialect: UNUSED,
    driver: UNUSED.createDriver(),
    executor,
  })
  seat(tx, { gatherer, worker })
  return { tx, worker }
}

/** Connections come from the pool, and transactions are begun and ended above. */
const UNUSED: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** A connection that broke cannot roll back; the server does it, and the first error is the one to report. */
function ignoreBrokenConnection(): void {}

/** True when a statement waited for a lock longer than its `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** True when an insert met a unique constraint of this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
