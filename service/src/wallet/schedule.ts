import { later } from '../kernel/index.ts'

/** When the resolver tries an operation again (money protocol §5). Pure; the unit is a minute in production. */

const BACKOFF_UNITS = [1, 2, 5, 15, 60, 120, 360] as const
const LONGEST_UNITS = 360
const PARK_AFTER_UNITS = 72 * 60

/** The next look after so many tries of the resolver. */
export function nextLook(now: Date, tries: number, unitMs: number): Date {
  return later(now, (BACKOFF_UNITS[tries] ?? LONGEST_UNITS) * unitMs)
}

/** True when an operation has been open for so long that staff must look at it. */
export function isParkable(createdAt: Date, now: Date, unitMs: number): boolean {
  return now.getTime() - createdAt.getTime() >= PARK_AFTER_UNITS * unitMs
}
