import { AMOUNT_MAX } from '@coffer/contract/limits'
import { AmountOutOfRange } from '@coffer/contract/money'
import { convertCeil, convertFloor, type Rate } from '@coffer/contract/rates'
import type { Settings } from '@coffer/contract/settings'
import { invalidField } from '../kernel/index.ts'
import type { SettingsPatch } from './settings.ts'

/** An operator's way from one currency of its own to another. Pure. */
export type Conversion = { from: string; to: string; rate: Rate }

/** What is asked of a player, rounded up. Throws a 422 at `path` when it is more than an amount may be. */
export function convertedUp(minor: number, { from, to, rate }: Conversion, path: string): number {
  return bounded(() => convertCeil(minor, rate, from, to), to, path)
}

/** What a player is given or let have, rounded down. Throws a 422 at `path` when it is more than an amount may be. */
export function convertedDown(minor: number, { from, to, rate }: Conversion, path: string): number {
  return bounded(() => convertFloor(minor, rate, from, to), to, path)
}

function bounded(convert: () => number, currency: string, path: string): number {
  const minor = safely(convert)
  if (minor !== null && minor <= AMOUNT_MAX) return minor
  throw invalidField(
    path,
    `would be more than ${AMOUNT_MAX} minor units of ${currency}, the most that an amount may be`,
  )
}

function safely(convert: () => number): number | null {
  try {
    return convert()
  } catch (error) {
    if (error instanceof AmountOutOfRange) return null
    throw error
  }
}

/** The settings that are different in the other currency. Those that were never saved are too: a default is a plain number. */
export function convertedSettings(
  { currencies, cashback, shipping, upgrader }: Settings,
  conversion: Conversion,
): SettingsPatch {
  const { maxItemMinor } = cashback
  const up = (minor: number, path: string) => convertedUp(minor, conversion, path)
  const minWagerMinor = up(upgrader.minWagerMinor, 'upgrader.minWagerMinor')
  const maxWagerMinor = convertedDown(upgrader.maxWagerMinor, conversion, 'upgrader.maxWagerMinor')
  return {
    currencies: [...new Set([conversion.to, conversion.from, ...currencies])],
    ...(maxItemMinor === null
      ? {}
      : { cashback: { maxItemMinor: convertedDown(maxItemMinor, conversion, 'cashback.maxItemMinor') } }),
    shipping: {
      minShipmentValueMinor: up(shipping.minShipmentValueMinor, 'shipping.minShipmentValueMinor'),
      defaultCostMinor: up(shipping.defaultCostMinor, 'shipping.defaultCostMinor'),
    },
    upgrader: { minWagerMinor, maxWagerMinor: Math.max(minWagerMinor, maxWagerMinor) },
  }
}
