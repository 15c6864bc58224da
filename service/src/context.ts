import { type Clock, LIMITS, type Limits, NO_POINTS, type Points, type Random } from './kernel/index.ts'
import {
  type ClockWatch,
  type Config,
  type Context,
  type DocumentStore,
  type HttpClient,
  type Log,
  loginsOf,
  type MakePool,
  makeAlerts,
  makeDocumentStore,
  makeHttpClient,
  makeLog,
  makeMasterKey,
  makeSealer,
  masterKeysOf,
  OWNED_CLOCK,
  openDatabase,
  operatorTransaction,
  systemClock,
  systemRandom,
  systemStatements,
  systemTransaction,
  upsertPulse,
  watchClock,
  watchOutages,
} from './platform/index.ts'
import { prepareSealing } from './sealing/index.ts'

/** Parts of the outside world that a test or a simulation puts in the place of the real ones. */
export type ContextOverrides = {
  clock?: Clock
  /** Whoever brings a clock owns the time, unless they bring this too. */
  clockWatch?: ClockWatch
  random?: Random
  log?: Log
  points?: Points
  limits?: Partial<Limits>
  http?: HttpClient
  documents?: DocumentStore
  makePool?: MakePool
}

export type OwnedContext = Context & {
  /** Ends the pools and the outbound connections. */
  close(): Promise<void>
}

/** A context on a database that is asked for, and given when it is new, its master key. For whoever runs verbs without a service. */
export async function openContext(config: Config, overrides: ContextOverrides = {}): Promise<OwnedContext> {
  const ctx = makeContext(config, overrides)
  try {
    await prepareSealing(ctx)
    return ctx
  } catch (error) {
    await ctx.close()
    throw error
  }
}

/** The composition root: everything that a verb may use, as one plain object. Nothing is connected yet. */
export function makeContext(config: Config, overrides: ContextOverrides = {}): OwnedContext {
  const { clock = systemClock, random = systemRandom, points = NO_POINTS } = overrides
  const log = overrides.log ?? makeLog(config.logLevel)
  const limits = { ...LIMITS, ...overrides.limits }
  const http = overrides.http ?? makeHttpClient(config, { clock, limits })
  const watch = watchOutages({ clock, log, limits, write: () => upsertPulse(db, clock) })
  const clockWatch = overrides.clockWatch ?? (overrides.clock ? OWNED_CLOCK : watchOwnClock(log, limits))
  const db = openDatabase(loginsOf(config), limits, { notice: watch.notice, makePool: overrides.makePool })
  const sealer = makeSealer({ list: () => masterKeysOf(config), make: () => makeMasterKey(config) }, random)
  const ownStore = makeDocumentStore(config, { limits, clock, random })
  const documents = overrides.documents ?? ownStore
  return {
    ...{ db, clock, clockWatch, random, http, log, alerts: makeAlerts(log), config, limits, points, sealer, documents },
    tx: (operatorId, work, sharing) => operatorTransaction(db, operatorId, work, sharing),
    systemTx: (work, options) => systemTransaction(db, work, options),
    systemStatements: (work, sharing) => systemStatements(db, work, sharing),
    close: async () => {
      watch.end()
      await Promise.all([db.close(), http.close(), ownStore.close()])
    },
  }
}

function watchOwnClock(log: Log, limits: Limits): ClockWatch {
  const warn = (skewMs: number) =>
    log.warn({ skewMs, alert: true }, 'the clock is not the database\u2019s: loops and money stand still')
  return watchClock({ clock: systemClock, limits, warn })
}
