import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { canonicalEnvelope, signEnvelope, tokenHash } from '@coffer/service/platform'
import fc from 'fast-check'
import { seeded } from '../fairness/support/seeded.ts'

/** Any code units, halves of pairs too: a text is hashed as Node writes it in UTF-8, whatever stands in it. */
const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength })
      .map((units) => units.map((unit) => String.fromCharCode(unit)).join('')),
  )

/** Keys around a block of the hash (64 bytes), where the HMAC begins to hash them first, and far beyond. */
const anyKey = fc.oneof(
  anyText(300),
  fc.integer({ min: 62, max: 67 }).map((length) => 'k'.repeat(length)),
  fc.integer({ min: 15, max: 18 }).map((length) => '\u{1F381}'.repeat(length)),
)
const anyBody = fc.oneof(fc.constantFrom('', Buffer.alloc(0)), anyText(300), fc.uint8Array().map(Buffer.from))
const anyEnvelope = fc.record({
  secret: anyKey,
  timestamp: fc.nat().map(String),
  method: fc.constantFrom('GET', 'POST'),
  path: anyText(80),
  body: anyBody,
  nonce: fc.option(anyText(64), { nil: undefined }),
})

test('a signature is the HMAC of its canonical string as Node’s own makes it, of any key, body and text', () => {
  const property = fc.property(anyEnvelope, (envelope) => {
    const own = createHmac('sha256', envelope.secret).update(canonicalEnvelope(envelope)).digest('hex')
    assert.equal(signEnvelope(envelope), own, 'Node makes the same signature')
    const bodyHash = createHash('sha256').update(envelope.body).digest('hex')
    assert.ok(canonicalEnvelope(envelope).includes(`\n${bodyHash}`), 'the hash of the body is signed')
  })
  fc.assert(property, seeded(2_000))
})

test('what is stored of a token is its SHA-256', () => {
  const property = fc.property(anyText(100), (token) => {
    assert.deepEqual(tokenHash(token), createHash('sha256').update(token).digest(), 'Node makes the same hash')
  })
  fc.assert(property, seeded(1_000))
})
