import { mulDivFloorCapped } from '@coffer/contract/money'
import { Refusal } from '../kernel/index.ts'

/** How far a value may rise at once (decisions §15). Pure. */

/** The most that a value may be stated without a second person: so much above the last one, exactly, and that much itself. */
export function mostAfter(lastMinor: number, maxStepBps: number): number {
  return mulDivFloorCapped(lastMinor, 10_000 + maxStepBps, 10_000)
}

/** A value that somebody states and that is above that; `path` names it in the refusal. */
export type Leap = {
  path: string
  itemId: number
  lastMinor: number
  mostMinor: number
  valueMinor: number
  currency: string
  /** The moment that was named for it. */
  recordedAt: Date | null
}

/** A leap as it was kept for a second person. */
export type HeldLeap = Leap & { heldValueId: number; expiresAt: Date }

/** Thrown inside a transaction, so that nothing of what was stated stays; `holdLeaps` makes a refusal of it. */
export class LeapsFound extends Error {
  readonly leaps: readonly Leap[]

  constructor(leaps: readonly Leap[]) {
    super('a value leaps too far')
    this.leaps = leaps
  }
}

/** Does nothing when there is none. */
export function refuseLeaps(leaps: readonly Leap[]): void {
  if (leaps.length > 0) throw new LeapsFound(leaps)
}

/** VALUE_STEP_TOO_LARGE, with each leap by its path, and those that wait for a second person. */
export function leapRefusal(leaps: readonly Leap[], held: readonly HeldLeap[]): Refusal {
  const fields = leaps.map(({ path, lastMinor, mostMinor }): [string, string[]] => [
    path,
    [`must be at most ${mostMinor} after ${lastMinor}, unless a second member of staff approves it`],
  ])
  const current = held.map(({ heldValueId, itemId, lastMinor, mostMinor, valueMinor, currency, expiresAt }) => ({
    ...{ heldValueId, itemId, lastMinor, mostMinor, valueMinor, currency },
    expiresAt: expiresAt.toISOString(),
  }))
  return new Refusal('VALUE_STEP_TOO_LARGE', { fields: Object.fromEntries(fields), current: { heldValues: current } })
}
