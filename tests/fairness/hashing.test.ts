import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { hmacSha256, sha256, sha256Hex } from '@coffer/fairness'
import fc from 'fast-check'
import { seeded } from './support/seeded.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const nodeHmac = (key: string, message: string): string => createHmac('sha256', key).update(message).digest('hex')
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 }))

test('SHA-256 gives the digest of node:crypto for every length around the block boundaries', () => {
  for (let length = 0; length <= 260; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256)
    assert.equal(hex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'), `${length} bytes`)
  }
})

test('SHA-256 gives the digest of node:crypto for any bytes', () => {
  const holds = fc.property(fc.uint8Array({ maxLength: 1000 }), (bytes) => {
    assert.equal(hex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'))
  })
  fc.assert(holds, seeded())
})

test('SHA-256 reads a view into a larger buffer and leaves it as it was', () => {
  const whole = Uint8Array.from({ length: 200 }, (_, i) => i)
  const view = whole.subarray(50, 120)
  assert.equal(hex(sha256(view)), createHash('sha256').update(view).digest('hex'))
  assert.deepEqual(
    whole,
    Uint8Array.from({ length: 200 }, (_, i) => i),
  )
})

test('the hex of a text is that of its UTF-8 bytes', () => {
  const holds = fc.property(text, (value) => {
    assert.equal(sha256Hex(value), createHash('sha256').update(value, 'utf8').digest('hex'))
  })
  fc.assert(holds, seeded())
})

test('HMAC-SHA256 gives the digest of node:crypto for keys shorter than, as long as and longer than a block', () => {
  for (const keyLength of [0, 1, 32, 55, 56, 63, 64, 65, 127, 128, 129, 500]) {
    for (const messageLength of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128]) {
      const [key, message] = ['k'.repeat(keyLength), 'm'.repeat(messageLength)]
      assert.equal(hex(hmacSha256(key, message)), nodeHmac(key, message), `${keyLength} and ${messageLength}`)
    }
  }
})

test('HMAC-SHA256 gives the digest of node:crypto for any two texts', () => {
  const holds = fc.property(text, text, (key, message) => {
    assert.equal(hex(hmacSha256(key, message)), nodeHmac(key, message))
  })
  fc.assert(holds, seeded())
})
