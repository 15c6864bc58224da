import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import fc from 'fast-check'
import { CHANCE_STOPS, stopAt } from '../../apps/admin/src/boxes/chance-stops.ts'
import { changeHistory, startHistory } from '../../apps/admin/src/boxes/draft-history.ts'
import { dragChance, normalise } from '../../apps/admin/src/boxes/draft-tools.ts'
import {
  setChance,
  setUnits,
  sumOfUnits,
  toggleLock,
  type VersionDraft,
} from '../../apps/admin/src/boxes/version-draft.ts'
import { drafts, draftWith, unitsOf } from '../support/version-drafts.ts'

/** The units of the first prize at a stop. They stay where the slider does not move. */
function wantedUnits({ rows: [row] }: VersionDraft, stop: number): number {
  const { units } = row!
  return units !== null && stopAt(units) === stop ? units : CHANCE_STOPS[stop]!
}

const stops = fc.nat(CHANCE_STOPS.length - 1)

test('chance slider: its positions are round chances from one unit to 100%', () => {
  assert.deepEqual([CHANCE_STOPS[0], CHANCE_STOPS.at(-1)], [1, BOX_TOTAL_UNITS])
  for (const [position, units] of CHANCE_STOPS.entries()) {
    assert.equal(stopAt(units), position)
    if (units > 1) assert.equal(stopAt(units - 1), position - 1)
    assert.ok(units >= 10_000_000 ? units % 500_000 === 0 : /^\d\d?0*$/.test(`${units}`), `${units}`)
  }
  assert.equal(stopAt(null), 0)
})

test('drag: in a complete draft the other unlocked prizes share the rest in proportion', () => {
  fc.assert(
    fc.property(drafts, fc.array(fc.boolean(), { maxLength: 8 }), stops, (some, locks, stop) => {
      const whole = normalise(some).draft!
      const before = locks.reduce((draft, isLocked, at) => (isLocked ? toggleLock(draft, at + 2) : draft), whole)
      const others = before.rows.filter(({ itemId, isLocked }) => itemId !== 1 && !isLocked)
      const after = dragChance(before, 1, stop)
      const wanted = wantedUnits(before, stop)
      const free = before.rows[0]!.units! + sumOfUnits(others)
      const units = others.length === 0 ? Math.min(wanted, free) : Math.min(wanted, free - others.length)
      assert.equal(after.rows[0]!.units, units)
      if (others.length === 0) return assert.deepEqual(unitsOf(after).slice(1), unitsOf(before).slice(1))
      assert.equal(sumOfUnits(after.rows), BOX_TOTAL_UNITS)
      for (const [at, row] of after.rows.entries()) {
        const { units: was, isLocked } = before.rows[at]!
        assert.ok(row.units! >= 1)
        if (isLocked) assert.deepEqual(row, before.rows[at])
        else if (at > 0 && row.units! > 1) {
          const ideal = (was! * (free - units)) / sumOfUnits(others)
          // Prizes that keep one unit take at most one from each other prize.
          assert.ok(row.units! - ideal <= 1 && ideal - row.units! <= others.length, `${row.units} for ${ideal}`)
        }
      }
      assert.deepEqual(dragChance(toggleLock(before, 1), 1, stop), toggleLock(before, 1))
    }),
  )
})

test('drag: in another draft only this prize changes, and the sum does not rise above 100%', () => {
  fc.assert(
    fc.property(drafts, fc.boolean(), stops, (some, isEmpty, stop) => {
      const before = isEmpty ? setChance(some, 1, '') : some
      fc.pre(sumOfUnits(before.rows) !== BOX_TOTAL_UNITS)
      const after = dragChance(before, 1, stop)
      assert.deepEqual(after.rows.slice(1), before.rows.slice(1))
      const { units: was } = before.rows[0]!
      const left = BOX_TOTAL_UNITS - sumOfUnits(after.rows.slice(1))
      const highest = Math.max(was ?? 0, left)
      if (highest <= 0) return assert.deepEqual(after, before)
      assert.equal(after.rows[0]!.units, Math.min(wantedUnits(before, stop), highest))
    }),
  )
})

test('drag: a prize without a chance gets one from its own slider only', () => {
  const before = draftWith([
    [40_000_000, 100],
    [60_000_000, 200],
    [null, 300],
  ])
  assert.deepEqual(unitsOf(dragChance(before, 1, stopAt(50_000_000))), [40_000_000, 60_000_000, null])
  assert.deepEqual(unitsOf(dragChance(before, 1, stopAt(25_000_000))), [25_000_000, 60_000_000, null])
  assert.deepEqual(unitsOf(dragChance(before, 3, stopAt(20_000_000))), [32_000_000, 48_000_000, 20_000_000])
  const locked = toggleLock(toggleLock(before, 1), 2)
  assert.deepEqual(dragChance(locked, 3, stopAt(20_000_000)), locked)
  const least = toggleLock(
    setUnits(
      before,
      new Map([
        [1, 99_999_999],
        [2, 1],
      ]),
    ),
    1,
  )
  assert.deepEqual(dragChance(least, 3, stopAt(20_000_000)), least)
})

test('drag: dragging a slider is one change, and dragging it back restores the draft', () => {
  const start = draftWith([
    [12_345_678, 100],
    [30_000_001, 200],
    [57_654_321, 300],
  ])
  let history = startHistory(start)
  const drag = (itemId: number, units: number) => {
    const change = (before: VersionDraft) => dragChance(before, itemId, stopAt(units))
    history = changeHistory(history, { kind: 'edit', change, field: `slider-${itemId}` })
  }
  const endDrag = () => {
    history = changeHistory(history, { kind: 'edit', change: (before) => before })
  }
  for (const units of [25_000_000, 90_000_000, BOX_TOTAL_UNITS]) drag(1, units)
  assert.deepEqual(unitsOf(history.draft), [99_999_998, 1, 1])
  drag(1, 60_000_000)
  assert.deepEqual(unitsOf(history.draft), [60_000_000, 13_690_141, 26_309_859])
  drag(1, 12_345_678)
  assert.deepEqual([history.draft, history.past], [start, []])
  drag(1, 20_000_000)
  endDrag()
  drag(1, 60_000_000)
  drag(2, 100_000)
  drag(1, 99_000_000)
  const undone = [history.past.length]
  while (history.past.length > 0) {
    history = changeHistory(history, { kind: 'undo' })
    undone.push(history.draft.rows[0]!.units!)
  }
  assert.deepEqual(undone, [4, 69_447_454, 60_000_000, 20_000_000, 12_345_678])
  assert.deepEqual(unitsOf(history.draft), unitsOf(start))
  history = startHistory(setUnits(start, new Map([[1, 10_000_000]])))
  drag(1, 20_000_000)
  assert.deepEqual(unitsOf(history.draft), unitsOf(start), 'up to the rest')
})
