import pino from 'pino'

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
