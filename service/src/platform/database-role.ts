import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from './database.ts'

/** Connections do not have the role that row-level security rests on. */
class WrongRole extends Error {
  constructor(wanted: string, found: string) {
    super(
      `connections to the database run as ${found}, not as ${wanted}: the role is asked for when a connection opens, ` +
        'so DATABASE_URL must not carry options of its own, and a pooler in between must pass them on',
    )
    this.name = 'WrongRole'
  }
}

/** Asked of every new connection: under another role the operators' rows would not be kept apart. Throws in words. */
export async function assertRole(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  const name = String(rows[0]?.name)
  if (name !== role) throw new WrongRole(role, name)
}

/**
 * Opens a connection of each pool, so that a process whose roles are wrong ends before it serves anything. Throws what
 * {@link assertRole} throws. A database that cannot be asked yet is for `/readyz` to tell.
 */
export async function askRoles(db: Database): Promise<void> {
  const answers = await Promise.allSettled([db.app, db.jobs].map((pool) => sql`select 1`.execute(pool)))
  for (const answer of answers) {
    if (answer.status === 'rejected' && answer.reason instanceof WrongRole) throw answer.reason
  }
}
