/** Days that a field for a day accepts. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2099-12-31'

/** True for the date of a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const start = new Date(`${text}T00:00:00Z`)
  // Some browsers read February 30 as March 2.
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text)
}
