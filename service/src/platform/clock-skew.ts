import { sql } from 'kysely'
import type { Clock, Limits } from '../kernel/index.ts'
import type { Tx } from './database.ts'

/** How far our clock may be from the database's, in milliseconds: nobody knows when within the round trip the database looked. */
export type ClockSkew = { leastMs: number; mostMs: number }

export async function clockSkew(tx: Tx, clock: Clock): Promise<ClockSkew> {
  const before = clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  const after = clock.now().getTime()
  const at = rows[0]?.at.getTime() ?? Number.NaN
  return { leastMs: Math.max(0, before - at, at - after), mostMs: Math.max(after - at, at - before) }
}

/** What a process knows of its own clock. */
export type ClockWatch = {
  /** Asks the database now: whether the clock is right for certain. */
  isRight(tx: Tx): Promise<boolean>
  /** Whether the last question found it wrong for certain. The loops ask all the time. */
  isWrong(): boolean
}

type Parts = { clock: Clock; limits: Limits; warn(skewMs: number): void }

export function watchClock({ clock, limits, warn }: Parts): ClockWatch {
  let isWrong = false
  return {
    isRight: async (tx) => {
      const { leastMs, mostMs } = await clockSkew(tx, clock)
      isWrong = leastMs > limits.clockSkewMs
      if (isWrong) warn(leastMs)
      return mostMs <= limits.clockSkewMs
    },
    isWrong: () => isWrong,
  }
}

/** Of a clock that somebody owns, and the world's time with it. */
export const OWNED_CLOCK: ClockWatch = { isRight: async () => true, isWrong: () => false }
