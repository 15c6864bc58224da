import { Problem } from './problem.ts'

const POLL_MS = 50
const DEADLINE_MS = 120_000

/** Waits until the address answers with a success. Rejects when the signal aborts, and with a Problem after two minutes. */
export async function untilAnswers(url: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    signal.throwIfAborted()
    const obstacle = await ask(url)
    if (obstacle === undefined) return
    if (performance.now() > deadline) throw new Problem(`${url} is not ready after two minutes: ${obstacle}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Why the address is not ready, or undefined when it is. */
async function ask(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    const text = await response.text()
    return response.ok ? undefined : `${response.status} ${text}`
  } catch (error) {
    return String(error)
  }
}
