import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import fc from 'fast-check'
import { normalise, priceFor, solveChances } from '../../apps/admin/src/boxes/draft-tools.ts'
import {
  draftRtpBps,
  returnOf,
  setChance,
  setUnits,
  sumOfUnits,
  toggleLock,
  type VersionDraft,
} from '../../apps/admin/src/boxes/version-draft.ts'
import { drafts, draftWith, unitsOf } from '../support/version-drafts.ts'

const TOTAL = BigInt(BOX_TOTAL_UNITS)
const BOUNDS = { minRtpBps: 8500, maxRtpBps: 9900 }
/** A price of up to the average value of the prizes, in tenths of it. */
function priceOf({ rows }: VersionDraft, tenths: number): number {
  const sum = rows.reduce((total, { valueMinor }) => total + valueMinor, 0)
  return Math.max(1, Math.floor((sum / rows.length / 10) * tenths))
}

const tenths = fc.integer({ min: 1, max: 10 })

/** A draft some of whose rows are locked, with 10% at most or with any chance. */
const lockedDrafts = fc
  .tuple(drafts, fc.array(fc.constantFrom(null, null, null, 10_000_000, BOX_TOTAL_UNITS), { maxLength: 8 }))
  .map(([draft, locks]) =>
    locks.reduce((before, most, index) => {
      const { itemId, units } = before.rows[index] ?? {}
      if (most === null || itemId === undefined) return before
      return toggleLock(setUnits(before, new Map([[itemId, (units! % most) + 1]])), itemId)
    }, draft),
  )

/** Asserts that a tool changed nothing but the chances of unlocked rows, and that all chances sum to 100%. */
function assertTool(before: VersionDraft, after: VersionDraft): void {
  assert.equal(sumOfUnits(after.rows), BOX_TOTAL_UNITS)
  for (const [index, row] of after.rows.entries()) {
    const { units, chance, ...rest } = row
    const { units: _, chance: __, ...same } = before.rows[index]!
    assert.deepEqual(rest, same)
    assert.ok(Number.isSafeInteger(units) && units! >= 1)
    if (row.isLocked) assert.deepEqual(row, before.rows[index])
  }
}

test('normalise: the chances sum to 100%, in proportion, and locked ones stay', () => {
  fc.assert(
    fc.property(lockedDrafts, (draft) => {
      const { draft: after, fault } = normalise(draft)
      const unlocked = draft.rows.filter(({ isLocked }) => !isLocked)
      const left = BOX_TOTAL_UNITS - sumOfUnits(draft.rows.filter(({ isLocked }) => isLocked))
      if (after === undefined) {
        const isWhole = sumOfUnits(draft.rows) === BOX_TOTAL_UNITS
        return assert.ok(unlocked.length === 0 || left < unlocked.length || isWhole, fault)
      }
      assertTool(draft, after)
      const sum = sumOfUnits(unlocked)
      for (const row of after.rows.filter(({ isLocked }) => !isLocked)) {
        const exact = (draft.rows[row.itemId - 1]!.units! * left) / sum
        const pinned = unlocked.length
        assert.ok(Math.abs(row.units! - exact) <= pinned + 1, `${row.units} for ${exact}`)
      }
    }),
  )
})

test('normalise: weights become percentages, and the largest remainders are rounded up', () => {
  for (const [units, expected] of [
    [
      [3, 5, 12],
      [15_000_000, 25_000_000, 60_000_000],
    ],
    [
      [1, 1, 1],
      [33_333_334, 33_333_333, 33_333_333],
    ],
    [
      [1, 3, 3],
      [14_285_714, 42_857_143, 42_857_143],
    ],
    [
      [1, BOX_TOTAL_UNITS, BOX_TOTAL_UNITS],
      [1, 50_000_000, 49_999_999],
    ],
  ] as const) {
    const { draft } = normalise(draftWith(units.map((one) => [one, 100])))
    assert.deepEqual(unitsOf(draft!), expected)
  }
})

test('normalise: complete chances stay as they are', () => {
  const whole = draftWith([
    [1, 100],
    [BOX_TOTAL_UNITS - 1, 5],
  ])
  assert.equal(normalise(whole).draft, whole)
})

test('tools: each explains why it cannot change the draft', () => {
  const locked = toggleLock(draftWith([[BOX_TOTAL_UNITS, 100]]), 1)
  const missing = draftWith([
    [BOX_TOTAL_UNITS, 100],
    [null, 100],
  ])
  const two = draftWith([
    [5, 0],
    [5, 80],
  ])
  const worthless = draftWith([[BOX_TOTAL_UNITS, 0]])
  const tooDear = draftWith([[BOX_TOTAL_UNITS, 1e12]])
  const solve = (draft: VersionDraft) => solveChances(draft, 100, 9000, BOUNDS)
  const price = ({ rows }: VersionDraft, bounds = BOUNDS) => priceFor(rows, 9000, bounds, 'EUR')
  for (const [result, fault, itemId] of [
    [normalise(draftWith([])), 'Add a prize first.'],
    [normalise(locked), 'Unlock at least one prize first.'],
    [normalise(missing), 'Enter the chance of Item 2 first.', 2],
    [normalise(setChance(missing, 2, '0')), 'The chance of Item 2 is not valid.', 2],
    [
      normalise({ ...locked, rows: [...locked.rows, ...missing.rows] }),
      'The locked prizes leave nothing for the others.',
    ],
    [solve(missing), 'Enter the chance of Item 2 first.', 2],
    [solve(setChance(two, 2, 'x')), 'The chance of Item 2 is not valid.', 2],
    [solve(two), 'With these prizes, the RTP can be from 0.01% to 79.99%.'],
    [solve(toggleLock(two, 1)), 'The unlocked chances cannot change the RTP. Unlock another prize, or set the price.'],
    [solve(worthless), 'The unlocked chances cannot change the RTP. Add a prize of another value, or set the price.'],
    [price(draftWith([])), 'Add a prize first.'],
    [price(missing), 'Enter the chance of Item 2 first.', 2],
    [price(draftWith([[5, 100]])), 'The chances must sum to 100% first.'],
    [price(worthless), 'The prizes have no value.'],
    [price(tooDear), 'The price would exceed €10,000,000,000.00.'],
    [
      price(draftWith([[BOX_TOTAL_UNITS, 100]]), { minRtpBps: 9000, maxRtpBps: 9000 }),
      'No price has this RTP to within what is allowed. Choose another target.',
    ],
  ] as const) {
    assert.deepEqual([result.fault, 'itemId' in result ? result.itemId : undefined], [fault, itemId])
  }
  const almost = draftWith([
    [5, 1_000_000],
    [5, 3],
  ])
  const only = { minRtpBps: 9000, maxRtpBps: 9000 }
  const inBetween = 'No chances have this RTP to within what is allowed. Choose another target.'
  assert.equal(solveChances(almost, 100, 9000, only).fault, inBetween)
})

test('solve for RTP: it is met to within one unit, or no chances have it', () => {
  const wide = { minRtpBps: 0, maxRtpBps: 1e15 }
  const target = fc.integer({ min: 1, max: 20_000 })
  let solvedCount = 0
  fc.assert(
    fc.property(lockedDrafts, tenths, target, fc.boolean(), (draft, factor, rtpBps, hasNone) => {
      const price = priceOf(draft, factor)
      const start = hasNone ? emptied(draft) : draft
      const { draft: after, fault } = solveChances(start, price, rtpBps, wide)
      const goal = BigInt(rtpBps) * BigInt(price) * (TOTAL / 10_000n)
      if (after === undefined) return assert.ok(!isReachable(draft, goal), fault)
      solvedCount += 1
      assertTool(start, after)
      const unlocked = after.rows.filter(({ isLocked }) => !isLocked).map(({ valueMinor }) => valueMinor)
      const above = returnOf(after.rows) - goal
      assert.ok(above === 0n || (above > 0n && above < BigInt(Math.max(...unlocked) - Math.min(...unlocked))))
      assert.deepEqual(solveChances(after, price, rtpBps, wide).draft, after, 'the same target changes nothing')
    }),
    { numRuns: 300 },
  )
  assert.ok(solvedCount > 20, `${solvedCount} of 300 drafts were solved`)
})

test('solve for RTP: lower values make up for the rounding of higher ones', () => {
  const wide = { minRtpBps: 0, maxRtpBps: 20_000 }
  const draft = draftWith([
    [10, 100_000_000],
    [4_000_000, 2_000],
    [95_999_990, 50],
  ])
  for (const target of [6000, 8309, 9890, 12_345]) {
    const { rows } = solveChances(draft, 100, target, wide).draft!
    const above = returnOf(rows) - BigInt(target) * 100n * (TOTAL / 10_000n)
    assert.ok(above >= 0n && above < 1950n, `${above} for ${target}`)
  }
})

test('solve for RTP and price: the result is within the bounds, without rounding', () => {
  const narrow = fc
    .integer({ min: 8000, max: 9990 })
    .chain((min) => fc.integer({ min, max: min + 20 }).map((max) => ({ minRtpBps: min, maxRtpBps: max })))
  fc.assert(
    fc.property(drafts, tenths, narrow, fc.nat(20), (draft, factor, bounds, above) => {
      const price = priceOf(draft, factor)
      const target = Math.min(bounds.minRtpBps + above, bounds.maxRtpBps)
      const { draft: solved } = solveChances(draft, price, target, bounds)
      const whole = normalise(draft).draft ?? draft
      const { priceMinor } = priceFor(whole.rows, target, bounds, 'JPY')
      const results = [solved && ([solved.rows, price] as const), priceMinor && ([whole.rows, priceMinor] as const)]
      for (const result of results) {
        if (!result) continue
        const rtp = returnOf(result[0]) * 10_000n
        const whole = BigInt(result[1]) * TOTAL
        assert.ok(rtp >= BigInt(bounds.minRtpBps) * whole && rtp <= BigInt(bounds.maxRtpBps) * whole)
      }
    }),
  )
})

test('solve for RTP: a target at a bound is met from inside the bounds', () => {
  const draft = draftWith([
    [10, 100_000_000],
    [4_000_000, 2_000],
    [95_999_990, 50],
  ])
  for (const [target, expected] of [
    [9890, 9890],
    [9900, 9899],
    [8500, 8500],
  ] as const) {
    assert.equal(draftRtpBps(solveChances(draft, 100, target, BOUNDS).draft!.rows, 100), expected)
  }
})

/** The draft without the chances of its unlocked rows. */
function emptied({ rows, ...draft }: VersionDraft): VersionDraft {
  return { ...draft, rows: rows.map((row) => (row.isLocked ? row : { ...row, chance: '', units: null })) }
}

/** True if unlocked chances of at least one unit each can return the goal. */
function isReachable({ rows }: VersionDraft, goal: bigint): boolean {
  const unlocked = rows.filter(({ isLocked }) => !isLocked)
  const locked = rows.filter(({ isLocked }) => isLocked)
  const free = BOX_TOTAL_UNITS - sumOfUnits(locked) - unlocked.length
  if (unlocked.length === 0 || free < 0) return false
  const values = unlocked.map(({ valueMinor }) => valueMinor)
  const fixed = returnOf(locked) + values.reduce((sum, value) => sum + BigInt(value), 0n)
  const lowest = fixed + BigInt(free) * BigInt(Math.min(...values))
  const highest = fixed + BigInt(free) * BigInt(Math.max(...values))
  return lowest <= goal && goal <= highest
}

test('solve for RTP: prizes on one side of the average keep their proportions', () => {
  const draft = draftWith([
    [10_000_000, 5000],
    [10_000_000, 2000],
    [50_000_000, 200],
    [30_000_000, 400],
  ])
  const { draft: after } = solveChances(draft, 1000, 9200, BOUNDS)
  assert.equal(draftRtpBps(after!.rows, 1000), 9200)
  const [dear, good, cheap, mug] = unitsOf(after!) as number[]
  assert.ok(Math.abs(dear! - good!) <= 2)
  assert.ok(Math.abs(cheap! * 3 - mug! * 5) <= 10)
})

test('solve for RTP: empty chances share what the others leave', () => {
  const draft = toggleLock(
    draftWith([
      [50_000, 25_000],
      [null, 1_500],
      [null, 300],
      [null, 100],
    ]),
    1,
  )
  const { draft: after } = solveChances(draft, 500, 9300, BOUNDS)
  assert.equal(draftRtpBps(after!.rows, 500), 9300)
  const [grand, ...others] = unitsOf(after!) as number[]
  assert.equal(grand, 50_000)
  assert.deepEqual(
    others.toSorted((one, other) => one - other),
    others,
    'a lower value is won more often',
  )
})

test('solve for price: the RTP is nearer to the target than at any other price', () => {
  const wide = { minRtpBps: 0, maxRtpBps: 1_000_000 }
  fc.assert(
    fc.property(drafts, fc.integer({ min: 1, max: 20_000 }), (draft, rtpBps) => {
      const { rows } = normalise(draft).draft ?? draft
      const { priceMinor } = priceFor(rows, rtpBps, wide, 'JPY')
      if (priceMinor === undefined) return
      // Distances of the RTP from the target, times both prices.
      const distance = (price: number, other: number) => {
        const difference = returnOf(rows) * 10_000n - BigInt(rtpBps) * BigInt(price) * TOTAL
        return (difference < 0n ? -difference : difference) * BigInt(other)
      }
      for (const other of [priceMinor - 1, priceMinor + 1].filter((price) => price > 0)) {
        assert.ok(distance(priceMinor, other) <= distance(other, priceMinor))
      }
    }),
  )
})
