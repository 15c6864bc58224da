import { SCHEDULE_DAYS } from '@coffer/contract/limits'

const DAY_MS = 24 * 60 * 60_000
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/

type PublishTime = { readonly at: string; readonly fault?: never } | { readonly at?: never; readonly fault: string }

/** The time of a field for a date with a time, read as UTC, or why a version cannot be published then. */
export function readPublishTime(text: string, nowMs = Date.now()): PublishTime {
  const atMs = LOCAL_TIME.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  if (!(atMs > nowMs)) return { fault: 'Choose a time in the future.' }
  if (atMs > nowMs + SCHEDULE_DAYS * DAY_MS) return { fault: `Choose a time within ${SCHEDULE_DAYS} days.` }
  return { at: new Date(atMs).toISOString() }
}
