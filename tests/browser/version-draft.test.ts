import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import fc from 'fast-check'
import { type ChanceFormat, readChance, typedChance } from '../../apps/admin/src/boxes/chance-text.ts'
import { changeHistory, startHistory } from '../../apps/admin/src/boxes/draft-history.ts'
import { restFor, takeRest } from '../../apps/admin/src/boxes/draft-tools.ts'
import { readPublishTime } from '../../apps/admin/src/boxes/publish-time.ts'
import {
  checkDraft,
  draftRtpBps,
  isSameDraft,
  moveRow,
  setChance,
  sumOfUnits,
  toggleLock,
  type VersionDraft,
  withChanceFormat,
} from '../../apps/admin/src/boxes/version-draft.ts'
import { drafts, draftWith } from '../support/version-drafts.ts'

const inRows = (draft: VersionDraft, at: number) => draft.rows[at % draft.rows.length]!.itemId

test('version draft: a prize that takes the rest completes the chances, or nothing changes', () => {
  fc.assert(
    fc.property(drafts, fc.nat(7), (draft, at) => {
      const itemId = inRows(draft, at)
      const after = takeRest(draft, itemId)
      if (restFor(draft.rows, itemId) === null) assert.deepEqual(after, draft)
      else assert.equal(sumOfUnits(after.rows), BOX_TOTAL_UNITS)
      assert.deepEqual(
        after.rows.filter((row) => row.itemId !== itemId),
        draft.rows.filter((row) => row.itemId !== itemId),
      )
      assert.deepEqual(takeRest(toggleLock(draft, itemId), itemId), toggleLock(draft, itemId))
    }),
  )
})

test('version draft: the request has the prizes in their order, and the RTP is that of the publish gate', () => {
  fc.assert(
    fc.property(drafts, fc.integer({ min: 1, max: 1e12 }), fc.nat(7), (draft, priceMinor, at) => {
      const itemId = inRows(draft, at)
      const whole = takeRest({ ...draft, price: `${priceMinor}`, rows: moveRow(draft.rows, itemId, 1) }, itemId)
      const { planned } = checkDraft(whole, 'JPY')
      if (sumOfUnits(whole.rows) !== BOX_TOTAL_UNITS) return assert.equal(planned, null)
      const prizes = whole.rows.map(({ itemId: id, units }) => ({ itemId: id, chanceUnits: units }))
      assert.deepEqual(planned, { priceMinor, prizes })
      const returned = whole.rows.reduce((sum, row) => sum + BigInt(row.valueMinor) * BigInt(row.units!), 0n)
      const bps = (returned * 10_000n) / (BigInt(priceMinor) * BigInt(BOX_TOTAL_UNITS))
      assert.equal(draftRtpBps(whole.rows, priceMinor), Math.min(Number(bps), Number.MAX_SAFE_INTEGER))
    }),
  )
})

test('version draft: each number of units can be typed in percent and in units', () => {
  const unit = fc.constantFrom<ChanceFormat>('percent', 'units')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: BOX_TOTAL_UNITS }), unit, unit, (units, typed, other) => {
      assert.equal(readChance(typedChance(units, typed), typed), units)
      const draft = setChance({ ...draftWith([[null, 100]]), chanceFormat: typed }, 1, typedChance(units, typed))
      const shown = withChanceFormat(draft, other)
      assert.equal(shown.rows[0]!.chance, typedChance(units, other))
      assert.ok(isSameDraft(draft, shown))
    }),
  )
})

test('version draft: chances are whole units, typed with any grouping or in percent', () => {
  for (const [text, unit, units] of [
    ['1', 'units', 1],
    ['100,000,000', 'units', BOX_TOTAL_UNITS],
    ['60 000 000', 'units', 60_000_000],
    ["1'000", 'units', 1000],
    ['0000000000005', 'units', 5],
    ['66.5%', 'units', 66_500_000],
    ['66.5 %', 'percent', 66_500_000],
    ['.000001', 'percent', 1],
    ['6,5', 'percent', 6_500_000],
    ['16,75 %', 'units', 16_750_000],
    ['1.0000000', 'percent', 1_000_000],
    ['100', 'percent', BOX_TOTAL_UNITS],
  ] as const) {
    assert.equal(readChance(text, unit), units, `${text} ${unit}`)
  }
  for (const text of ['', '0', '-1', '1.5', '1e3', '100,000,001', '9999999999', '0%', '5 %%', '٣', '66,5', '1,0000']) {
    assert.equal(readChance(text, 'units'), null, text)
  }
  for (const text of ['', '.', '%', '0', '0.0000001', '100.000001', '1000', '1,2,3', '-1', '1e1', '1.2.3']) {
    assert.equal(readChance(text, 'percent'), null, text)
  }
})

test('version draft: a text that is not valid is kept, and its row cannot be locked', () => {
  const draft = setChance(draftWith([[null, 100]]), 1, '500000')
  assert.deepEqual([draft.rows[0]!.units, toggleLock(draft, 1).rows[0]!.isLocked], [null, false])
  const { rows } = withChanceFormat(draft, 'units')
  assert.deepEqual([rows[0]!.chance, rows[0]!.units], ['500000', 500_000])
})

test('version draft: each change is undone, and typing in one field is one change', () => {
  let history = startHistory(draftWith([[5_000_000, 100]]))
  const edit = (change: (before: VersionDraft) => VersionDraft, field?: string) => {
    history = changeHistory(history, { kind: 'edit', change, field })
  }
  const typed = (chance: string) => edit((before) => setChance(before, 1, chance), 'chance-1')
  for (const text of ['9', '5.0', '5.0 ', '1', '12', '12.5']) typed(text)
  edit((before) => ({ ...before, price: '8' }), 'price')
  edit((before) => withChanceFormat(before, 'units'))
  edit((before) => toggleLock(before, 1))
  typed('7')
  edit((before) => before)
  const drafts: string[] = []
  while (history.past.length > 0) {
    const { price, rows } = history.draft
    drafts.push(`${price} ${rows[0]!.chance} ${rows[0]!.isLocked}`)
    history = changeHistory(history, { kind: 'undo' })
  }
  assert.deepEqual(drafts, ['8 7 true', '8 12,500,000 true', ' 12,500,000 true'])
  assert.equal(history.draft.rows[0]!.chance, '5,000,000')
  for (let price = 1; price <= 120; price += 1) edit((before) => ({ ...before, price: `${price}` }))
  assert.equal(history.past.length, 100)
  assert.equal(history.past[0]!.price, '20')
})

test('version draft: a check sets the values of items, also in the drafts that can be restored', () => {
  const start = startHistory(draftWith([[5_000_000, 100]]))
  const field = 'chance-1'
  const typed = changeHistory(start, { kind: 'edit', field, change: (before) => setChance(before, 1, '7') })
  const item = {
    itemId: 1,
    key: 'item-1',
    name: 'Other name',
    type: 'digital',
    valueMinor: 250,
    chanceUnits: 5,
  } as const
  const state = { imageUrl: null, stock: 3, isArchived: true, isCollectible: false }
  const checked = changeHistory(typed, { kind: 'check', checked: { prizes: [{ ...item, ...state }] } })
  const again = changeHistory(checked, { kind: 'edit', field, change: (before) => setChance(before, 1, '8') })
  for (const { draft } of [checked, changeHistory(checked, { kind: 'undo' }), again]) {
    const { valueMinor, name, stock, isArchived } = draft.rows[0]!
    assert.deepEqual([valueMinor, name, stock, isArchived], [250, 'Other name', 3, true])
  }
  assert.deepEqual([checked.draft.rows[0]!.chance, checked.past.length], ['7', 1])
})

test('version draft: the time is read as UTC, in the future and within 366 days', () => {
  const now = Date.parse('2026-11-30T12:00:00Z')
  assert.equal(readPublishTime('2026-11-30T12:01', now).at, '2026-11-30T12:01:00.000Z')
  assert.equal(readPublishTime('2027-12-01T12:00', now).at, '2027-12-01T12:00:00.000Z')
  for (const text of ['', '2026-11-30', '2026-11-30T12:00', '2025-12-31T23:59', '2027-12-01T12:01', 'tomorrow']) {
    assert.ok(readPublishTime(text, now).fault, text)
  }
})
