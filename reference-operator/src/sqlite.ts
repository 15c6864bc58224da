import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens a database of its own, `<name>.sqlite` in a folder, or one in memory for the folder `:memory:`. What is committed survives a crash. */
export function openSqlite(dataDir: string, name: string): DatabaseSync {
  const inMemory = dataDir === ':memory:'
  if (!inMemory) mkdirSync(dataDir, { recursive: true })
  const database = new DatabaseSync(inMemory ? ':memory:' : join(dataDir, `${name}.sqlite`))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
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
