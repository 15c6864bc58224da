import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import fc from 'fast-check'
import { readPublishTime } from '../../apps/admin/src/boxes/publish-time.ts'
import {
  checkDraft,
  type DraftRow,
  draftRtpBps,
  moveRow,
  readUnits,
  restFor,
  sumOfUnits,
  takeRest,
  typedUnits,
} from '../../apps/admin/src/boxes/version-draft.ts'

const rowOf = (itemId: number, units: string, valueMinor = 100): DraftRow => ({
  ...{ itemId, name: `Item ${itemId}`, type: 'physical', valueMinor, imageUrl: null, stock: null, isArchived: false },
  units,
})

const rows = fc
  .array(fc.tuple(fc.integer({ min: 1, max: BOX_TOTAL_UNITS }), fc.integer({ min: 0, max: 1e12 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((prizes) => prizes.map(([units, value], index) => rowOf(index + 1, typedUnits(units), value)))

test('version draft: a prize that takes the rest completes the units, or nothing changes', () => {
  fc.assert(
    fc.property(rows, fc.nat(7), (draft, at) => {
      const { itemId } = draft[at % draft.length]!
      const after = takeRest(draft, itemId)
      if (restFor(draft, itemId) === null) assert.deepEqual(after, draft)
      else assert.equal(sumOfUnits(after), BOX_TOTAL_UNITS)
      assert.deepEqual(
        after.filter((row) => row.itemId !== itemId),
        draft.filter((row) => row.itemId !== itemId),
      )
    }),
  )
})

test('version draft: the request has the prizes in their order, and the RTP is that of the publish gate', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 1e12 }), fc.nat(7), (draft, priceMinor, at) => {
      const { itemId } = draft[at % draft.length]!
      const whole = takeRest(moveRow(draft, itemId, 1), itemId)
      const { planned } = checkDraft({ price: `${priceMinor}`, rows: whole }, 'JPY')
      if (sumOfUnits(whole) !== BOX_TOTAL_UNITS) return assert.equal(planned, null)
      assert.deepEqual(planned, {
        priceMinor,
        prizes: whole.map(({ itemId: id, units }) => ({ itemId: id, chanceUnits: readUnits(units) })),
      })
      const returned = whole.reduce((sum, row) => sum + BigInt(row.valueMinor) * BigInt(readUnits(row.units)!), 0n)
      const bps = (returned * 10_000n) / (BigInt(priceMinor) * BigInt(BOX_TOTAL_UNITS))
      assert.equal(draftRtpBps(whole, priceMinor), bps <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(bps) : null)
    }),
  )
})

test('version draft: units are whole numbers from 1 to 100,000,000, with any grouping', () => {
  for (const text of ['1', '100,000,000', '100 000 000', "1'000", '00001', '\u202f5']) assert.ok(readUnits(text), text)
  for (const text of ['', '0', '-1', '1.5', '1e3', '100,000,001', '5 %', '9999999999']) {
    assert.equal(readUnits(text), null, text)
  }
})

test('version draft: the time is read as UTC, in the future and within 366 days', () => {
  const now = Date.parse('2026-11-30T12:00:00Z')
  assert.equal(readPublishTime('2026-11-30T12:01', now).at, '2026-11-30T12:01:00.000Z')
  assert.equal(readPublishTime('2027-12-01T12:00', now).at, '2027-12-01T12:00:00.000Z')
  for (const text of ['', '2026-11-30', '2026-11-30T12:00', '2025-12-31T23:59', '2027-12-01T12:01', 'tomorrow']) {
    assert.ok(readPublishTime(text, now).fault, text)
  }
})
