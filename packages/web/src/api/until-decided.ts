import { ApiFailure, isUndecided } from './failure.ts'

export type UntilDecided<T> = {
  /** Sends the request; every call must send the same one. */
  send(): Promise<T>
  sleep(ms: number): Promise<void>
  /** Monotonic milliseconds. */
  now(): number
  /** Called before each wait, so that the player can be told. */
  onUndecided(failure: ApiFailure): void
  /** When to stop waiting, in milliseconds. The failure thrown then is still an undecided one. */
  giveUpMs: number
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 8000

/** Sends one request until its outcome is known. Throws ApiFailure: final, or undecided once the time is up. */
export async function untilDecided<T>(options: UntilDecided<T>): Promise<T> {
  const endsAt = options.now() + options.giveUpMs
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await options.send()
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !isUndecided(failure)) throw failure
      options.onUndecided(failure)
      const pauseMs = failure.retryAfterMs ?? waitMs
      if (options.now() + pauseMs > endsAt) throw failure
      await options.sleep(pauseMs)
    }
  }
}
