import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsSchema } from '@coffer/contract/settings'
import fc from 'fast-check'
import { rtpStatusOf } from '../../service/src/catalog/index.ts'
import { cashbackOf } from '../../service/src/inventory/cashback.ts'
import { SEED_NUMBER } from '../support/seeds.ts'

const CHECKS = { seed: SEED_NUMBER, numRuns: 1000 }
const DEFAULTS = settingsSchema({ production: true }).parse({})
const TOTAL = 100_000_000n

const bps = fc.integer({ min: 0, max: 10_000 })
const amount = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }),
  fc.maxSafeInteger().map((n) => Math.abs(n) % (10 ** 12 + 1)),
)

/** Chances that sum to the whole, cut at random places. */
const chances = fc
  .uniqueArray(fc.integer({ min: 1, max: 99_999_999 }), { maxLength: 5 })
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 100_000_000])
  .map((ends) => ends.slice(1).map((end, index) => end - ends[index]!))
const prizes = chances.chain((units) =>
  fc.tuple(
    ...units.map((chanceUnits) =>
      fc.record({ chanceUnits: fc.constant(chanceUnits), publishedMinor: amount, valueMinor: amount }),
    ),
  ),
)
const box = fc.record({
  archived: fc.boolean(),
  priceMinor: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 10 ** 9 })),
  prizes,
})
const terms = fc.record({ percentBps: bps, creditedRiseBps: bps, pauseUnprofitable: fc.boolean() })

type Terms = { percentBps: number; creditedRiseBps: number; pauseUnprofitable: boolean }

const settingsOf = ({ percentBps, creditedRiseBps, pauseUnprofitable }: Terms) => ({
  ...DEFAULTS,
  cashback: { ...DEFAULTS.cashback, percentBps },
  collectibles: { ...DEFAULTS.collectibles, creditedRiseBps },
  catalog: { pauseUnprofitable },
})

test('a box returns what cashing its prizes back would pay on average, without a rounding in between', () => {
  const holds = fc.property(box, terms, (given, under) => {
    const counted = given.prizes.reduce((sum, { chanceUnits, publishedMinor, valueMinor }) => {
      const cashback = cashbackOf({ wonValueMinor: publishedMinor, valueMinor, ...under, percentBps: 10_000 })
      return sum + BigInt(cashback.creditsMinor) * BigInt(chanceUnits)
    }, 0n)
    const exact = BigInt(under.percentBps) * counted
    const taken = BigInt(given.priceMinor) * TOTAL
    const status = rtpStatusOf(given, settingsOf(under))
    fc.pre(exact / taken <= BigInt(Number.MAX_SAFE_INTEGER))
    assert.equal(BigInt(status.currentRtpBps), exact / taken)
    assert.equal(status.isUnprofitable, !given.archived && exact > 10_000n * taken)
    assert.equal(status.isPaused, status.isUnprofitable && under.pauseUnprofitable)
  })
  fc.assert(holds, CHECKS)
})

test('at published values a box returns its RTP times what cashback pays, and a value that rises never lowers it', () => {
  const holds = fc.property(box, terms, fc.nat(1_000_000), (given, under, rise) => {
    const settings = settingsOf(under)
    const asPublished = given.prizes.map((prize) => ({ ...prize, valueMinor: prize.publishedMinor }))
    const calm = rtpStatusOf({ ...given, prizes: asPublished }, settings)
    const worth = asPublished.reduce((sum, prize) => sum + BigInt(prize.valueMinor) * BigInt(prize.chanceUnits), 0n)
    const rtp = (BigInt(under.percentBps) * worth) / (BigInt(given.priceMinor) * TOTAL)
    assert.equal(BigInt(calm.currentRtpBps), rtp < 2n ** 53n ? rtp : 2n ** 53n - 1n)
    const risen = given.prizes.map((prize) => ({ ...prize, valueMinor: prize.valueMinor + rise }))
    const [before, after] = [rtpStatusOf(given, settings), rtpStatusOf({ ...given, prizes: risen }, settings)]
    assert.ok(after.currentRtpBps >= before.currentRtpBps && (after.isUnprofitable || !before.isUnprofitable))
  })
  fc.assert(holds, CHECKS)
})

test('the comparison is exact: a box that returns 10000 rounded down is unprofitable when it is a unit above', () => {
  const at = (valueMinor: number) =>
    rtpStatusOf(
      { archived: false, priceMinor: 5377, prizes: [{ chanceUnits: 100_000_000, publishedMinor: 5000, valueMinor }] },
      DEFAULTS,
    )
  assert.deepEqual(at(5974), { currentRtpBps: 9999, isUnprofitable: false, isPaused: false })
  assert.deepEqual(at(5975), { currentRtpBps: 10_000, isUnprofitable: true, isPaused: false })
})

test('a fortune in a box for one cent is still a figure that a number can hold', () => {
  const prize = { chanceUnits: 100_000_000, publishedMinor: 10 ** 12, valueMinor: 10 ** 12 }
  const settings = { ...DEFAULTS, cashback: { ...DEFAULTS.cashback, percentBps: 10_000 } }
  const status = rtpStatusOf({ archived: false, priceMinor: 1, prizes: [prize] }, settings)
  assert.deepEqual(status, { currentRtpBps: Number.MAX_SAFE_INTEGER, isUnprofitable: true, isPaused: false })
})
