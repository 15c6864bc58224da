import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '@coffer/contract/errors'
import pg from 'pg'
import { LIMITS, NO_POINTS, Refusal } from '../../service/src/kernel/index.ts'
import { createOperator, getOperator, type Operator, type SettingsPatch } from '../../service/src/operators/index.ts'
import {
  type Context,
  derivedLogins,
  makeAlerts,
  makeLog,
  makeSealer,
  OWNED_CLOCK,
  openDatabase,
  operatorTransaction,
  readConfig,
  systemClock,
  systemStatements,
  systemTransaction,
} from '../../service/src/platform/index.ts'
import { prepareSealing } from '../../service/src/sealing/index.ts'
import { createTestDatabase } from './database.ts'
import { PATIENT_LIMITS } from './patient-limits.ts'
import { openRows } from './rows.ts'

/** The verbs' context on a database of its own: no server, no way out, a clock that the test moves, statements counted. */
export type CatalogueWorld = {
  ctx: Context
  /** Statements of transactions so far, without begin and commit. */
  statementCount(): number
  setNow(iso: string): void
  /** Runs a statement as the owner of the database. */
  asOwner(statement: string): Promise<void>
  operator(slug: string, currency: string, settings?: SettingsPatch): Promise<Operator>
  close(): Promise<void>
}

export async function openCatalogueWorld({
  language = 'en',
}: {
  language?: 'en' | 'de'
} = {}): Promise<CatalogueWorld> {
  const { url } = await createTestDatabase()
  let statements = 0
  const makePool = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({ ...config, Client: counting(config, () => statements++) })
    return language === 'de' ? pool.on('connect', speakGerman) : pool
  }
  const limits = { ...LIMITS, ...PATIENT_LIMITS }
  const db = openDatabase(derivedLogins(url), limits, { notice: () => {}, makePool })
  const random = { bytes: randomBytes }
  let now = new Date('2026-01-01T00:00:00.000Z')
  const ctx: Context = {
    db,
    random,
    clock: { ...systemClock, now: () => now },
    clockWatch: OWNED_CLOCK,
    http: { send: noWayOut, close: async () => {} },
    log: makeLog('silent'),
    alerts: makeAlerts(makeLog('silent')),
    config: readConfig({ COFFER_ENV: 'test', COFFER_BASE_URL: 'http://coffer.test' }),
    limits,
    points: NO_POINTS,
    sealer: makeSealer({ list: () => [randomBytes(32)] }, random),
    documents: { put: noWayOut, get: noWayOut, remove: noWayOut },
    tx: (operatorId, work) => operatorTransaction(db, operatorId, work),
    systemTx: (work) => systemTransaction(db, work),
    systemStatements: (work) => systemStatements(db, work),
  }
  await prepareSealing(ctx)
  return {
    ctx,
    statementCount: () => statements,
    setNow: (iso) => {
      now = new Date(iso)
    },
    asOwner: async (statement) => void (await openRows(url).query(statement)),
    operator: async (slug, currency, settings = {}) => {
      const { operatorId } = await createOperator(ctx, { slug, name: slug, currency, settings, actor: 'test' })
      return ctx.tx(operatorId, (tx) => getOperator(tx, operatorId))
    },
    close: () => db.close(),
  }
}

/** As a server does that was set up where German is spoken: how bad an error is, it says in its own language. */
function speakGerman(client: pg.PoolClient): void {
  const { connection } = client as unknown as pg.Client
  connection.prependListener('errorMessage', (said: { severity: string }) => {
    if (said.severity === 'ERROR') said.severity = 'FEHLER'
  })
}

const OF_TRANSACTION = /^(begin|commit|rollback|set local)\b/

/** Connections that tell of each statement. */
function counting({ Client }: pg.PoolConfig, count: () => void): typeof pg.Client {
  return class extends (Client as typeof pg.Client) {
    override query(...given: unknown[]): never {
      if (typeof given[0] === 'string' && !OF_TRANSACTION.test(given[0])) count()
      return (super.query as (...given: unknown[]) => never).apply(this, given)
    }
  }
}

const noWayOut = () => Promise.reject(new Error('no way out'))

/** The fields that a refused import or list names. */
export async function faultsOf(refused: Promise<unknown>): Promise<Record<string, string[]>> {
  const error = await refused.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  )
  assert(error instanceof Refusal, String(error))
  assert.equal(error.code, 'VALIDATION_FAILED')
  return error.details.fields ?? {}
}

export function refusedWith(code: ErrorCode): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.code === code
}
