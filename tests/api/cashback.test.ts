import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exponentOf } from '@coffer/contract/currencies'
import { parseRate } from '@coffer/contract/rates'
import fc from 'fast-check'
import { type Cashback, cashbackOf, convertCashback } from '../../service/src/inventory/cashback.ts'
import { SEED_NUMBER } from '../support/seeds.ts'

const CHECKS = { seed: SEED_NUMBER, numRuns: 2000 }
const CURRENCIES = ['EUR', 'USD', 'JPY', 'KWD', 'CLF', 'UGX']

const bps = fc.integer({ min: 0, max: 10_000 })
const amount = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }),
  fc.maxSafeInteger().map((n) => Math.abs(n) % (10 ** 12 + 1)),
)
const terms = fc.record({ wonValueMinor: amount, valueMinor: amount, percentBps: bps, creditedRiseBps: bps })
const rate = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 999_999 }))
  .map(([whole, part]) => parseRate(`${whole}.${String(part).padStart(6, '0')}`)!)

const partsOf = ({ creditsMinor, uncredited }: Cashback) => {
  const { priceFallMinor, priceRiseMinor, creditsShareMinor } = uncredited
  return [creditsMinor, priceFallMinor, priceRiseMinor, creditsShareMinor]
}
const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + BigInt(part), 0n)

test('what is paid and the three parts that are not are the greater of won and current value, to the cent', () => {
  const holds = fc.property(terms, (given) => {
    const cashback = cashbackOf(given)
    const parts = partsOf(cashback)
    assert.ok(parts.every((part) => Number.isSafeInteger(part) && part >= 0))
    assert.equal(sumOf(parts), BigInt(cashback.basisMinor))
    assert.equal(cashback.basisMinor, Math.max(given.wonValueMinor, given.valueMinor))
  })
  fc.assert(holds, CHECKS)
})

test('a fall counts in full, a rise as far as it is credited, and the paid share is rounded down once', () => {
  const holds = fc.property(terms, (given) => {
    const [won, now] = [BigInt(given.wonValueMinor), BigInt(given.valueMinor)]
    const { creditsMinor, uncredited } = cashbackOf(given)
    const counted = now <= won ? now : won + ((now - won) * BigInt(given.creditedRiseBps)) / 10_000n
    assert.equal(BigInt(creditsMinor), (counted * BigInt(given.percentBps)) / 10_000n)
    assert.equal(BigInt(uncredited.priceFallMinor), now < won ? won - now : 0n)
    assert.equal(BigInt(uncredited.priceRiseMinor), now > won ? now - counted : 0n)
  })
  fc.assert(holds, CHECKS)
})

test('in another currency each part is rounded once, credits down and the others up, and the basis is their sum', () => {
  const currency = fc.constantFrom(...CURRENCIES)
  const holds = fc.property(terms, rate, currency, currency, (given, rate, from, to) => {
    const own = cashbackOf(given)
    const unit = rate.denominator * 10n ** BigInt(exponentOf(from))
    const scaled = (minor: number) => BigInt(minor) * rate.numerator * 10n ** BigInt(exponentOf(to))
    fc.pre(scaled(own.basisMinor) / unit < BigInt(Number.MAX_SAFE_INTEGER - 3))
    const converted = convertCashback(own, rate, from, to)
    const [credits, ...others] = partsOf(converted)
    const [ownCredits, ...ownOthers] = partsOf(own)
    assert.equal(BigInt(credits!), scaled(ownCredits!) / unit)
    const up = (minor: number) => (scaled(minor) + unit - 1n) / unit
    assert.deepEqual(others.map(BigInt), ownOthers.map(up))
    assert.equal(sumOf(partsOf(converted)), BigInt(converted.basisMinor))
  })
  fc.assert(holds, CHECKS)
})

test('the figures of the decisions come out', () => {
  const terms = { wonValueMinor: 5000, percentBps: 9000, creditedRiseBps: 5000 }
  assert.deepEqual(partsOf(cashbackOf({ ...terms, valueMinor: 5000 })), [4500, 0, 0, 500])
  assert.deepEqual(partsOf(cashbackOf({ ...terms, valueMinor: 3001 })), [2700, 1999, 0, 301])
  assert.deepEqual(partsOf(cashbackOf({ ...terms, valueMinor: 8001 })), [5850, 0, 1501, 650])
})
