import pg from 'pg'

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
