import pg from 'pg'
import { Problem } from './problem.ts'

/** Drops the database of this address with all that is in it and makes it anew, empty. */
export async function emptyDatabase(url: string): Promise<void> {
  const admin = new URL(url)
  const name = pg.escapeIdentifier(admin.pathname.slice(1))
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}

/** Slugs of the operators that a database holds; none when there is no schema in it yet. */
export async function operatorsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect().catch((error: unknown) => {
    const { message } = error instanceof AggregateError ? error.errors[0] : (error as Error)
    throw new Problem(
      `The database cannot be used (${message}): start it, or correct its address: DATABASE_URL=ADDRESS npm start`,
    )
  })
  try {
    const { rows: tables } = await client.query(`select to_regclass('public.operators') is not null as there`)
    if (!tables[0].there) return []
    const { rows } = await client.query('select slug from operators order by operator_id')
    return rows.map(({ slug }) => slug)
  } finally {
    await client.end()
  }
}
