/** Wall time and monotonic time come from here only, so that a simulation can own them. */
export type Clock = {
  /** Wall time. */
  now(): Date
  /** Milliseconds on a monotonic clock, for measuring. */
  mono(): number
  /** A pause: resolves after so many milliseconds; rejects when the signal aborts. One that takes longer does no harm. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * A deadline: acts after so many milliseconds, unless the function that it returns was called before. One that comes too early fails
   * what is under way, so a test decides when it comes.
   */
  after(ms: number, act: () => void): () => void
}

/** Waits for so many milliseconds, or until the signal cuts the pause short. */
export function rest(clock: Pick<Clock, 'sleep'>, ms: number, signal: AbortSignal): Promise<void> {
  return clock.sleep(ms, signal).catch(() => {})
}

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => count * 3_600_000
export const days = (count: number) => count * 86_400_000

export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/** The day in UTC, `YYYY-MM-DD`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** First moment of a day in UTC, `YYYY-MM-DD`. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The moment at which a day in UTC is over, `YYYY-MM-DD`. */
export function endOfDay(day: string): Date {
  return later(startOfDay(day), days(1))
}
