import { mulDivFloorCapped } from '@coffer/contract/money'
import { convertCeil, convertFloor, minorRate, type Rate } from '@coffer/contract/rates'
import type { Settings } from '@coffer/contract/settings'
import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { type Band, bandOf, largestChance, termsOf } from './band.ts'

type Offer = Pick<UpgraderConfig, 'chancePresetsBps' | 'defaultChanceBps' | 'maxChanceBps' | 'available'>

/** The currency that figures are shown in, with the rate from the operator's own. */
export type ShownIn = { from: string; to: string; rate: Rate }

/**
 * What the Upgrader offers under an operator's settings (interface §2.8), with amounts in the currency to show. `maxPrizeMinor` is the
 * richest prize that can be won, in the operator's currency.
 */
export function selectorConfig(
  settings: Pick<Settings, 'upgrader' | 'noLoss'>,
  maxPrizeMinor: number | null,
  { from, to, rate }: ShownIn,
): UpgraderConfig {
  const { houseEdgeBps, modes } = settings.upgrader
  return {
    houseEdgeBps,
    ...offerOf(settings),
    ...wagerLimits(settings, { from, to, rate }),
    maxPrizeMinor: maxPrizeMinor === null ? null : convertFloor(maxPrizeMinor, rate, from, to),
    currency: to,
    modes,
    noLoss: settings.noLoss.enabled,
  }
}

/**
 * The limits of a wager in another currency than the operator's: the least rounds up and the most rounds down, so that no wager is let
 * in that the operator's own figures would not. A most that stands for none is no reason to refuse a currency of small units.
 */
export function wagerLimits(
  { upgrader }: Pick<Settings, 'upgrader'>,
  { from, to, rate }: ShownIn,
): Pick<UpgraderConfig, 'minWagerMinor' | 'maxWagerMinor'> {
  const shown = minorRate(rate, from, to)
  return {
    minWagerMinor: convertCeil(upgrader.minWagerMinor, rate, from, to),
    maxWagerMinor: mulDivFloorCapped(upgrader.maxWagerMinor, shown.numerator, shown.denominator),
  }
}

/** Presets above the largest chance are dropped; without any of them there is no game. */
export function offerOf(settings: Pick<Settings, 'upgrader' | 'noLoss'>): Offer {
  const { chancePresetsBps, defaultChanceBps: preferred } = settings.upgrader
  const maxChanceBps = largestChance(termsOf(settings))
  const offered = chancePresetsBps.filter((chance) => chance <= maxChanceBps)
  const [smallest] = offered
  if (smallest === undefined) return { chancePresetsBps: [], defaultChanceBps: 0, maxChanceBps: 0, available: false }
  const defaultChanceBps = offered.findLast((chance) => chance <= preferred) ?? smallest
  return { chancePresetsBps: offered, defaultChanceBps, maxChanceBps, available: true }
}

/**
 * What can be won within the limits of a wager: from the least wager at the largest chance to the largest wager at the smallest chance.
 * In the operator's currency; null when nothing can.
 */
export function winnableWithin(settings: Pick<Settings, 'upgrader' | 'noLoss'>): Band | null {
  const { chancePresetsBps } = offerOf(settings)
  const [smallest, largest] = [chancePresetsBps[0], chancePresetsBps.at(-1)]
  const { minWagerMinor, maxWagerMinor } = settings.upgrader
  if (smallest === undefined || largest === undefined || maxWagerMinor === 0) return null
  const terms = termsOf(settings)
  return {
    lowerMinor: bandOf(terms, minWagerMinor, largest).lowerMinor,
    upperMinor: bandOf(terms, maxWagerMinor, smallest).upperMinor,
  }
}
