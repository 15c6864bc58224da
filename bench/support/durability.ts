import { statfsSync } from 'node:fs'
import pg from 'pg'

/** What a commit costs here. */
export type Durability = { fsync: string; synchronousCommit: string; onDisk: boolean; version: string }

const MEMORY_FILE_SYSTEMS = new Set([0x01021994, 0x858458f6])

/** Asks the server, and whether its folder lies in memory. */
export async function readDurability(url: string, folder: string): Promise<Durability> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const setting = async (name: string) =>
      String((await client.query(`select current_setting('${name}')`)).rows[0].current_setting)
    return {
      fsync: await setting('fsync'),
      synchronousCommit: await setting('synchronous_commit'),
      onDisk: !MEMORY_FILE_SYSTEMS.has(statfsSync(folder).type),
      version: await setting('server_version'),
    }
  } finally {
    await client.end()
  }
}
