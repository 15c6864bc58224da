import { mulDivFloor } from '@coffer/contract/money'
import { convertCeil, convertFloor, type Rate } from '@coffer/contract/rates'
import type { Uncredited } from '@coffer/contract/shapes'
import { countedMinor } from '../catalog/index.ts'

/** What cashing an item back pays, and what it does not, by cause (decisions §8). Pure. */

export type CashbackTerms = {
  /** The value at the win, W. */
  wonValueMinor: number
  /** The value now, V; equal to W for anything that is no collectible. */
  valueMinor: number
  percentBps: number
  creditedRiseBps: number
}

export type Cashback = { creditsMinor: number; uncredited: Uncredited; basisMinor: number }

/** Figures in the item's own currency; `basisMinor` = credits + the three uncredited parts = max(W, V), always. */
export function cashbackOf({ wonValueMinor, valueMinor, percentBps, creditedRiseBps }: CashbackTerms): Cashback {
  const counted = countedMinor(wonValueMinor, valueMinor, creditedRiseBps)
  const creditsMinor = mulDivFloor(counted, percentBps, 10_000)
  return {
    creditsMinor,
    uncredited: {
      priceFallMinor: Math.max(0, wonValueMinor - valueMinor),
      priceRiseMinor: valueMinor - counted,
      creditsShareMinor: counted - creditsMinor,
    },
    basisMinor: Math.max(wonValueMinor, valueMinor),
  }
}

/** The most that one cashback may pay, in the item's currency. Null: there is no limit. `unknown`: there is one, and no rate to say what it is here. */
export type MostCredit = number | 'unknown' | null

/** Whether it pays more than one cashback may; what is unknown lets nothing be paid. */
export function isAboveLimit({ creditsMinor }: Cashback, mostCredit: MostCredit): boolean {
  return mostCredit !== null && creditsMinor > (mostCredit === 'unknown' ? 0 : mostCredit)
}

/** Figures of what counts in full. */
export function wholeValue(valueMinor: number): Cashback {
  const uncredited = { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 0 }
  return { creditsMinor: valueMinor, uncredited, basisMinor: valueMinor }
}

/** The same figures in another currency: credits down, each uncredited part up, and the basis is their sum. */
export function convertCashback(cashback: Cashback, rate: Rate, from: string, to: string): Cashback {
  const up = (minor: number) => convertCeil(minor, rate, from, to)
  const creditsMinor = convertFloor(cashback.creditsMinor, rate, from, to)
  const uncredited = {
    priceFallMinor: up(cashback.uncredited.priceFallMinor),
    priceRiseMinor: up(cashback.uncredited.priceRiseMinor),
    creditsShareMinor: up(cashback.uncredited.creditsShareMinor),
  }
  const { priceFallMinor, priceRiseMinor, creditsShareMinor } = uncredited
  return { creditsMinor, uncredited, basisMinor: creditsMinor + priceFallMinor + priceRiseMinor + creditsShareMinor }
}
