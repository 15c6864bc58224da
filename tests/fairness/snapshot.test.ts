import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { canonicalJson, makeSnapshot, rangesOf, snapshotHash } from '@coffer/fairness'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { type SnapshotVector, snapshotVectors } from '../../packages/fairness/vectors/generate.ts'
import { anyPrizes } from './support/arbitraries.ts'
import { seeded } from './support/seeded.ts'

const file = new URL('../../packages/fairness/vectors/snapshots.json', import.meta.url)
const committed: { algorithmKey: string; vectors: SnapshotVector[] } = JSON.parse(readFileSync(file, 'utf8'))

test('canonical JSON is what an independent RFC 8785 library writes, for any value a snapshot can hold', () => {
  const holds = fc.property(anyJson(), (value) => {
    assert.equal(canonicalJson(value), canonicalize(value))
  })
  fc.assert(holds, seeded(500))
})

test('keys are sorted by UTF-16 code units, as in the example of RFC 8785', () => {
  const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6']
  const value = Object.fromEntries(keys.map((key, i) => [key, i]))
  assert.equal(canonicalJson(value), '{"\\r":1,"1":3,"\u0080":5,"\u00f6":6,"\u20ac":0,"\u{1f600}":4,"\ufb33":2}')
})

test('what is not canonical JSON of whole numbers is refused, at any depth', () => {
  const cyclic: unknown[] = []
  cyclic.push(cyclic)
  const bad = [
    undefined,
    0.5,
    Number.NaN,
    Infinity,
    2 ** 53,
    1n,
    () => 1,
    Symbol('s'),
    new Date(0),
    new Map(),
    /x/,
    '\ud800',
    'a\udc00b',
  ]
  for (const value of bad) {
    for (const whole of [value, [value], { a: { b: [value] } }]) assert.throws(() => canonicalJson(whole), TypeError)
  }
  assert.throws(() => canonicalJson({ '\ud800': 1 }), TypeError)
  assert.throws(() => canonicalJson(new Array(2)), TypeError)
  assert.throws(() => canonicalJson(cyclic))
})

test('a snapshot hash is the SHA-256 of the canonical JSON of everything but the hash', () => {
  const holds = fc.property(anyPrizes(), (prizes) => {
    const published = { boxVersionId: 3, publishedAt: '2026-01-01T00:00:00.000Z', priceMinor: 10, currency: 'EUR' }
    const { snapshotHash: hash, ...body } = makeSnapshot({ ...published, prizes })
    const odds = { algorithmKey: 'hmac_sha256_v1', totalUnits: 100_000_000, ranges: rangesOf(prizes) }
    assert.deepEqual(body, { ...published, ...odds })
    assert.equal(hash, createHash('sha256').update(canonicalize(body)!).digest('hex'))
  })
  fc.assert(holds, seeded(50))
})

test('every committed snapshot has its committed canonical text and hash', () => {
  for (const { canonical, snapshot } of committed.vectors) {
    const { snapshotHash: hash, ...body } = snapshot
    assert.equal(canonicalJson(body), canonical)
    assert.equal(snapshotHash(body), hash)
    assert.equal(createHash('sha256').update(canonical).digest('hex'), hash)
  }
})

test('the committed snapshots are what their generator makes', () => {
  assert.equal(committed.algorithmKey, 'hmac_sha256_v1')
  assert.deepEqual(committed.vectors, snapshotVectors())
})

function anyJson(): fc.Arbitrary<unknown> {
  const text = fc.string({ unit: 'binary' })
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(text, fc.maxSafeInteger(), fc.boolean(), fc.constantFrom(null, 0, -0)),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(text, tie('value'), { maxKeys: 6 }),
    ),
  })).value
}
