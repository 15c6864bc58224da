const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const EXACT_MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export const moment = (at: string) => MOMENT.format(new Date(at))
/** With seconds. */
export const exactMoment = (at: string) => EXACT_MOMENT.format(new Date(at))
export const clock = (at: string) => CLOCK.format(new Date(at))
/** The date alone, in the time zone of the browser. */
export const date = (at: string) => DATE.format(new Date(at))
/** A date written as YYYY-MM-DD. */
export const day = (text: string) => DAY.format(new Date(`${text}T00:00:00Z`))

const AXIS_TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const AXIS_MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' })

/** A moment on an axis of time, as exact as the step between its labels. */
export function axisMoment(atMs: number, stepMs: number): string {
  if (stepMs < DAY_MS) return AXIS_TIME.format(atMs)
  return stepMs < MONTH_MS ? DATE.format(atMs) : AXIS_MONTH.format(atMs)
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The shortest month. */
const MONTH_MS = 28 * DAY_MS
const HOUR_MINUTES = 60
const DAY_HOURS = 24

/** The time since a moment, in its two largest units. */
export function waitedSince(at: string, nowMs = Date.now()): string {
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(at)) / MINUTE_MS))
  const hours = Math.floor(minutes / HOUR_MINUTES)
  const days = Math.floor(hours / DAY_HOURS)
  if (minutes < 1) return 'under a minute'
  if (hours < 1) return `${minutes} min`
  return days < 1 ? `${hours} h ${minutes % HOUR_MINUTES} min` : `${days} d ${hours % DAY_HOURS} h`
}

/** Whole years since a date. */
export function ageOf(dateOfBirth: string, today = new Date().toISOString().slice(0, 10)): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}
