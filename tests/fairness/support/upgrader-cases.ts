import { AMOUNT_MAX } from '@coffer/contract/limits'
import { minorRate, RATE_OF_ONE, type Rate } from '@coffer/contract/rates'
import { type Settings, settingsSchema } from '@coffer/contract/settings'
import fc from 'fast-check'
import type { Terms } from '../../../service/src/upgrader/band.ts'
import type { ShownIn } from '../../../service/src/upgrader/selector.ts'

/** Everything the Upgrader's maths is asked about: terms, chances that are sold under them, stakes, currencies and rates. */

export type Ratio = { over: bigint; under: bigint }

/** The target as an exact ratio, written down from the rule and not from the code: W · ((1 − e) − (1 − p) · c) / p. */
export function targetOf({ houseEdgeBps, nuggetsCostPercent }: Terms, stakeMinor: number, chanceBps: number): Ratio {
  const [whole, percent] = [10_000n, 100n]
  const kept = (whole - BigInt(houseEdgeBps)) * percent
  const nuggets = (whole - BigInt(chanceBps)) * BigInt(nuggetsCostPercent)
  return { over: BigInt(stakeMinor) * (kept - nuggets), under: BigInt(chanceBps) * percent }
}

/** Whether a chance's target is worth at least the stake. */
export const isWorthTheStake = (terms: Terms, chanceBps: number) => {
  const { over, under } = targetOf(terms, 1, chanceBps)
  return over >= under
}

export const anyTerms: fc.Arbitrary<Terms> = fc
  .record({ edge: fc.nat(9_999), cost: fc.nat(99), noLoss: fc.boolean() })
  .map(({ edge, cost, noLoss }) => ({ houseEdgeBps: edge, noLoss, nuggetsCostPercent: noLoss ? cost : 0 }))

/** Terms, and some chances that are sold under them, the smallest first. */
export const anySale: fc.Arbitrary<{ terms: Terms; chances: [number, number] }> = fc
  .tuple(
    anyTerms.filter((terms) => isWorthTheStake(terms, 1)),
    fc.tuple(fc.nat(9_998), fc.nat(9_998)),
  )
  .map(([terms, picks]) => {
    const sold = soldBelow(terms)
    const [a, b] = picks.map((pick) => 1 + (pick % sold)) as [number, number]
    return { terms, chances: a < b ? [a, b] : [b, a] }
  })

/** How many whole chances from 1 to 9,999 are worth the stake, by halving. */
function soldBelow(terms: Terms): number {
  let [sold, unsold] = [1, 10_000]
  while (unsold - sold > 1) {
    const middle = (sold + unsold) >> 1
    if (isWorthTheStake(terms, middle)) sold = middle
    else unsold = middle
  }
  return sold
}

export const anyStake = fc.integer({ min: 0, max: AMOUNT_MAX })

/** Currencies with 2, 0, 3 and 4 digits, at rates that leave every amount of a setting an amount in both. */
export const anyShownIn: fc.Arbitrary<ShownIn> = fc
  .record({
    from: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
    to: fc.constantFrom('USD', 'JPY', 'KWD', 'CLF'),
    numerator: fc.integer({ min: 1, max: 99_999 }),
    digits: fc.nat(6),
  })
  .map(({ from, to, numerator, digits }) => {
    const rate = from === to ? RATE_OF_ONE : reduced(BigInt(numerator), 10n ** BigInt(digits))
    return { from, to, rate }
  })
  .filter((shownIn) => {
    const { numerator, denominator } = perMinor(shownIn)
    return numerator <= MOST_PER_MINOR * denominator && denominator <= MOST_PER_MINOR * numerator
  })

const MOST_PER_MINOR = BigInt(Number.MAX_SAFE_INTEGER) / BigInt(AMOUNT_MAX)

/** What one minor unit of `from` is worth in those of `to`, in lowest terms. */
export function perMinor({ from, to, rate }: ShownIn): Rate {
  const { numerator, denominator } = minorRate(rate, from, to)
  return reduced(numerator, denominator)
}

function reduced(numerator: bigint, denominator: bigint): Rate {
  let [a, b] = [numerator, denominator]
  while (b !== 0n) [a, b] = [b, a % b]
  return { numerator: numerator / a, denominator: denominator / a }
}

const schema = settingsSchema({ production: true })

/** The settings of an operator that has set these. */
export const settingsOf = (patch: object): Settings => schema.parse(patch)

/** Settings of the Upgrader as an operator may have them. */
export const anySettings: fc.Arbitrary<Pick<Settings, 'upgrader' | 'noLoss'>> = fc
  .record({
    houseEdgeBps: fc.nat(9_999),
    noLoss: fc.record({ enabled: fc.boolean(), nuggetsCostPercent: fc.nat(99) }),
    presets: fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 20 }),
    pick: fc.nat(19),
    wagers: fc.tuple(anyStake, anyStake),
  })
  .map(({ houseEdgeBps, noLoss, presets, pick, wagers }) => {
    const chancePresetsBps = presets.sort((a, b) => a - b)
    const defaultChanceBps = chancePresetsBps[pick % Math.max(1, presets.length)] ?? 5_000
    const [minWagerMinor, maxWagerMinor] = wagers.sort((a, b) => a - b)
    return settingsOf({
      upgrader: { houseEdgeBps, chancePresetsBps, defaultChanceBps, minWagerMinor, maxWagerMinor },
      noLoss,
    })
  })
