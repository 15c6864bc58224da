import { join } from 'node:path'
import { takeLock } from '@coffer/embedded-postgres'
import { Problem } from './problem.ts'
import type { StartSettings } from './settings.ts'

/** Makes sure that this is the only `npm start` on the data folder; returns what to call at the end. */
export function beTheOnlyOne(settings: StartSettings): () => void {
  const addresses = `casino ${settings.operatorUrl}, service ${settings.baseUrl}`
  const taken = takeLock(join(settings.dataDir, 'start.lock'), addresses)
  if ('lock' in taken) return taken.lock.release
  const { pid, note } = taken.holder
  throw new Problem(
    `Coffer already runs in this folder (process ${pid}): ${note}. Stop it with Ctrl-C there, or: kill ${pid}`,
  )
}
