import type { UpgraderConfig } from '@coffer/contract/config'
import { mulDivFloor } from '@coffer/contract/money'
import { convertCeil, convertFloor, type Rate } from '@coffer/contract/rates'
import type { Settings } from '@coffer/contract/settings'

const WHOLE_BPS = 10_000

type Offer = Pick<UpgraderConfig, 'chancePresetsBps' | 'defaultChanceBps' | 'maxChanceBps' | 'available'>

/**
 * What the Upgrader offers under an operator's settings (interface 2.8). Amounts are converted from the operator's own currency: the
 * least wager rounds up and the most rounds down, so that no wager is let in that the operator's own figures would not.
 */
export function selectorConfig(
  settings: Pick<Settings, 'upgrader' | 'noLoss'>,
  { from, to, rate }: { from: string; to: string; rate: Rate },
): UpgraderConfig {
  const { houseEdgeBps, modes } = settings.upgrader
  const minWagerMinor = convertCeil(settings.upgrader.minWagerMinor, rate, from, to)
  const maxWagerMinor = convertFloor(settings.upgrader.maxWagerMinor, rate, from, to)
  return { houseEdgeBps, ...offerOf(settings), minWagerMinor, maxWagerMinor, currency: to, modes }
}

/** Presets above the largest chance are dropped; without any of them there is no game. */
function offerOf({ upgrader, noLoss }: Pick<Settings, 'upgrader' | 'noLoss'>): Offer {
  const maxChanceBps = largestChance(upgrader.houseEdgeBps, noLoss)
  const offered = upgrader.chancePresetsBps.filter((chance) => chance <= maxChanceBps)
  const [smallest] = offered
  if (smallest === undefined) return { chancePresetsBps: [], defaultChanceBps: 0, maxChanceBps: 0, available: false }
  const defaultChanceBps = offered.findLast((chance) => chance <= upgrader.defaultChanceBps) ?? smallest
  return { chancePresetsBps: offered, defaultChanceBps, maxChanceBps, available: true }
}

/** With no-loss a win is worth at least the stake, so the chance is bounded by what the Nuggets of a loss cost. */
function largestChance(houseEdgeBps: number, { enabled, nuggetsCostPercent }: Settings['noLoss']): number {
  const returnBps = WHOLE_BPS - houseEdgeBps
  if (!enabled) return returnBps
  const left = 100 * returnBps - WHOLE_BPS * nuggetsCostPercent
  return Math.max(0, mulDivFloor(1, left, 100 - nuggetsCostPercent))
}
