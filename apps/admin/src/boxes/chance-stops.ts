const STEPS = 1_000
/** STEPS to the power of 4, divided by 100,000,000 units. */
const DIVISOR = 10_000
const UNITS_PER_PERCENT = 1_000_000

/**
 * The units that a slider can set, in ascending order, from 1 unit to 100%. They follow the fourth power, so that both 0.01% and 50% can be set, and
 * are round: multiples of 0.5% from 10% on, and two digits below.
 */
export const CHANCE_STOPS: readonly number[] = stops()

function stops(): number[] {
  const units = new Set<number>()
  for (let step = 10; step <= STEPS; step += 1) units.add(roundUnits(Math.floor(step ** 4 / DIVISOR)))
  return [...units]
}

function roundUnits(units: number): number {
  const unit = units < 10 * UNITS_PER_PERCENT ? 10 ** Math.max(0, `${units}`.length - 2) : UNITS_PER_PERCENT / 2
  return Math.round(units / unit) * unit
}

/** The position of a slider for a chance: that of the largest stop that is not above it. 0 without a chance. */
export function stopAt(units: number | null): number {
  return units === null ? 0 : CHANCE_STOPS.findLastIndex((stop) => stop <= units)
}
