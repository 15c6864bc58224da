import { mulDivCeilCapped, mulDivFloor, mulDivFloorCapped } from '@coffer/contract/money'
import { invertRate, minorRate, type Rate } from '@coffer/contract/rates'
import type { Settings } from '@coffer/contract/settings'

/** What a stake can win at a chance (interface §4.6 rule 9, decisions §10). Integers and exact rationals only. Pure. */

/** The whole, in basis points. */
export const WHOLE_BPS = 10_000
const WHOLE_PERCENT = 100
/** The band reaches down to the target divided by 1.1. */
const BAND_PERCENT = 110

/** What a win is offered under. `nuggetsCostPercent` is the cost of a Nugget as a share of a Credit, 0 without no-loss. */
export type Terms = { houseEdgeBps: number; noLoss: boolean; nuggetsCostPercent: number }

/** Values that can be aimed at, both ends included; empty when `lowerMinor` is above `upperMinor`. */
export type Band = { lowerMinor: number; upperMinor: number }

export function termsOf({ upgrader, noLoss }: Pick<Settings, 'upgrader' | 'noLoss'>): Terms {
  const nuggetsCostPercent = noLoss.enabled ? noLoss.nuggetsCostPercent : 0
  return { houseEdgeBps: upgrader.houseEdgeBps, noLoss: noLoss.enabled, nuggetsCostPercent }
}

/**
 * The largest chance that may be sold, in basis points; 0 when none can. A win without no-loss returns at most 1 − e of the stake, so the
 * chance is below that. With no-loss a win is worth at least the stake, which bounds the chance to 1 − e / (1 − c).
 */
export function largestChance({ houseEdgeBps, noLoss, nuggetsCostPercent: c }: Terms): number {
  const returnBps = WHOLE_BPS - houseEdgeBps
  if (!noLoss) return returnBps
  return Math.max(0, mulDivFloor(1, WHOLE_PERCENT * returnBps - WHOLE_BPS * c, WHOLE_PERCENT - c))
}

/**
 * The target as a multiple of the stake, exact: ((1 − e) − (1 − p) · c) / p, over 100 · p with p in basis points.
 */
export function multipleOf({ houseEdgeBps, nuggetsCostPercent: c }: Terms, chanceBps: number): Rate {
  const n = WHOLE_PERCENT * (WHOLE_BPS - houseEdgeBps) - (WHOLE_BPS - chanceBps) * c
  return { numerator: BigInt(n), denominator: BigInt(WHOLE_PERCENT * chanceBps) }
}

/** From the target divided by 1.1, and with no-loss from the stake, up to the target; whole minor units inside it. */
export function bandOf(terms: Terms, stakeMinor: number, chanceBps: number): Band {
  const { numerator, denominator } = multipleOf(terms, chanceBps)
  const percent = BigInt(WHOLE_PERCENT)
  const lowerMinor = mulDivCeilCapped(stakeMinor, numerator * percent, denominator * BigInt(BAND_PERCENT))
  return {
    lowerMinor: terms.noLoss ? Math.max(lowerMinor, stakeMinor) : lowerMinor,
    upperMinor: mulDivFloorCapped(stakeMinor, numerator, denominator),
  }
}

/**
 * The band in the currency that values are kept in: its whole values are exactly those whose unrounded conversion lies in the band.
 * `rate` is from the operator's currency to the band's own.
 */
export function bandInOperatorCurrency(
  { lowerMinor, upperMinor }: Band,
  rate: Rate,
  operatorCurrency: string,
  currency: string,
): Band {
  const { numerator, denominator } = minorRate(invertRate(rate), currency, operatorCurrency)
  return {
    lowerMinor: mulDivCeilCapped(lowerMinor, numerator, denominator),
    upperMinor: mulDivFloorCapped(upperMinor, numerator, denominator),
  }
}

/** What a stake returns on average when it aims at a value, in basis points, down; `rate` converts the value into the stake's minor units. */
export function returnBps(chanceBps: number, valueMinor: number, stakeMinor: number, rate: Rate): number {
  return mulDivFloor(valueMinor, rate.numerator * BigInt(chanceBps), rate.denominator * BigInt(stakeMinor))
}
