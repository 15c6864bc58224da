import { joinRunning } from './running.ts'
import { DatabaseBusy, startEmbeddedPostgres } from './start.ts'

export type DatabaseChoice = {
  /** `DATABASE_URL`; when set, nothing is started. */
  databaseUrl?: string | undefined
  dataDir: string
  projectDir: string
  log?: ((line: string) => void) | undefined
}

const WAIT_MS = 30_000
const RETRY_MS = 100

/**
 * Runs `work` with a database: the one of `DATABASE_URL`, else the embedded one that already runs on the data folder,
 * else one that is started for the time of the work. Another command that joined meanwhile is let finish.
 */
export async function withDatabase<T>(choice: DatabaseChoice, work: (url: string) => Promise<T>): Promise<T> {
  if (choice.databaseUrl) return work(choice.databaseUrl)
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const joined = joinRunning(choice.dataDir)
    if (joined) return work(joined.url).finally(joined.leave)
    const started = await startEmbeddedPostgres(choice).catch((error: unknown) => {
      if (!(error instanceof DatabaseBusy) || performance.now() > deadline) throw error
    })
    if (started) {
      try {
        return await work(started.url)
      } finally {
        await started.stop('after-users')
      }
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
