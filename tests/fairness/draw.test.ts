import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  ALGORITHM_KEY,
  BOX_TOTAL_UNITS,
  type Digest,
  draw,
  drawMessage,
  hmacSha256,
  isClientSeed,
  isServerSeed,
  serverSeedHash,
  UPGRADER_TOTAL,
} from '@coffer/fairness'
import fc from 'fast-check'
import { type DrawVector, drawVectors } from '../../packages/fairness/vectors/generate.ts'
import { anyClientSeed, anyServerSeed } from './support/arbitraries.ts'
import { nodeDigest } from './support/node-digest.ts'
import { seeded } from './support/seeded.ts'

const file = new URL('../../packages/fairness/vectors/draws.json', import.meta.url)
const committed: { algorithmKey: string; vectors: DrawVector[] } = JSON.parse(readFileSync(file, 'utf8'))
const serverSeed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const clientSeed = 'my-seed'
const digests: [string, Digest][] = [
  ['own digest', hmacSha256],
  ["Node's digest", nodeDigest],
]

test('the written-down server seed has the written-down commitment', () => {
  assert.equal(serverSeedHash(serverSeed), '2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737')
})

for (const [name, hmac] of digests) {
  test(`the written-down draws come out with ${name}`, () => {
    const box = (nonce: number, reelIndex: number): number =>
      draw({ serverSeed, clientSeed, nonce, reelIndex, total: 100_000_000, hmac })
    assert.equal(box(0, 0), 74_399_613)
    assert.equal(box(0, 1), 18_365_117)
    assert.equal(box(1, 0), 83_912_124)
    assert.equal(box(7, 2), 78_778_659)
    assert.equal(box(22, 0), 70_608_033)
    assert.equal(draw({ serverSeed, clientSeed, nonce: 0, reelIndex: 0, total: 10_000, hmac }), 9_613)
  })

  test(`every committed vector comes out with ${name}`, () => {
    for (const { totalUnits: total, rawDraw, ...place } of committed.vectors) {
      assert.equal(draw({ ...place, total, hmac }), rawDraw, JSON.stringify(place))
      assert.equal(serverSeedHash(place.serverSeed), place.serverSeedHash)
    }
  })
}

test('the first word of the written-down draw (22, 0) is rejected', () => {
  const first = Buffer.from(nodeDigest(serverSeed, 'my-seed:22:0')).readUInt32BE(0)
  assert.ok(first >= Math.floor(2 ** 32 / BOX_TOTAL_UNITS) * BOX_TOTAL_UNITS)
  assert.notEqual(first % BOX_TOTAL_UNITS, 70_608_033)
})

test('the committed vectors are what their generator makes, and they hold rejected words and extended messages', () => {
  assert.equal(committed.algorithmKey, 'hmac_sha256_v1')
  assert.deepEqual(committed.vectors, drawVectors())
  const rejected = new Set(committed.vectors.map(({ rejectedWords }) => rejectedWords))
  for (const count of [0, 1, 2, 7, 8, 13, 16]) assert.ok(rejected.has(count), `no vector rejects ${count} words`)
})

test('a digest whose eight words are all rejected is followed by the message with :1, then :2', () => {
  const asked: string[] = []
  const accepting: Digest = (_, message) => {
    asked.push(message)
    return new Uint8Array(32).fill(message.endsWith(':2') ? 0 : 255)
  }
  assert.equal(draw({ serverSeed, clientSeed, nonce: 5, reelIndex: 3, total: BOX_TOTAL_UNITS, hmac: accepting }), 0)
  assert.deepEqual(asked, ['my-seed:5:3', 'my-seed:5:3:1', 'my-seed:5:3:2'])
})

test('the last word below the limit is accepted and the first at the limit is not', () => {
  const limit = 4_200_000_000
  const words =
    (...values: number[]): Digest =>
    () => {
      const digest = Buffer.alloc(32, 0xff)
      values.forEach((value, i) => {
        digest.writeUInt32BE(value, i * 4)
      })
      return digest
    }
  const at = (hmac: Digest): number =>
    draw({ serverSeed, clientSeed, nonce: 0, reelIndex: 0, total: BOX_TOTAL_UNITS, hmac })
  assert.equal(at(words(limit - 1)), 99_999_999)
  assert.equal(at(words(limit, limit + 1, 7)), 7, 'the first at the limit is rejected')
})

test('a digest that is not an HMAC-SHA256 is told apart from bad luck', () => {
  const place = { serverSeed, clientSeed, nonce: 0, reelIndex: 0, total: BOX_TOTAL_UNITS }
  assert.throws(() => draw({ ...place, hmac: () => new Uint8Array(32).fill(255) }), /not an HMAC-SHA256/)
  assert.throws(() => draw({ ...place, hmac: () => new Uint8Array(20) }), /20 bytes/)
})

test('a draw lies in 0..T-1 and is the same with both digests, whatever T is', () => {
  const totals = fc.oneof(
    fc.constantFrom(1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32, BOX_TOTAL_UNITS, UPGRADER_TOTAL),
    fc.integer({ min: 1, max: 2 ** 32 }),
  )
  const holds = fc.property(anyServerSeed(), anyClientSeed(), fc.maxSafeNat(), fc.nat(19), totals, (...place) => {
    const [seed, client, nonce, reelIndex, total] = place
    const input = { serverSeed: seed, clientSeed: client, nonce, reelIndex, total }
    const drawn = draw(input)
    assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn < total)
    assert.equal(draw({ ...input, hmac: nodeDigest }), drawn)
  })
  fc.assert(holds, seeded())
})

test('no two places of a seed pair share a message', () => {
  const shortSeed = fc.string({ unit: fc.constantFrom('0', '1', ' '), minLength: 1, maxLength: 2 })
  const place = fc.record({ clientSeed: shortSeed, nonce: fc.nat(11), reelIndex: fc.nat(11) })
  const holds = fc.property(place, place, fc.nat(3), fc.nat(3), (one, two, k, l) => {
    const same = JSON.stringify([one, k]) === JSON.stringify([two, l])
    assert.equal(drawMessage(one, k) === drawMessage(two, l), same)
  })
  fc.assert(holds, seeded(5_000))
})

test('a draw is refused when an input is not of its form', () => {
  const good = { serverSeed, clientSeed, nonce: 0, reelIndex: 0, total: BOX_TOTAL_UNITS }
  const bad: object[] = [
    { serverSeed: serverSeed.slice(1) },
    { serverSeed: serverSeed.toUpperCase() },
    { clientSeed: '' },
    { clientSeed: 'a:b' },
    { nonce: -1 },
    { nonce: 0.5 },
    { nonce: 2 ** 53 },
    { nonce: '0' },
    { reelIndex: -1 },
    { reelIndex: Number.NaN },
    { total: 0 },
    { total: 2 ** 32 + 1 },
    { total: 1.5 },
  ]
  for (const part of bad) assert.throws(() => draw({ ...good, ...part }), RangeError, JSON.stringify(part))
})

test('a server seed is 64 lower-case hex digits and nothing else', () => {
  assert.ok(isServerSeed(serverSeed))
  for (const value of [
    '',
    serverSeed.toUpperCase(),
    `${serverSeed}\n`,
    ` ${serverSeed}`,
    serverSeed.slice(2),
    null,
    7,
  ]) {
    assert.equal(isServerSeed(value), false, String(value))
  }
})

test('a client seed is 1 to 128 printable ASCII characters without the colon', () => {
  for (let code = 0; code < 0x180; code += 1) {
    const printable = code >= 0x20 && code <= 0x7e && code !== 0x3a
    assert.equal(isClientSeed(String.fromCharCode(code)), printable, `code ${code}`)
  }
  assert.ok(isClientSeed('x'.repeat(128)))
  for (const value of ['', 'x'.repeat(129), 'x\n', null, undefined, 5, ['x']]) assert.equal(isClientSeed(value), false)
})

test('the constants are the ones on the wire', () => {
  assert.deepEqual([ALGORITHM_KEY, BOX_TOTAL_UNITS, UPGRADER_TOTAL], ['hmac_sha256_v1', 100_000_000, 10_000])
})
