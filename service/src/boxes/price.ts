import { sumMinor } from '@coffer/contract/money'
import { convertCeil, convertFloor, type Rate } from '@coffer/contract/rates'
import type { PlayableVersion } from '../catalog/index.ts'

/** What a reel costs, and which version it opens. */
export type PricedReel = { reelIndex: number; version: PlayableVersion; priceMinor: number; paidMinor: number }

/** A round as it is paid: in its own currency, and in the operator's. */
export type PricedRound = { reels: PricedReel[]; betMinor: number; operatorBetMinor: number }

/** Each reel's price is converted once and rounded up; the debit is the sum of the reels (decisions §6). */
export function priceReels(
  reels: readonly { reelIndex: number; version: PlayableVersion }[],
  rate: Rate,
  currency: string,
): PricedRound {
  const priced = reels.map(({ reelIndex, version }) => ({
    reelIndex,
    version,
    priceMinor: version.priceMinor,
    paidMinor: convertCeil(version.priceMinor, rate, version.currency, currency),
  }))
  return {
    reels: priced,
    betMinor: sumMinor(priced.map((reel) => reel.paidMinor)),
    operatorBetMinor: sumMinor(priced.map((reel) => reel.priceMinor)),
  }
}

/**
 * Throws AmountOutOfRange when the best that these reels can hold is beyond the currency, so that it is refused before the money
 * and never after the draw.
 */
export function assertPayable(reels: readonly PricedReel[], rate: Rate, currency: string): void {
  sumMinor(
    reels.map(({ version }) => {
      const largest = Math.max(...version.prizes.map((prize) => prize.valueMinor))
      return convertFloor(largest, rate, version.currency, currency)
    }),
  )
}

/** True when a pinned rate is further from the current one than the operator tolerates, in basis points of the current one. */
export function rateMoved(pinned: Rate, current: Rate, toleranceBps: number): boolean {
  const a = pinned.numerator * current.denominator
  const b = current.numerator * pinned.denominator
  const distance = a > b ? a - b : b - a
  return distance * 10_000n > b * BigInt(toleranceBps)
}
