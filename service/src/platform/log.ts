import { writeSync } from 'node:fs'
import pino from 'pino'
import { type Clock, LIMITS, type Limits, seconds } from '../kernel/index.ts'

/** Structured log. Values of these names never reach it, wherever they stand. */
export type Log = pino.Logger & { plain: PlainLog }

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
] as const

/** What a plain line may hold: ids, counts and words of our own, under none of the hidden names. */
type PlainField = Exclude<
  'requestId' | 'method' | 'route' | 'status' | 'ms' | 'operator' | 'operationId' | 'attemptId' | 'outcome' | 'reason',
  (typeof HIDDEN)[number]
>

type PlainLine = { readonly [Name in PlainField]?: string | number | undefined }

/** An object that holds more than a plain line may is none, wherever it was made. */
type Plain<Line> = Line & { readonly [Name in Exclude<keyof Line, PlainField>]: never }

/**
 * Writes the lines that every request has, as the log does, but looks for nothing to hide: that takes ten times as long as to write them.
 * Their names are closed and their values have no parts, so there is nothing to be found.
 */
export type PlainLog = Record<
  'debug' | 'info',
  <Line extends PlainLine>(line: Plain<Line>, words: 'request' | 'wallet call') => void
>

/** An error without the fields that the database adds to it: they hold rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  return { name, message, stack, code: 'code' in error ? String(error.code) : undefined }
}

/** To the standard output of the process, unless another destination is given. */
export function makeLog(level: string, destination: pino.DestinationStream = standardOutput()): Log {
  const form: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  }
  const options: pino.LoggerOptions = {
    ...form,
    serializers: { err: describeError },
    redact: { paths: HIDDEN.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[hidden]' },
  }
  return Object.assign(pino(options, destination), { plain: pino(form, destination) as PlainLog })
}

/**
 * Where a log of lines goes: gathered for a moment and written together, since each write is a call of the system. In the order in which
 * they came, and never waiting: what a full pipe or a full disk does not take stays here, and when that is too much, lines are lost, which
 * the first line after them says. What is left when the process ends is written then.
 */
export class LogOutput {
  readonly #fd: number
  #text = ''
  #textBytes = 0
  /** What could not be written yet: its first line may be half written. */
  #left: Buffer = Buffer.alloc(0)
  #lostCount = 0
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(fd: number) {
    this.#fd = fd
    process.on('exit', () => this.#end())
  }

  write(line: string): void {
    if (this.#isClosed) return
    if (this.#textBytes + this.#left.length > LIMITS.logHeldBytes) {
      this.#lostCount += 1
      return
    }
    if (this.#lostCount > 0) this.#add(lostLine(this.#lostCount))
    this.#lostCount = 0
    this.#add(line)
    if (this.#textBytes >= LIMITS.logChunkBytes && this.#left.length === 0) this.flushSync()
    else this.#timer ??= setTimeout(() => this.flushSync(), LIMITS.logFlushMs).unref()
  }

  #add(line: string): void {
    this.#text += line
    this.#textBytes += Buffer.byteLength(line)
  }

  /** Writes what it can. The logger calls it after a line that is fatal. */
  flushSync(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    let bytes = Buffer.concat([this.#left, Buffer.from(this.#text)])
    this.#text = ''
    this.#textBytes = 0
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#fd, bytes))
    } catch (error) {
      this.#isClosed = codeOf(error) === 'EPIPE'
    }
    this.#left = this.#isClosed ? Buffer.alloc(0) : bytes
    if (this.#left.length > 0) this.#timer = setTimeout(() => this.flushSync(), LIMITS.logFlushMs).unref()
  }

  /** The last moment of the process: a reader that is slow is waited for, but not for ever. */
  #end(): void {
    for (let tries = 0; tries < LIMITS.logEndTries; tries++) {
      this.flushSync()
      if (this.#left.length === 0) return
      Atomics.wait(NOTHING, 0, 0, LIMITS.logFlushMs)
    }
  }
}

const NOTHING = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function lostLine(count: number): string {
  return `{"level":"warn"${pino.stdTimeFunctions.isoTime()},"count":${count},"msg":"lines of the log were lost: nobody took them"}\n`
}

let own: LogOutput | null = null

/** The standard output of this process: one for all its logs, so that their lines keep their order. */
export function standardOutput(): LogOutput {
  // Asking for its number makes Node open it, and from then on a pipe that is full says so and does not stop the process.
  own ??= new LogOutput(process.stdout.fd)
  return own
}

/** What staff should hear of, by the name under which it stands in the log and in the metrics, with its words. */
const ALERTS = {
  value_step_refused: 'a value leaps too far above the last one',
  value_step_approved: 'a leap of a value was approved by a second person',
  scheduled_version_refused: 'a scheduled version of a box was not published',
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
