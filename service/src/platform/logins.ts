import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto'
import pg, { type ClientBase } from 'pg'
import { assert, Hidden, LIMITS } from '../kernel/index.ts'
import { openSession, type Settings } from './database-session.ts'
import { systemRandom } from './system.ts'

/** The addresses that the service connects to. Neither login owns anything, and each is a role that the schema names. */
export type Logins = { readonly app: Hidden<string>; readonly jobs: Hidden<string> }

export type LoginKey = keyof Logins

/** Names of the logins, which are those of the roles that policies and privileges stand for. */
export const LOGIN_NAMES: Readonly<Record<LoginKey, string>> = { app: 'coffer_app', jobs: 'coffer_jobs' }

const PASSWORD_BYTES = 32
/** Of an address whose host may be empty, which no parser of addresses takes together with a user. */
const USER_AND_PASSWORD = /(?<=^\w+:\/\/)[^/?#]*@/

/** The logins as they are set, else those that are derived from the owner's address. */
export function loginsOf(config: { logins: Logins | null; databaseUrl: Hidden<string> | null }): Logins {
  if (config.logins) return config.logins
  assert(config.databaseUrl, 'a database is known')
  return derivedLogins(config.databaseUrl.reveal())
}

/**
 * The logins of a database whose owner is known. Their passwords follow from the owner's, so that all processes that know the one know
 * the others, whichever master key they have, and several databases of one cluster agree. An owner without a password has logins
 * without one: the server trusts whoever reaches it.
 */
export function derivedLogins(ownerUrl: string): Logins {
  const { password } = new pg.Client({ connectionString: ownerUrl })
  const login = (key: LoginKey) => {
    const url = new URL(ownerUrl.replace(USER_AND_PASSWORD, ''))
    url.searchParams.set('user', LOGIN_NAMES[key])
    url.searchParams.delete('password')
    if (password) url.searchParams.set('password', derivedPassword(password, LOGIN_NAMES[key]))
    return new Hidden(url.href)
  }
  return { app: login('app'), jobs: login('jobs') }
}

/** Where a database is, for people: never who asks, nor a password. Null for a name that the address leaves to the user's. */
export function databasePlace(url: string): { host: string; port: number; name: string | null } {
  const { host, port, database, user } = new pg.Client({ connectionString: url })
  return { host, port, name: database === undefined || database === user ? null : database }
}

function derivedPassword(ownersPassword: string, name: string): string {
  const bytes = hkdfSync('sha256', ownersPassword, '', `coffer login: ${name}`, PASSWORD_BYTES)
  return Buffer.from(bytes).toString('base64url')
}

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
  const [found] = rows
  if (found === undefined || found.sees) return
  await owner.query(`grant ${LOGIN_NAMES.jobs} to current_user`).catch((error: unknown) => {
    throw cannotSee(found.name, error)
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

/** Connections are not the login that row-level security and privileges rest on, or the login may more than it should. */
export class WrongLogin extends Error {
  override readonly name = 'WrongLogin'
}

type LoginFacts = { name: string; isMighty: boolean; isMember: boolean; owns: boolean; encoding: string }

const READ_LOGIN = `
  select current_user::text as name, current_setting('server_encoding') as encoding,
    rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as "isMighty",
    exists (select from pg_auth_members where member = pg_roles.oid) as "isMember",
    exists (
      select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = pg_roles.oid and deptype = 'o'
    ) as owns
  from pg_roles where rolname = current_user`

/**
 * Gives a new connection its settings, and asks in every environment what it may: under another login, or one that can become more, the
 * walls between operators and around what is final would not stand. Throws in words.
 */
export async function assertLogin(client: ClientBase, login: string, settings: Settings): Promise<void> {
  const { rows } = await openSession<LoginFacts>(client, settings, READ_LOGIN)
  const [facts] = rows
  const fault = facts === undefined ? 'it is no role' : faultOf(facts, login)
  if (fault !== null) throw new WrongLogin(`The service does not work as this login of the database: ${fault}.`)
}

function faultOf({ name, isMighty, isMember, owns, encoding }: LoginFacts, login: string): string | null {
  if (name !== login) return `connections run as ${name}, not as ${login}; give the address of ${login}`
  if (isMighty) {
    return `${name} may more than read and write rows; take it away with alter role ${name} nosuperuser nobypassrls nocreaterole nocreatedb noreplication`
  }
  if (isMember) return `${name} is a member of another role, which it could become; revoke that role from ${name}`
  if (owns)
    return `${name} owns something in the cluster; give that to the user of DATABASE_URL with reassign owned by ${name}`
  return encoding === 'UTF8'
    ? null
    : `its database keeps text as ${encoding}; run coffer migrate, which says how to make one of UTF8`
}

/** True when a login is not there, may not log in or has another password: what a migration mends. */
export function isTurnedAway(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('28')
}
