import type { Clock, Limits } from '../kernel/index.ts'
import type { Log } from './log.ts'

const AWAY = 'the database does not answer'
const SLOW = 'the database takes too long'
const BUSY = 'the database has no room for more'
const CLOSED = 'the database does not let us in'

const PARAMETER =
  'a pooler refuses a parameter of the connection: take options and timeouts out of the address, or name them in ignore_startup_parameters of the pooler'
const POOLER = 'a pooler in front of the database does not let us through: the log has its words'
const SHARED =
  'a pooler lends one session of the database to several connections: set it to session mode for this database'

/** Code and words: a pooler gives this code to every refusal. */
const REFUSED_PARAMETER = /^08P01 .*startup parameter/

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/** True when a statement asks for something that a migration has yet to make. */
export function isDatabaseBehind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && [UNDEFINED_TABLE, UNDEFINED_COLUMN].includes(String(error.code))
}

/** What a database says that cannot serve, whatever the request is, by SQLSTATE or the driver's code; and what that is in words. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/^25006$/, 'the database is read-only'],
  [/^53100$/, 'the disk of the database is full'],
  [/^53...$/, BUSY],
  [/^(57014|25P0[34])$/, SLOW],
  [/^58...$/, 'the database cannot read or write its files'],
  [/^(28...|3D000)$/, CLOSED],
  [/^SHARED_SESSION$/, SHARED],
  [/^08P01$/, POOLER],
  [/^(08...|57P0[1235])$/, AWAY],
  // Of the connection itself. Outbound calls answer with a reason and never throw these.
  [/^E(CONN(REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|(HOST|NET)(UNREACH|DOWN)|NOTFOUND|AI_AGAIN|ADDRNOTAVAIL)$/, AWAY],
]

/** What the driver says without a code. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(Connection terminated|timeout exceeded when trying to connect|timeout expired)/, AWAY],
  [/connection error and is not queryable|closed and is not queryable/, AWAY],
  [/SSL connection/, CLOSED],
]

/** Why the database cannot serve now, in words; null for an error that says something of the request. */
export function outageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (REFUSED_PARAMETER.test(`${code} ${error.message}`)) return PARAMETER
  const known = CODES.find(([pattern]) => pattern.test(code)) ?? WORDS.find(([pattern]) => pattern.test(error.message))
  return known?.[1] ?? null
}

/** True when an error says that the database cannot serve now: that it is away, read-only or full. It says nothing of the request. */
export function isDatabaseGone(error: unknown): boolean {
  return outageOf(error) !== null
}

type OutageWatch = {
  /** Told of whatever failed at the database. */
  notice(error: unknown): void
  end(): void
}

type Parts = { clock: Clock; log: Log; limits: Limits; write(): Promise<unknown> }

/**
 * Tells an outage of the database once when it begins and once when it is over, however many requests and loops meet it. It is over
 * when writes work again and nothing has met it for a while.
 */
export function watchOutages({ clock, log, limits, write }: Parts): OutageWatch {
  const ending = new AbortController()
  let outage: { beganMono: number; metMono: number; metCount: number } | null = null

  const isOver = async (): Promise<boolean> => {
    try {
      await write()
    } catch {
      return false
    }
    return outage !== null && clock.mono() - outage.metMono >= limits.outageQuietMs
  }

  const untilOver = async (): Promise<void> => {
    do await clock.sleep(limits.outageLookMs, ending.signal)
    while (!(await isOver()))
    if (outage === null || ending.signal.aborted) return
    const seconds = Math.round((clock.mono() - outage.beganMono) / 1000)
    log.warn({ seconds, failedCount: outage.metCount }, 'the database serves again')
    outage = null
  }

  return {
    notice: (error) => {
      const reason = outageOf(error)
      if (reason === null || ending.signal.aborted) return
      const now = clock.mono()
      outage ??= begin(reason, error)
      outage.metMono = now
      outage.metCount += 1
    },
    end: () => ending.abort(),
  }

  function begin(reason: string, error: unknown) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    const said = error instanceof Error ? error.message : undefined
    log.warn({ reason, code, said, alert: true }, 'the database cannot serve: what needs it is told to come again')
    untilOver().catch(ignoreAbort)
    return { beganMono: clock.mono(), metMono: clock.mono(), metCount: 0 }
  }
}

/** The end of the process ends the watch. */
function ignoreAbort(): void {}

/** Logs what failed and nobody hears of. That the database cannot serve is logged once, by who watches it. */
export function reportFailure(ctx: { log: Log }, error: unknown, about: object, words: string): void {
  if (!isDatabaseGone(error)) ctx.log.error({ err: error, ...about }, words)
}

/** What `ask` finds of the database. Whoever probes waits for a few seconds only: silence is reported as silence before that. */
export async function inTime<T>(ctx: { clock: Clock; limits: Limits }, ask: () => Promise<T>): Promise<T> {
  const { readyMs } = ctx.limits
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const silence = Object.assign(new Error(`no answer within ${readyMs} ms`), { code: 'ETIMEDOUT' })
  const cancel = ctx.clock.after(readyMs, () => reject(silence))
  try {
    return await Promise.race([ask(), tooLate])
  } finally {
    cancel()
  }
}
