import type { OddsPrize } from '@coffer/fairness'
import { BOX_UNITS } from '../text/rounds.ts'

/** Opens of a simulation. */
export const SIMULATED_OPENS = 100_000
/** Opens of each of its series. */
export const SERIES_OPENS = 1_000
/** Series of a simulation. */
export const SERIES = SIMULATED_OPENS / SERIES_OPENS
/** Units of a chance that is won in one open of a simulation on average. */
export const UNITS_PER_OPEN = BOX_UNITS / SIMULATED_OPENS

/** A prize as it is drawn and counted. */
export type SimulatedPrize = Pick<OddsPrize, 'itemId' | 'name' | 'type' | 'valueMinor' | 'chanceUnits'>

/** A version with a price above 0, whose chances sum to 100,000,000 units. */
export type SimulatedVersion = { readonly priceMinor: number; readonly prizes: readonly SimulatedPrize[] }

/** A version, and the seeds that decide which prizes are won. */
export type SimulationInput = SimulatedVersion & { readonly serverSeed: string; readonly clientSeed: string }

/** What happened in a simulation. */
export type Simulation = {
  /** Opens that won each prize, in the order of the prizes. */
  readonly wins: readonly number[]
  /** Values of the prizes that each series of opens won, in minor units. */
  readonly seriesMinor: readonly number[]
  /** The largest number of opens in a row that each returned less than the price. */
  readonly longestLossRun: number
  /** The lowest GGR after any number of opens, at most 0. */
  readonly lowestGgrMinor: bigint
  /** Opens after which the GGR first reached its lowest; 0 if it was never below 0. */
  readonly lowestAfterOpens: number
}

/** What the worker sends: the number of opens so far, repeatedly, and then the result. */
export type SimulationMessage =
  | { readonly kind: 'progress'; readonly opens: number }
  | { readonly kind: 'result'; readonly simulation: Simulation }
