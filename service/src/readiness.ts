import { type Readiness, unbuiltWords } from './http/index.ts'
import { type Context, inTime, outageOf, pendingMigrations, type Tx, upsertPulse } from './platform/index.ts'
import { masterKeyFault } from './sealing/index.ts'

/** Says in words what keeps the process from serving; nothing when it does not. What it throws is an obstacle too. */
type Check = () => Promise<string[]>

/** What stands between a process and its requests. Asked together, and for whoever asks again at once not again. */
export function makeReadiness(
  ctx: Context,
  databaseUrl: string,
  isStopping: () => boolean,
  version: Readiness['version'],
): Readiness {
  const checks: Check[] = [checkPages(), checkDatabase(ctx, databaseUrl)]
  const ask = recently(ctx, async () => (await Promise.all(checks.map((check) => obstaclesOf(ctx, check)))).flat())
  return { version, obstacles: async () => (isStopping() ? ['shutting down'] : ask()) }
}

/** Pages that were never built. */
function checkPages(): Check {
  let isBuilt = false
  return async () => {
    const words = isBuilt ? null : await unbuiltWords()
    isBuilt = words === null
    return words === null ? [] : [words]
  }
}

/** A database whose schema is behind, which takes no write, whose clock is not ours, or whose master key is another than ours by now. */
function checkDatabase(ctx: Context, databaseUrl: string): Check {
  let migrated = false
  return async () => {
    migrated ||= (await pendingMigrations(databaseUrl)).length === 0
    if (!migrated) return ['migrations are pending']
    const { mostMs } = await upsertPulse(ctx.db, ctx.clock)
    const keyFault = await masterKeyFault({ sealer: ctx.sealer, systemTx: (work) => onPulse(ctx, work) })
    return [
      ...(mostMs <= ctx.limits.clockSkewMs ? [] : [`the clock may be ${Math.round(mostMs)} ms off the database's`]),
      ...(keyFault === null ? [] : [keyFault]),
    ]
  }
}

/** On the connection of the pulse, which no request and no loop can use up. */
function onPulse<T>({ db }: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.pulse.connection().execute(work)
}

async function obstaclesOf(ctx: Context, check: Check): Promise<string[]> {
  try {
    return await inTime(ctx, check)
  } catch (error) {
    ctx.db.notice(error)
    const outage = outageOf(error)
    if (outage !== null) return [outage]
    ctx.log.warn({ err: error }, 'whether the process is ready could not be found out')
    return ['the database refuses a write']
  }
}

/** Many who ask at once cost as much as one. */
function recently<T>(ctx: Context, ask: () => Promise<T>): () => Promise<T> {
  let known: { askedMono: number; answer: Promise<T> } | null = null
  return () => {
    const now = ctx.clock.mono()
    if (known === null || now - known.askedMono > ctx.limits.readyCacheMs) known = { askedMono: now, answer: ask() }
    return known.answer
  }
}
