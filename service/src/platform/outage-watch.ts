import type { Clock, Limits } from '../kernel/index.ts'
import { outageOf } from './database-gone.ts'
import type { Log } from './log.ts'

export type OutageWatch = {
  /** Told of whatever failed at the database. */
  notice(error: unknown): void
  end(): void
}

type Parts = { clock: Clock; log: Log; limits: Limits; write(): Promise<unknown> }

/**
 * Tells an outage of the database once when it begins and once when it is over, however many requests and loops meet it. It is over
 * when writes work again and nothing has met it for a while.
 */
export function watchOutages({ clock, log, limits, write }: Parts): OutageWatch {
  const ending = new AbortController()
  let outage: { beganMono: number; metMono: number; metCount: number } | null = null

  const isOver = async (): Promise<boolean> => {
    try {
      await write()
    } catch {
      return false
    }
    return outage !== null && clock.mono() - outage.metMono >= limits.outageQuietMs
  }

  const untilOver = async (): Promise<void> => {
    do await clock.sleep(limits.outageLookMs, ending.signal)
    while (!(await isOver()))
    if (outage === null || ending.signal.aborted) return
    const seconds = Math.round((clock.mono() - outage.beganMono) / 1000)
    log.warn({ seconds, failedCount: outage.metCount }, 'the database serves again')
    outage = null
  }

  return {
    notice: (error) => {
      const reason = outageOf(error)
      if (reason === null || ending.signal.aborted) return
      const now = clock.mono()
      outage ??= begin(reason, error)
      outage.metMono = now
      outage.metCount += 1
    },
    end: () => ending.abort(),
  }

  function begin(reason: string, error: unknown) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    log.warn({ reason, code, alert: true }, 'the database cannot serve: what needs it is told to come again')
    untilOver().catch(ignoreAbort)
    return { beganMono: clock.mono(), metMono: clock.mono(), metCount: 0 }
  }
}

/** The end of the process ends the watch. */
function ignoreAbort(): void {}
