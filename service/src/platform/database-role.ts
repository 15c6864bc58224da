import type { ClientBase } from 'pg'

/** Connections do not have the role that row-level security rests on. */
export class WrongRole extends Error {
  constructor(wanted: string, found: string) {
    super(
      `connections to the database run as ${found}, not as ${wanted}: the role is asked for when a connection opens, ` +
        'so DATABASE_URL must not carry options of its own, and a pooler in between must pass them on',
    )
    this.name = 'WrongRole'
  }
}

/** Asked of every new connection: under another role the operators' rows would not be kept apart. Throws WrongRole. */
export async function assertRole(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  const name = String(rows[0]?.name)
  if (name !== role) throw new WrongRole(role, name)
}
