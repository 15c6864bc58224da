import { BOX_UNITS } from '../text/rounds.ts'
import { UNITS_PER_PERCENT } from './chance-text.ts'

const STEPS = 1_000
const DIVISOR = STEPS ** 4 / BOX_UNITS

/**
 * Units that a slider can set, in ascending order, from 1 unit to 100%. They grow with the fourth power, so that both 0.01% and 50% can be set. They
 * have two significant digits; from 10% on they are multiples of 0.5%.
 */
export const CHANCE_STOPS: readonly number[] = stops()

function stops(): number[] {
  const units = new Set<number>()
  for (let step = 1; step <= STEPS; step += 1) units.add(Math.max(1, roundUnits(Math.floor(step ** 4 / DIVISOR))))
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
