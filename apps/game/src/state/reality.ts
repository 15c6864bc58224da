import { signal } from '@preact/signals'

/** Set while the host asks the player to look up for a moment. */
export const realityCheck = signal(false)
/** Wall clock in milliseconds, moved on each minute while the game runs. */
export const minuteClock = signal(Date.now())

export function watchMinutes(): void {
  setInterval(() => {
    minuteClock.value = Date.now()
  }, 60_000)
}

export function minutesSince(startedAtMs: number): number {
  return Math.max(0, Math.floor((minuteClock.value - startedAtMs) / 60_000))
}
