import type { Pace } from '../play/timing.ts'

/** Whole turns of the needle before it comes to its place. */
const TURNS: Readonly<Record<Pace, number>> = { full: 4, fast: 2, still: 0 }

/** Degrees from the top, clockwise, at which a roll stands: 36 thousandths each, written exactly. */
export function angleOf(rolledBps: number): string {
  const thousandths = String(rolledBps * 36).padStart(4, '0')
  return `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`
}

/** The same beyond the whole turns of a pace. */
export function turnedAngle(rolledBps: number, pace: Pace): string {
  return angleOf(rolledBps + TURNS[pace] * 10_000)
}
