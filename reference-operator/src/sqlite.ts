import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Where databases lie, and whether what is committed survives a crash at once or only when they are closed. */
export type Shelf = { dataDir: string; quickCommits: boolean }

/** Opens a database of its own, `<name>.sqlite` in a folder, or one in memory for the folder `:memory:`. */
export function openSqlite({ dataDir, quickCommits }: Shelf, name: string): DatabaseSync {
  const inMemory = dataDir === ':memory:'
  if (!inMemory) mkdirSync(dataDir, { recursive: true })
  const database = new DatabaseSync(inMemory ? ':memory:' : join(dataDir, `${name}.sqlite`))
  const synchronous = quickCommits ? 'normal' : 'full'
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma foreign_keys = on`)
  return database
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
