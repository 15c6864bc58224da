import { hkdfSync } from 'node:crypto'
import pg from 'pg'
import { assert, Hidden } from '../kernel/index.ts'

/** The addresses that the service connects to. Neither login owns anything, and each is a role that the schema names. */
export type Logins = { readonly app: Hidden<string>; readonly jobs: Hidden<string> }

export type LoginKey = keyof Logins

/** Names of the logins, which are those of the roles that policies and privileges stand for. */
export const LOGIN_NAMES: Readonly<Record<LoginKey, string>> = { app: 'coffer_app', jobs: 'coffer_jobs' }

const PASSWORD_BYTES = 32
/** Of an address whose host may be empty, which no parser of addresses takes together with a user. */
const USER_AND_PASSWORD = /(?<=^\w+:\/\/)[^/?#]*@/

/** The logins as they are told, else those that are derived from the owner's address. */
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
