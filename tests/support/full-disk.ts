import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRows } from './rows.ts'

const SOON_MS = 100

/** Makes tables that hold nothing yet impossible to grow, as on a full disk: their files are one that is always full. Returns what ends it. */
export async function fillDisk(databaseUrl: string, tables: readonly string[]): Promise<() => Promise<void>> {
  const rows = openRows(databaseUrl)
  const [{ folder } = { folder: '' }] = await rows.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  )
  const files: string[] = []
  for (const table of tables) {
    const [row] = await rows.query<{ path: string; size: number }>(
      `select pg_relation_filepath('${table}') as path, pg_relation_size('${table}')::int as size`,
    )
    if (row?.size !== 0) throw new Error(`${table} holds something`)
    files.push(join(folder, row.path))
  }
  for (const file of files) {
    renameSync(file, `${file}.aside`)
    symlinkSync('/dev/full', file)
  }
  await endConnections(databaseUrl)
  return async () => {
    for (const file of files) {
      rmSync(file)
      renameSync(`${file}.aside`, file)
    }
    await endConnections(databaseUrl)
  }
}

/** Makes every connection that is opened from now on read-only, or lets it write again, and ends those that there are. */
export async function setReadOnly(databaseUrl: string, isReadOnly: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'
  await openRows(databaseUrl).query(`begin read write; alter database "${name}" ${change}; commit`)
  await endConnections(databaseUrl)
}

/** All but the one that says so: what it has opened, and what it was told at its beginning, a connection keeps. */
async function endConnections(databaseUrl: string): Promise<void> {
  await openRows(databaseUrl).query(
    'select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  // Until whoever had one has heard of its end.
  await sleep(SOON_MS)
}
