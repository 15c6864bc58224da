import type { ClientBase } from 'pg'

/** Connections are not the login that row-level security and privileges rest on, or the login may more than it should. */
export class WrongLogin extends Error {
  override readonly name = 'WrongLogin'
}

type Standing = { name: string; isMighty: boolean; isMember: boolean; owns: boolean; timezone: string }

const STANDING = `
  select current_user::text as name, current_setting('TimeZone') as timezone,
    rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as "isMighty",
    exists (select from pg_auth_members where member = pg_roles.oid) as "isMember",
    exists (
      select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = pg_roles.oid and deptype = 'o'
    ) as owns
  from pg_roles where rolname = current_user`

/**
 * Asked of every new connection, in every environment: under another login, or one that can become more, the walls between operators
 * and around what is final would not stand. Throws in words.
 */
export async function assertLogin(client: ClientBase, login: string): Promise<void> {
  const { rows } = await client.query<Standing>(STANDING)
  const fault = rows[0] === undefined ? 'it is no role' : faultOf(rows[0], login)
  if (fault === null) return
  throw new WrongLogin(`The service does not work as this login of the database: ${fault}.`)
}

function faultOf({ name, isMighty, isMember, owns, timezone }: Standing, login: string): string | null {
  if (name !== login) return `connections run as ${name}, not as ${login}; give the address of ${login}`
  if (isMighty) {
    return `${name} may more than read and write rows; take it away with alter role ${name} nosuperuser nobypassrls nocreaterole nocreatedb noreplication`
  }
  if (isMember) return `${name} is a member of another role, which it could become; revoke that role from ${name}`
  if (owns)
    return `${name} owns something in the cluster; give that to the user of DATABASE_URL with reassign owned by ${name}`
  if (timezone === 'UTC') return null
  return `${name} counts days in ${timezone}; its address must not carry options of its own, and a pooler in between must pass ours on`
}

/** True when a login is not there, may not log in or has another password: what a migration mends. */
export function isTurnedAway(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('28')
}
