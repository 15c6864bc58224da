import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import fc from 'fast-check'
import { normalise, priceFor, solveChances } from '../../apps/admin/src/boxes/draft-tools.ts'
import { draftRtpBps, sumOfUnits, toggleLock, type VersionDraft } from '../../apps/admin/src/boxes/version-draft.ts'
import { drafts, draftWith } from '../support/version-drafts.ts'

const TOTAL = BigInt(BOX_TOTAL_UNITS)
const BOUNDS = { minRtpBps: 8500, maxRtpBps: 9900 }
const unitsOf = ({ rows }: VersionDraft) => rows.map(({ units }) => units)
const returnOf = ({ rows }: VersionDraft) =>
  rows.reduce((sum, { valueMinor, units }) => sum + BigInt(valueMinor) * BigInt(units!), 0n)

/** A draft some of whose rows are locked. */
const lockedDrafts = fc
  .tuple(drafts, fc.array(fc.boolean(), { maxLength: 8 }))
  .map(([draft, locks]) =>
    locks.reduce((before, isLocked, index) => (isLocked ? toggleLock(before, index + 1) : before), draft),
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

test('tools: each explains why it cannot change the draft', () => {
  const locked = toggleLock(draftWith([[BOX_TOTAL_UNITS, 100]]), 1)
  const missing = draftWith([
    [5, 100],
    [null, 100],
  ])
  const worthless = draftWith([[BOX_TOTAL_UNITS, 0]])
  const tooDear = draftWith([[BOX_TOTAL_UNITS, 1e12]])
  const solve = (draft: VersionDraft, priceMinor: number | null = 100) => solveChances(draft, priceMinor, 9000, BOUNDS)
  for (const [fault, expected] of [
    [normalise(draftWith([])).fault, 'Add a prize first.'],
    [normalise(locked).fault, 'Unlock at least one prize first.'],
    [normalise(draftWith([[BOX_TOTAL_UNITS, 5]])).fault, 'The chances sum to 100% already.'],
    [normalise(missing).fault, 'Enter the chance of Item 2 first.'],
    [
      normalise({ ...locked, rows: [...locked.rows, ...missing.rows] }).fault,
      'The locked prizes leave nothing for the others.',
    ],
    [solve(missing).fault, 'Enter the chance of Item 2 first.'],
    [solve(missing, null).fault, 'Enter a price first.'],
    [
      solve(
        draftWith([
          [5, 0],
          [5, 80],
        ]),
      ).fault,
      'With these prizes, the RTP can be from 0.01% to 79.99%.',
    ],
    [solve(worthless).fault, 'With these prizes, the RTP can be from 0.00% to 0.00%.'],
    [priceFor([], 9000, 'EUR').fault, 'Add a prize first.'],
    [priceFor(missing.rows, 9000, 'EUR').fault, 'Enter the chance of Item 2 first.'],
    [priceFor(draftWith([[5, 100]]).rows, 9000, 'EUR').fault, 'The chances must sum to 100% first.'],
    [priceFor(worthless.rows, 9000, 'EUR').fault, 'The prizes have no value.'],
    [priceFor(tooDear.rows, 9000, 'EUR').fault, 'The price would exceed €10,000,000,000.00.'],
  ]) {
    assert.equal(fault, expected)
  }
})

test('solve for RTP: the RTP is met to within one unit, or no chances have it', () => {
  const price = fc.integer({ min: 1, max: 1e12 })
  const rtp = fc.oneof(fc.integer({ min: 1, max: BOUNDS.maxRtpBps }), fc.constant(BOUNDS.maxRtpBps))
  let solvedCount = 0
  fc.assert(
    fc.property(lockedDrafts, price, rtp, fc.boolean(), (draft, priceMinor, rtpBps, isEmpty) => {
      const start = isEmpty ? emptied(draft) : draft
      const { draft: after, fault } = solveChances(start, priceMinor, rtpBps, BOUNDS)
      const goal = BigInt(rtpBps) * BigInt(priceMinor) * (TOTAL / 10_000n)
      if (after === undefined) return assert.ok(!isReachable(draft, goal), fault)
      solvedCount += 1
      assertTool(start, after)
      const unlocked = after.rows.filter(({ isLocked }) => !isLocked).map(({ valueMinor }) => valueMinor)
      const largestStep = BigInt(Math.max(...unlocked) - Math.min(...unlocked))
      const above = returnOf(after) - goal
      if (rtpBps < BOUNDS.maxRtpBps) assert.ok(above >= 0n && (above === 0n || above < largestStep))
      else assert.ok(above <= 0n && (above === 0n || -above < largestStep))
    }),
    { numRuns: 300 },
  )
  assert.ok(solvedCount > 20, `${solvedCount} of 300 drafts were solved`)
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
  const fixed = returnOf({ ...draftWith([]), rows: locked }) + values.reduce((sum, value) => sum + BigInt(value), 0n)
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

test('solve for price: it is the lowest price at which the RTP is at most the target', () => {
  fc.assert(
    fc.property(drafts, fc.integer({ min: 1, max: 20_000 }), (draft, rtpBps) => {
      const whole = normalise(draft).draft ?? draft
      const { priceMinor } = priceFor(whole.rows, rtpBps, 'JPY')
      if (priceMinor === undefined) return
      const rtpAt = (price: bigint) => returnOf(whole) * 10_000n <= BigInt(rtpBps) * price * TOTAL
      assert.ok(rtpAt(BigInt(priceMinor)) && !rtpAt(BigInt(priceMinor) - 1n))
    }),
  )
})
