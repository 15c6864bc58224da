import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Makes a transaction read one unchanging state of the database, and write nothing. To be called before anything else in it. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}
