import { DatabaseBusy, startEmbeddedPostgres } from '@coffer/service/database'
import type { Part } from './house.ts'
import { Problem } from './problem.ts'
import type { StartSettings } from './settings.ts'

/** Starts the embedded database, as a part and with its address. */
export async function startDatabase(
  settings: StartSettings,
  say: (line: string) => void,
): Promise<{ part: Part; url: string }> {
  const database = await startEmbeddedPostgres({ ...settings, log: say }).catch((error: unknown) => {
    if (!(error instanceof DatabaseBusy)) throw error
    throw new Problem(`${error.message}\nWait until that command is done, or end it, and start again.`)
  })
  say(`database in ${database.where}`)
  const ended = new Promise<string>((resolve) => database.onExit(resolve))
  const part = { name: 'database', ended, stop: () => database.stop(), kill: () => void database.stop('immediate') }
  return { part, url: database.url }
}
