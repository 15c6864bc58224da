import { setTimeout } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@coffer/embedded-postgres'
import type { Part } from './house.ts'
import type { StartSettings } from './settings.ts'

/** For how long a command that joined the database may go on with what it does. */
const USERS_TIMEOUT_MS = 5_000

/** Starts the embedded database, as a part and with its address. */
export async function startDatabase(
  settings: StartSettings,
  say: (line: string) => void,
): Promise<{ part: Part; url: string }> {
  const database = await startEmbeddedPostgres({ ...settings, log: say })
  say(`database in ${database.where}`)
  const ended = new Promise<string>((resolve) => database.onExit(resolve))
  const stop = async () => {
    await Promise.race([database.stop('after-users'), setTimeout(USERS_TIMEOUT_MS, undefined, { ref: false })])
    await database.stop()
  }
  const part = { name: 'database', ended, stop, kill: () => void database.stop('immediate') }
  return { part, url: database.url }
}
