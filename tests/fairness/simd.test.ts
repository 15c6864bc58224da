import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS, draw, UPGRADER_TOTAL } from '@coffer/fairness'
import { countDraws, drawNonces, type NonceRun } from '@coffer/fairness/simd'
import fc from 'fast-check'
import { SimdHmac } from '../../packages/fairness/src/simd/simd-hmac.ts'
import { drawVectors } from '../../packages/fairness/vectors/generate.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { anyClientSeed, anyServerSeed } from './support/arbitraries.ts'
import { nodeDigest } from './support/node-digest.ts'
import { seeded } from './support/seeded.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
const serverSeed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const clientSeed = 'my-seed'
const LARGEST_NONCE = Number.MAX_SAFE_INTEGER

/** Each draw by itself, as a round is drawn. */
function oneByOne({ count, ...first }: NonceRun): number[] {
  return Array.from({ length: count }, (_, index) => draw({ ...first, nonce: first.nonce + index, hmac: nodeDigest }))
}

function assertSame(run: NonceRun): void {
  assert.deepEqual([...drawNonces(run)], oneByOne(run), JSON.stringify(run))
}

const anyTotal = fc.oneof(
  // From 2^31 + 1 on, about one word in two is rejected; so of some hundred draws one is extended.
  fc.constantFrom(1, 2, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32, BOX_TOTAL_UNITS, UPGRADER_TOTAL),
  fc.integer({ min: 1, max: 2 ** 32 }),
)
const anyNonce = fc.oneof(
  fc.nat(20_000),
  fc.maxSafeNat(),
  fc.tuple(fc.nat(15), fc.nat(9)).map(([digits, back]) => Math.max(0, 10 ** digits - back)),
)
const anyReel = fc.oneof(fc.nat(19), fc.constantFrom(99, 100), fc.maxSafeNat())

test('a run of nonces gives what draw gives for each of them, bit for bit', () => {
  const holds = fc.property(
    fc.record({ serverSeed: anyServerSeed(), clientSeed: anyClientSeed(), reelIndex: anyReel, total: anyTotal }),
    anyNonce,
    fc.nat(40),
    (pair, nonce, count) => assertSame({ ...pair, nonce, count: Math.min(count, LARGEST_NONCE - nonce + 1) }),
  )
  fc.assert(holds, seeded(400))
})

test('draws are the same at every length of the client seed: where a message ends a block, its length needs one more, and two are kept', () => {
  for (let length = 1; length <= 128; length += 1) {
    const own = { serverSeed, clientSeed: 'c'.repeat(length), total: BOX_TOTAL_UNITS }
    for (const nonce of [0, 6, 97, 995]) assertSame({ ...own, reelIndex: 0, nonce, count: 9 })
    assertSame({ ...own, reelIndex: LARGEST_NONCE, nonce: LARGEST_NONCE - 4, count: 5 })
  }
})

test('draws are the same where a nonce gets one more digit, up to the largest there is, and for any count', () => {
  const pair = { serverSeed, clientSeed, reelIndex: 1, total: UPGRADER_TOTAL }
  for (let digits = 1; digits <= 15; digits += 1) {
    for (let before = 0; before <= 5; before += 1) assertSame({ ...pair, nonce: 10 ** digits - before, count: 6 })
  }
  for (let count = 0; count <= 13; count += 1) assertSame({ ...pair, nonce: 0, count })
  for (let count = 1; count <= 13; count += 1) assertSame({ ...pair, nonce: LARGEST_NONCE - count + 1, count })
  assertSame({ ...pair, nonce: 0, count: 12_345 })
})

test('words are rejected and messages extended as draw does it', () => {
  const run = { serverSeed, clientSeed, reelIndex: 0, nonce: 0, total: 2 ** 31 + 1, count: 5_000 }
  const asked = { extended: 0 }
  const expected = Array.from({ length: run.count }, (_, nonce) =>
    draw({
      ...{ ...run, nonce },
      hmac: (key, message) => {
        if (message.split(':').length > 3) asked.extended += 1
        return nodeDigest(key, message)
      },
    }),
  )
  assert.ok(asked.extended > 5, `${asked.extended} extended`)
  assert.deepEqual([...drawNonces(run)], expected)
  for (const { serverSeed, clientSeed, nonce, reelIndex, totalUnits: total, rawDraw } of drawVectors()) {
    assert.deepEqual([...drawNonces({ serverSeed, clientSeed, nonce, reelIndex, total, count: 1 })], [rawDraw])
  }
})

test('runs of several pairs by turns do not touch each other', () => {
  const runs = ['a', 'b'.repeat(70), 'c', 'd'.repeat(128)].map((seed, index) => ({
    ...{ serverSeed: String(index).repeat(64), clientSeed: seed, reelIndex: index },
    ...{ nonce: index * 7, total: BOX_TOTAL_UNITS, count: 10 + index },
  }))
  for (const run of [...runs, ...runs.toReversed()]) assertSame(run)
})

test('a run is refused when a part of it is not of its form', () => {
  const good = { serverSeed, clientSeed, nonce: 0, reelIndex: 0, total: BOX_TOTAL_UNITS, count: 3 }
  const bad: object[] = [
    ...[{ serverSeed: serverSeed.slice(1) }, { serverSeed: serverSeed.toUpperCase() }, { clientSeed: 'a:b' }],
    ...[{ nonce: -1 }, { nonce: 0.5 }, { nonce: LARGEST_NONCE - 1 }, { reelIndex: -1 }, { total: 0 }],
    ...[{ total: 2 ** 32 + 1 }, { count: -1 }, { count: 1.5 }, { count: Number.NaN }],
  ]
  for (const part of bad) assert.throws(() => drawNonces({ ...good, ...part }), RangeError, JSON.stringify(part))
})

test('draws are counted in the slot that holds them, and slots that do not end with the total are refused', () => {
  const run = { serverSeed, clientSeed, reelIndex: 0, nonce: 0, total: 12, count: 2_000 }
  const drawn = oneByOne(run)
  for (const ends of [
    [12],
    [1, 12],
    [1, 2, 3, 11, 12],
    [5, 6, 12],
    Array.from({ length: 12 }, (_, index) => index + 1),
  ]) {
    const expected = ends.map((end, slot) => drawn.filter((one) => one < end && one >= (ends[slot - 1] ?? 0)).length)
    assert.deepEqual(
      countDraws({ runs: [run, run], ends }),
      expected.map((count) => count * 2),
    )
  }
  for (const ends of [[], [11], [1, 13]]) assert.throws(() => countDraws({ runs: [run], ends }), RangeError)
})

/** What takes WebAssembly away once the code is loaded, or the instructions that its SIMD is made of. */
const without: { what: string; words: string[]; first: string; isHere: boolean }[] = [
  { what: 'WebAssembly', words: [], first: 'delete globalThis.WebAssembly', isHere: true },
  { what: 'SIMD', words: ['--no-enable-sse4-1'], first: '', isHere: process.arch === 'x64' },
]

for (const { what, words, first } of without.filter(({ isHere }) => isHere)) {
  test(`where there is no such thing as ${what}, draw does it, with the same results`, () => {
    const run = { serverSeed, clientSeed, reelIndex: 2, nonce: 5, total: BOX_TOTAL_UNITS, count: 200 }
    const program = `import { SimdHmac } from './packages/fairness/src/simd/simd-hmac.ts'
      import { drawNonces } from './packages/fairness/src/simd/index.ts'
      ${first}
      console.log(JSON.stringify([SimdHmac.make() === null, [...drawNonces(${JSON.stringify(run)})]]))`
    const { stdout, stderr } = spawnSync(process.execPath, [...words, '--input-type=module', '--eval', program], {
      ...{ cwd: PROJECT_DIR, env: bareEnvironment(), encoding: 'utf8' },
    })
    assert.equal(stderr, '')
    assert.deepEqual(JSON.parse(stdout), [true, oneByOne(run)])
  })
}

test('on the Node of the project there is SIMD', () => {
  assert.ok(SimdHmac.make())
})
