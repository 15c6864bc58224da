import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminBoxPrize } from '@coffer/contract/admin'
import fc from 'fast-check'
import { compareVersions, rtpPartBps, type VersionPrizes } from '../../apps/admin/src/boxes/compare-versions.ts'

const prize = fc.record({
  itemId: fc.integer({ min: 1, max: 12 }),
  name: fc.constantFrom('Mug', 'Coin'),
  type: fc.constantFrom('physical' as const, 'bonus' as const),
  valueMinor: fc.constantFrom(0, 100, 1_000_000_000_000),
  chanceUnits: fc.constantFrom(1, 50_000_000, 100_000_000),
})
const versions: fc.Arbitrary<VersionPrizes> = fc.record({
  priceMinor: fc.integer({ min: 1, max: 1000 }),
  currency: fc.constantFrom('EUR', 'JPY'),
  prizes: fc.uniqueArray(prize, { selector: ({ itemId }) => itemId, minLength: 1, maxLength: 10 }),
})

/** Length of a longest common subsequence, by the textbook recurrence. */
function commonLength([a, ...as]: readonly number[], bs: readonly number[]): number {
  if (a === undefined) return 0
  const at = bs.indexOf(a)
  const without = commonLength(as, bs)
  return at === -1 ? without : Math.max(without, 1 + commonLength(as, bs.slice(at + 1)))
}

test('version comparison: it contains both versions, and each prize with what happened to it', () => {
  fc.assert(
    fc.property(versions, versions, (from, to) => {
      const compared = compareVersions(from, to)
      const afters = compared.flatMap(({ after }) => (after === null ? [] : [after]))
      assert.deepEqual(afters, to.prizes, 'the prizes of the newer version in its order')
      const befores = new Map(compared.flatMap(({ before }) => (before === null ? [] : [[before.itemId, before]])))
      assert.deepEqual(befores, new Map(from.prizes.map((one) => [one.itemId, one])))
      for (const { change, before, after } of compared) {
        if (before === null || after === null) {
          assert.equal(change, before === null ? 'added' : 'removed')
          continue
        }
        assert.equal(before.itemId, after.itemId)
        const isSame = from.currency === to.currency && JSON.stringify(before) === JSON.stringify(after)
        assert.equal(change === 'changed', !isSame)
      }
    }),
  )
})

test('version comparison: as few prizes as possible have moved', () => {
  const same = (itemId: number): AdminBoxPrize => ({
    ...{ itemId, name: 'Mug', type: 'physical', valueMinor: 100, chanceUnits: 1 },
  })
  const order = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(order, order, (from, to) => {
      const version = (ids: number[]) => ({ priceMinor: 100, currency: 'EUR', prizes: ids.map(same) })
      const compared = compareVersions(version(from), version(to))
      const kept = compared.filter(({ change }) => change === 'same').map(({ after }) => after!.itemId)
      assert.equal(kept.length, commonLength(from, to))
      assert.deepEqual(
        from.filter((id) => kept.includes(id)),
        kept,
        'those that have not moved are in the same order',
      )
    }),
  )
})

test('version comparison: the part of the RTP is exact for the largest amounts', () => {
  const part = (valueMinor: number, chanceUnits: number, priceMinor: number) =>
    rtpPartBps({ valueMinor, chanceUnits }, priceMinor)
  assert.equal(part(950, 55_000_000, 1000), 5225)
  assert.equal(part(0, 100_000_000, 1), 0)
  assert.equal(part(1, 1, 1), 0)
  assert.equal(part(1_000_000_000_000, 99_999_999, 1_000_000_000_000), 9999)
})
