import { isIP } from 'node:net'
import pg from 'pg'
import { z } from 'zod'
import { Hidden } from '../kernel/index.ts'
import { kindOf } from './addresses.ts'
import type { Logins } from './logins.ts'

const address = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' })
  .refine(isReadable, { error: 'cannot be read as an address, or names a certificate file that cannot be read' })
  .optional()

/** The owner's address, which migrates, and those of the two logins that the service works as. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: address,
  COFFER_APP_DATABASE_URL: address,
  COFFER_JOBS_DATABASE_URL: address,
}

const LOGIN_SETTINGS = ['COFFER_APP_DATABASE_URL', 'COFFER_JOBS_DATABASE_URL'] as const

type Read = z.infer<z.ZodObject<typeof DATABASE_SETTINGS>>

/** The logins come together; in production they are set, and nothing crosses a network in the clear. */
export function databaseMistakes(read: Read, isProduction: boolean): string[] {
  const missing = LOGIN_SETTINGS.filter((name) => read[name] === undefined)
  if (!isProduction) {
    return missing.length === 1 ? [`${missing[0]}: must be set when the address of the other login is`] : []
  }
  const mistakes = missing.map(
    (name) =>
      `${name}: production needs the address of a login of its own beside DATABASE_URL, the owner's, and no embedded database; ` +
      'coffer migrate makes the login',
  )
  const open = (Object.keys(DATABASE_SETTINGS) as (keyof Read)[]).filter(
    (name) => read[name] !== undefined && !isGuarded(read[name]),
  )
  return [
    ...mistakes,
    ...open.map((name) => `${name}: a database on another machine needs TLS in production; add sslmode=verify-full`),
  ]
}

/** Null outside production: then the logins are derived from the owner's address. */
export function loginsGiven(read: Read): Logins | null {
  const { COFFER_APP_DATABASE_URL: app, COFFER_JOBS_DATABASE_URL: jobs } = read
  return app === undefined || jobs === undefined ? null : { app: new Hidden(app), jobs: new Hidden(jobs) }
}

function isReadable(url: string): boolean {
  try {
    return new pg.Client({ connectionString: url }).host !== ''
  } catch {
    return false
  }
}

/**
 * True when nobody between here and the database can listen or answer in its place. The driver is asked what it makes of the address:
 * its `sslmode` of `require` and `prefer` never falls back to plain text and checks the certificate, as `verify-full` does, unless
 * `uselibpqcompat` is set.
 */
function isGuarded(url: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString: url }) as pg.Client & { ssl: unknown }
  if (host.startsWith('/') || isLoopback(host)) return true
  return ssl === true || (typeof ssl === 'object' && ssl !== null && !('rejectUnauthorized' in ssl))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && kindOf(host) === 'loopback')
}
