import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS, chancePercent, type OddsPrize, oddsFault, rangeAt, rangesOf } from '@coffer/fairness'
import fc from 'fast-check'
import { anyPrizes } from './support/arbitraries.ts'
import { seeded } from './support/seeded.ts'

const prizes: OddsPrize[] = [
  { itemId: 9, name: 'Mug', type: 'physical', valueMinor: 300, chanceUnits: 99_999_000 },
  { itemId: 2, name: 'Voucher', type: 'digital', valueMinor: 5_000, chanceUnits: 999 },
  { itemId: 5, name: 'Watch', type: 'physical', valueMinor: 900_000, chanceUnits: 1 },
]

test('prizes own consecutive ranges in published order', () => {
  const [mug, voucher, watch] = rangesOf(prizes)
  assert.deepEqual(mug, { itemId: 9, name: 'Mug', type: 'physical', valueMinor: 300, start: 0, end: 99_999_000 })
  assert.deepEqual([voucher!.start, voucher!.end], [99_999_000, 99_999_999])
  assert.deepEqual([watch!.start, watch!.end], [99_999_999, 100_000_000])
})

test('a range holds its start and not its end', () => {
  const ranges = rangesOf(prizes)
  const won = (rawDraw: number): number => rangeAt(ranges, rawDraw).itemId
  assert.deepEqual([0, 99_998_999, 99_999_000, 99_999_998, 99_999_999].map(won), [9, 9, 2, 2, 5])
})

test('the ranges of any odds table cover 0..T exactly, and each is as long as its chance', () => {
  const holds = fc.property(anyPrizes(), (table) => {
    const ranges = rangesOf(table)
    assert.equal(oddsFault(ranges), undefined)
    assert.equal(ranges[0]!.start, 0)
    assert.equal(ranges.at(-1)!.end, BOX_TOTAL_UNITS)
    ranges.forEach(({ start, end, itemId }, i) => {
      assert.equal(end - start, table[i]!.chanceUnits)
      assert.equal(start, i === 0 ? 0 : ranges[i - 1]!.end)
      assert.equal(rangeAt(ranges, start).itemId, itemId)
      assert.equal(rangeAt(ranges, end - 1).itemId, itemId)
    })
  })
  fc.assert(holds, seeded())
})

test('chances that are not an odds table are refused', () => {
  const [mug, voucher, watch] = prizes as [OddsPrize, OddsPrize, OddsPrize]
  const refused = (table: OddsPrize[], words: RegExp): void => assert.throws(() => rangesOf(table), words)
  refused([], /sum to 0/)
  refused([mug, voucher], /sum to 99999999/)
  refused([...prizes, { ...mug, itemId: 10, chanceUnits: 1 }], /sum to 100000001/)
  refused([mug, voucher, { ...watch, itemId: 9 }], /Item 9 stands twice/)
  refused([...prizes, { ...watch, itemId: 6, chanceUnits: 0 }], /Item 6 has no whole chance/)
  refused([mug, voucher, { ...watch, chanceUnits: 2 }, { ...watch, itemId: 6, chanceUnits: -1 }], /Item 6/)
  refused([mug, { ...voucher, chanceUnits: 999.5 }, { ...watch, chanceUnits: 0.5 }], /Item 2 has no whole chance/)
  refused([mug, { ...voucher, chanceUnits: Number.NaN }, watch], /Item 2/)
})

test('a draw that no range holds is refused', () => {
  for (const rawDraw of [-1, BOX_TOTAL_UNITS, Number.NaN])
    assert.throws(() => rangeAt(rangesOf(prizes), rawDraw), RangeError)
})

test('a chance in percent is its units over a million', () => {
  assert.deepEqual([1, 1_000_000, 12_345_678, 100_000_000].map(chancePercent), [0.000001, 1, 12.345678, 100])
})
