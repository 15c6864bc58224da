import { randomBytes } from 'node:crypto'
import { LIMITS } from '@coffer/service/kernel'
import { type Database, derivedLogins, openDatabase } from '@coffer/service/platform'
import type pg from 'pg'
import { PATIENT_LIMITS } from './patient-limits.ts'
import { openPool } from './rows.ts'

/** Serialises the copies: PostgreSQL refuses to copy a template that another session looks at. */
const CLONE_LOCK = 4_201_337

/** One connection for all databases of a process. */
let admin: pg.Pool | undefined

/**
 * A database of its own with the newest schema and no rows, for one test file. It is never dropped before the run ends,
 * when the whole cluster goes. Needs the global set-up of `npm test` or `npm run t`.
 */
export async function createTestDatabase(): Promise<{ url: string; name: string }> {
  const adminUrl = required('TEST_DATABASE_URL')
  const name = `test_${randomBytes(8).toString('hex')}`
  admin ??= openPool(adminUrl)
  const client = await admin.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [CLONE_LOCK])
    // Files are copied as they are; the usual way writes each page of them into the log of changes, too.
    await client.query(`create database ${name} template ${required('TEST_DATABASE_TEMPLATE')} strategy file_copy`)
    await client.query('select pg_advisory_unlock($1)', [CLONE_LOCK])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, name }
}

/** One connection of a login to a new database, so that a statement meets itself again, and whatever is left there the next transaction. */
export async function openOneConnection(): Promise<{ url: string; db: Database }> {
  const { url } = await createTestDatabase()
  return {
    url,
    db: openDatabase(derivedLogins(url), { ...LIMITS, ...PATIENT_LIMITS, jobsConnections: 1 }, { notice: () => {} }),
  }
}

/** The settings of a process that knows the logins of a database and not its owner, as in production. */
export function loginSettings(databaseUrl: string) {
  const { app, jobs } = derivedLogins(databaseUrl)
  return { COFFER_APP_DATABASE_URL: app.reveal(), COFFER_JOBS_DATABASE_URL: jobs.reveal() }
}

function required(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error('No database for tests: run this file with `npm run t -- FILE`.')
  return value
}
