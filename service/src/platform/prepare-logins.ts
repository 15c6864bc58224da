import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import pg from 'pg'
import { LIMITS } from '../kernel/index.ts'
import { LOGIN_NAMES, type LoginKey, type Logins } from './logins.ts'
import { systemRandom } from './system-random.ts'

/** Of a login that is not there, may not log in, or has another password. */
const TURNED_AWAY = /^28/
/** Others alter the same login at this moment: roles belong to the cluster, and its databases migrate on their own. */
const AT_ONCE = new Set(['XX000', '23505', '40001'])
const SALT_BYTES = 16

/**
 * Policies hold for the owner, too: what it migrates and dumps it sees as a member of the jobs' role, which the first migration makes it. A
 * database that was restored in another cluster lacks that. A superuser passes them. Throws in words when it may not become one.
 */
export async function letOwnerSeeAll(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(
    "select pg_has_role(oid, 'usage') as sees, current_user::text as name from pg_roles where rolname = $1",
    [LOGIN_NAMES.jobs],
  )
  const [standing] = rows
  if (standing === undefined || standing.sees) return
  await owner.query(`grant ${LOGIN_NAMES.jobs} to current_user`).catch((error: unknown) => {
    throw cannotSee(standing.name, error)
  })
}

function cannotSee(name: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(
    `The user of DATABASE_URL sees no rows, and may not change that (${reason}). Nothing was migrated. ` +
      `Somebody who may has to run: grant ${LOGIN_NAMES.jobs} to ${name}`,
  )
}

/**
 * Lets both logins in with the passwords of their addresses. One that gets in is left as it is, so whoever made the logins by hand
 * need not give the owner the right to. Throws in words when a login stays out.
 */
export async function prepareLogins(owner: pg.Client, logins: Logins): Promise<void> {
  for (const key of ['app', 'jobs'] as const) await letIn(owner, key, logins[key].reveal())
}

async function letIn(owner: pg.Client, key: LoginKey, url: string): Promise<void> {
  const name = LOGIN_NAMES[key]
  for (let tries = LIMITS.transactionTries; tries > 0; tries--) {
    if (await getsIn(url)) return
    await alter(owner, name, url).catch((error: unknown) => {
      if (!hasCode(error, (code) => AT_ONCE.has(code))) throw cannotAlter(name, error)
    })
  }
  if (await getsIn(url)) return
  throw new Error(
    `The login ${name} has the password of its address, and the server still turns it away: its pg_hba.conf must let ` +
      `${name} log in with a password, and the address must name ${name} as the user.`,
  )
}

async function getsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LIMITS.databaseConnectMs })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (hasCode(error, (code) => TURNED_AWAY.test(code))) return false
    throw error
  } finally {
    await client.end()
  }
}

/** The password itself does not travel: the server's log may keep every statement that changes a role. */
async function alter(owner: pg.Client, name: string, url: string): Promise<void> {
  const { password } = new pg.Client({ connectionString: url })
  const { rows } = await owner.query("select coalesce(current_setting('scram_iterations', true), '4096')::int as count")
  const secret = password ? ` password '${verifierOf(password, rows[0].count)}'` : ''
  await owner.query(`alter role ${name} login${secret}`)
}

/** What PostgreSQL keeps of a password (RFC 5802). */
function verifierOf(password: string, iterationCount: number): string {
  const salt = systemRandom.bytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, iterationCount, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterationCount}:${salt.toString('base64')}$${stored}:${server}`
}

function cannotAlter(name: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(
    `The login ${name} is turned away with the password of its address, and the user of DATABASE_URL may not change it ` +
      `(${reason}). Somebody who may has to run: alter role ${name} login password '…'`,
  )
}

function hasCode(error: unknown, matches: (code: string) => boolean): boolean {
  return error instanceof Error && 'code' in error && matches(String(error.code))
}
