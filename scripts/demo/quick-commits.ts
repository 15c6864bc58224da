import pg from 'pg'

/**
 * While the work is done, commits in this database do not wait for the disk: a demo that is cut off is thrown away
 * anyhow. The last commit waits, and everything before it is on the disk then too.
 */
export async function withQuickCommits<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`alter database ${name} set synchronous_commit = off`)
    const result = await work()
    await client.query(`alter database ${name} reset synchronous_commit`)
    return result
  } finally {
    await client.end()
  }
}
