import pino from 'pino'
import { type Clock, type Limits, seconds } from '../kernel/index.ts'

/** Structured log. Values of these names never reach it, wherever they stand. */
export type Log = pino.Logger

const HIDDEN = [
  'authorization',
  'cookie',
  'x-signature',
  'secret',
  'keySecret',
  'outboundSecret',
  'token',
  'launchToken',
  'sessionToken',
  'serverSeed',
  'password',
  'email',
  'address',
  'body',
]

/** An error without the fields that the database adds to it: they hold rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, message, stack, code: 'code' in error ? String(error.code) : undefined }
}

/** `destination` is for tests that read what was logged. */
export function makeLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: HIDDEN.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[hidden]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What staff should hear of, by the name under which it stands in the log and in the metrics, with its words. */
const ALERTS = {
  value_step_refused: 'a value leaps too far above the last one',
  value_step_approved: 'a leap of a value was approved by a second person',
  cashback_above_limit: 'a cashback would pay more than the operator lets one pay',
  audit_head_broken: 'an audit log does not end where its signed head says: coffer audit verify looks at all of it',
} as const

type AlertName = keyof typeof ALERTS

export type Alerts = {
  /** To be called once what it is about is committed, or was rolled back for good. */
  raise(name: AlertName, details: Record<string, unknown>): void
  /** How often each was raised by this process; those that never were stand at 0. */
  counts(): ReadonlyMap<AlertName, number>
}

export function makeAlerts(log: Log): Alerts {
  const counts = new Map((Object.keys(ALERTS) as AlertName[]).map((name) => [name, 0]))
  return {
    raise: (name, details) => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      log.warn({ alert: true, name, ...details }, ALERTS[name])
    },
    counts: () => counts,
  }
}

type Lines = { leftCount: number; atMs: number; skippedCount: number }
type Logging = { clock: Clock; limits: Limits; log: Log }

const lines = new WeakMap<object, Lines>()

/**
 * Writes a line about a request of nobody known, as long as there are not too many of them: else a stranger fills the disk at no cost.
 * What got no line is counted, and the count is logged before the next one that does.
 */
export function strangerLine(ctx: Logging, write: () => void): void {
  const own = refilled(ctx, lines.get(ctx.log))
  lines.set(ctx.log, own)
  if (own.leftCount < 1) {
    own.skippedCount += 1
    return
  }
  own.leftCount -= 1
  if (own.skippedCount > 0) ctx.log.warn({ count: own.skippedCount }, 'requests of strangers that got no line')
  own.skippedCount = 0
  write()
}

function refilled({ clock, limits }: Logging, known: Lines | undefined): Lines {
  const atMs = clock.mono()
  if (!known) return { leftCount: limits.strangerLinesCount, atMs, skippedCount: 0 }
  const back = ((atMs - known.atMs) * limits.strangerLinesPerSecondCount) / seconds(1)
  return { ...known, leftCount: Math.min(limits.strangerLinesCount, known.leftCount + back), atMs }
}
