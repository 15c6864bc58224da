import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS, makeSnapshot } from '@coffer/fairness'
import fc from 'fast-check'
import { type Offer, publishFaults, rtpBpsOf } from '../../service/src/catalog/publish-gate.ts'

const OPEN_BOUNDS = { minRtpBps: 0, maxRtpBps: Number.MAX_SAFE_INTEGER }

/** Prizes whose chances sum to the total: distinct cuts of it, and a value for each piece. */
const offers: fc.Arbitrary<Offer> = fc
  .record({
    priceMinor: fc.integer({ min: 1, max: 1_000_000_000_000 }),
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: BOX_TOTAL_UNITS - 1 }), { maxLength: 40 }),
    // Larger ones at a price of 1 return more than the open bounds allow.
    values: fc.array(fc.integer({ min: 0, max: 900_000_000_000 }), { minLength: 41, maxLength: 41 }),
  })
  .map(({ priceMinor, cuts, values }) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), BOX_TOTAL_UNITS]
    const prizes = edges.slice(1).map((edge, index) => ({
      key: `item-${index}`,
      valueMinor: values[index]!,
      chanceUnits: edge - edges[index]!,
    }))
    return { priceMinor, prizes }
  })

const pathsOf = (offer: Offer, bounds = OPEN_BOUNDS) => publishFaults(offer, bounds).map(({ path }) => path)

test('the RTP is rounded down to whole basis points, never up', () => {
  fc.assert(
    fc.property(offers, (offer) => {
      const returned = offer.prizes.reduce((sum, p) => sum + BigInt(p.valueMinor) * BigInt(p.chanceUnits), 0n) * 10_000n
      const bps = BigInt(rtpBpsOf(offer))
      const staked = BigInt(offer.priceMinor) * BigInt(BOX_TOTAL_UNITS)
      assert(bps * staked <= returned && returned < (bps + 1n) * staked)
    }),
  )
})

test('published ranges stand side by side in the order of the prizes and cover every draw once', () => {
  fc.assert(
    fc.property(offers, ({ priceMinor, prizes }) => {
      const rows = prizes.map((prize, index) => ({ ...prize, itemId: index + 1, name: prize.key, type: 'physical' }))
      const published = { boxVersionId: 1, publishedAt: '2026-01-01T00:00:00.000Z', priceMinor, currency: 'EUR' }
      const { ranges } = makeSnapshot({ ...published, prizes: rows })
      let covered = 0
      for (const [index, { itemId, start, end }] of ranges.entries()) {
        assert.deepEqual([itemId, start, end - start], [index + 1, covered, prizes[index]!.chanceUnits])
        covered = end
      }
      assert.equal(covered, BOX_TOTAL_UNITS)
    }),
  )
})

test('chances that sum to one unit more or less than the total are refused', () => {
  fc.assert(
    fc.property(offers, fc.constantFrom(-1, 1), ({ priceMinor, prizes }, difference) => {
      const widest = prizes.reduce((best, prize) => (prize.chanceUnits > best.chanceUnits ? prize : best))
      const moved = prizes.map((p) => (p === widest ? { ...p, chanceUnits: p.chanceUnits + difference } : p))
      assert.deepEqual(pathsOf({ priceMinor, prizes }), [])
      assert.deepEqual(pathsOf({ priceMinor, prizes: moved }), ['prizes'])
    }),
  )
})

test('the RTP bounds are compared exactly: a bound that is met passes, and one unit beyond it does not', () => {
  const half = BOX_TOTAL_UNITS / 2
  const price = 10_000
  // 9900 bps of 10,000 is a mean value of 9,900.
  const offer = (first: number, second: number, moved = 0): Offer => ({
    priceMinor: price,
    prizes: [
      { key: 'a', valueMinor: first, chanceUnits: half + moved },
      { key: 'b', valueMinor: second, chanceUnits: half - moved },
    ],
  })
  const bounds = { minRtpBps: 8_500, maxRtpBps: 9_900 }
  assert.deepEqual(pathsOf(offer(19_800, 0), bounds), [])
  assert.deepEqual(pathsOf(offer(17_000, 0), bounds), [])
  assert.deepEqual(pathsOf(offer(19_800, 0, 1), bounds), ['prizes'])
  assert.deepEqual(pathsOf(offer(17_000, 0, -1), bounds), ['prizes'])
  // Both round down to a bound that they do not meet, or meet: the words show it, the comparison is exact.
  assert.equal(rtpBpsOf(offer(19_800, 0, 1)), 9_900)
  assert.match(publishFaults(offer(19_800, 0, 1), bounds)[0]!.message, /more than the highest allowed 99\.00%/)
  assert.match(publishFaults(offer(17_000, 0, -1), bounds)[0]!.message, /less than the lowest allowed 85\.00%/)
})

test('an offer without prizes, without a price, or with an item twice is refused by name', () => {
  const prize = { valueMinor: 90, chanceUnits: BOX_TOTAL_UNITS / 2 }
  assert.deepEqual(pathsOf({ priceMinor: 100, prizes: [] }), ['prizes'])
  const twice = [
    { key: 'mug', ...prize },
    { key: 'mug', ...prize },
  ]
  assert.deepEqual(pathsOf({ priceMinor: 100, prizes: twice }), ['prizes.1.item'])
  assert.deepEqual(pathsOf({ priceMinor: 0, prizes: [{ ...prize, key: 'mug', chanceUnits: BOX_TOTAL_UNITS }] }), [
    'priceMinor',
  ])
})
