import { later } from './clock.ts'

/** When a stay ends by itself: so long after its last use, which is written at most every `bumpMs`, and so may lag by that. */
export type IdleRule = { idleMs: number; bumpMs: number }

/** A stay is let live longer by as much as its stored last use may lag, so that no active one ends too early. */
export function isIdle(seenAt: Date, { idleMs, bumpMs }: IdleRule, now: Date): boolean {
  return now >= later(seenAt, idleMs + bumpMs)
}

/** Whether the last use is to be written. */
export function isSeenDue(seenAt: Date, { bumpMs }: Pick<IdleRule, 'bumpMs'>, now: Date): boolean {
  return now >= later(seenAt, bumpMs)
}
