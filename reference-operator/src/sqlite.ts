import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Where databases lie, and whether what is committed survives a crash at once or only when they are closed. */
export type Shelf = { dataDir: string; quickCommits: boolean }

/** Opens a database of its own, `<name>.sqlite` in a folder, or one in memory for the folder `:memory:`. */
export function openSqlite({ dataDir, quickCommits }: Shelf, name: string): DatabaseSync {
  const inMemory = dataDir === ':memory:'
  const file = inMemory ? ':memory:' : join(dataDir, `${name}.sqlite`)
  if (!inMemory) keepToOwner(dataDir, file)
  const database = new DatabaseSync(file)
  const synchronous = quickCommits ? 'normal' : 'full'
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma foreign_keys = on`)
  return database
}

/** Names and addresses of players stand in it: nobody else of the machine reads it. What SQLite puts beside it has the same rights. */
function keepToOwner(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true })
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600)
}

/** Runs a piece of work in one transaction. Work is synchronous, so two calls never interleave. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
