import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 10
/** Ends only what hangs. */
const END_MS = 120_000

/** Waits until something holds that no event tells. Throws a plain `Error` when it never does, so that it may be retried. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  { pauseMs = PAUSE_MS, endMs = END_MS } = {},
): Promise<void> {
  for (let waitedMs = 0; waitedMs < endMs; waitedMs += pauseMs) {
    if (await holds()) return
    await sleep(pauseMs)
  }
  throw new Error(`it did not come true that ${what}`)
}
