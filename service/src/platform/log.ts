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

/** `destination` is for tests that read what was logged. */
export function makeLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: HIDDEN.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[hidden]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
