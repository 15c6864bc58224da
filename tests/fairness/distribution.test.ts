import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS, draw, rangeAt, rangesOf } from '@coffer/fairness'
import { chiSquare, tailProbability } from './support/chi-square.ts'
import { nodeDigest } from './support/node-digest.ts'

const DRAW_COUNT = 1_000_000
const SMALLEST_P = 0.001
/** Draws below this would be favoured if words were taken modulo T without rejection. */
const FAVOURED_BELOW = 2 ** 32 % BOX_TOTAL_UNITS
const serverSeed = 'd15721b0d15721b0d15721b0d15721b0d15721b0d15721b0d15721b0d15721b0'

/** Chances from one half down to one in 100,000, so that even the rarest prize is expected ten times. */
const chances = [
  50_000_000, 25_000_000, 12_500_000, 7_000_000, 3_000_000, 1_500_000, 700_000, 200_000, 80_000, 19_000, 1_000,
]
const box = rangesOf(
  chances.map((chanceUnits, i) => ({
    itemId: i + 1,
    name: `Prize ${i + 1}`,
    type: 'physical',
    valueMinor: 1,
    chanceUnits,
  })),
)

test('one million draws of a sample box fall on its prizes by their published odds', () => {
  const wins = new Array<number>(box.length).fill(0)
  const slices = new Array<number>(1_000).fill(0)
  const sides = [0, 0]
  for (let i = 0; i < DRAW_COUNT; i += 1) {
    const rawDraw = drawOf(Math.floor(i / 2), i % 2)
    wins[rangeAt(box, rawDraw).itemId - 1]! += 1
    slices[Math.floor((rawDraw * slices.length) / BOX_TOTAL_UNITS)]! += 1
    sides[rawDraw < FAVOURED_BELOW ? 0 : 1]! += 1
  }
  assertFair(
    wins,
    chances.map((units) => (units * DRAW_COUNT) / BOX_TOTAL_UNITS),
  )
  assertFair(
    slices,
    slices.map(() => DRAW_COUNT / slices.length),
  )
  assertFair(sides, sidesOf(DRAW_COUNT))
})

test('the tail probability is that of the printed chi-square tables', () => {
  const table = [
    [3.841, 1, 0.05],
    [10.828, 1, 0.001],
    [4.605, 2, 0.1],
    [18.307, 10, 0.05],
    [29.588, 10, 0.001],
    [2.558, 10, 0.99],
    [149.449, 100, 0.001],
    [70.065, 100, 0.99],
  ] as const
  for (const [statistic, freedom, p] of table) {
    assert.ok(Math.abs(tailProbability(statistic, freedom) / p - 1) < 0.002, `${statistic} with ${freedom}`)
  }
})

test('the split at the favoured draws catches a draw that takes the words without rejection', () => {
  const counts = [0, 0]
  for (let nonce = 0; nonce < DRAW_COUNT / 4; nonce += 1) {
    const digest = Buffer.from(nodeDigest(serverSeed, `biased:${nonce}:0`))
    for (let offset = 0; offset < 32; offset += 4) {
      counts[digest.readUInt32BE(offset) % BOX_TOTAL_UNITS < FAVOURED_BELOW ? 0 : 1]! += 1
    }
  }
  assert.ok(tailProbability(chiSquare(counts, sidesOf(2 * DRAW_COUNT)), 1) < SMALLEST_P)
})

function drawOf(nonce: number, reelIndex: number): number {
  return draw({ serverSeed, clientSeed: 'one million', nonce, reelIndex, total: BOX_TOTAL_UNITS, hmac: nodeDigest })
}

function assertFair(seen: number[], expected: number[]): void {
  const p = tailProbability(chiSquare(seen, expected), seen.length - 1)
  assert.ok(p > SMALLEST_P, `p = ${p}`)
}

function sidesOf(drawCount: number): number[] {
  const favoured = (drawCount * FAVOURED_BELOW) / BOX_TOTAL_UNITS
  return [favoured, drawCount - favoured]
}
