import { statfsSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import pg from 'pg'

/** Where and when something was measured. */
export type Machine = { date: string; cpu: string; cores: number; memoryGb: number; node: string; loadBefore: number }

export function readMachine(): Machine {
  const all = cpus()
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
}

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
