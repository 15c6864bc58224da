import { ConfigError } from '@coffer/service/platform'
import pg from 'pg'
import { mendable } from '../start/problem.ts'
import { makeDemo } from './make-demo.ts'
import type { DemoWish } from './past.ts'

/** Makes the demo that it is told to, says what came of it, and ends. Ends at once when whoever started it is gone. */
process.once('disconnect', () => process.exit(1))
process.once('message', async (message) => {
  const wish = message as DemoWish
  // A database of somebody's own is not ours to set.
  const isOurs = wish.settings.databaseUrl === undefined
  try {
    const made = await (isOurs ? withQuickCommits(wish.databaseUrl, () => makeDemo(wish)) : makeDemo(wish))
    process.send?.(made, () => process.exit(0))
  } catch (error) {
    const problem = error instanceof ConfigError ? error.message.replaceAll('\n', '; ') : mendable(error)
    if (problem === null) throw error
    process.send?.({ problem }, () => process.exit(1))
  }
})

/**
 * While the work is done, commits in this database do not wait for the disk: a demo that is cut off is thrown away
 * anyhow. The last commit waits, and everything before it is on the disk then too.
 */
async function withQuickCommits<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
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
