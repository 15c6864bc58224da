import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Verified } from '@coffer/operator-sdk'
import { packedSdk } from './support/packed.ts'

const { sign, verifySignature } = await packedSdk()

const VECTOR = {
  secret: 'test_secret',
  timestamp: 1717420800,
  method: 'POST',
  path: '/api/s2s/launches',
  body: '{"playerExternalId":"u_1","gameKey":"mystery_box","target":{"boxId":42}}',
}
const NOW = VECTOR.timestamp * 1000
const NONCE = 'abcdefghijklmnop'
const OK: Verified = { ok: true }
const refused = (reason: Extract<Verified, { ok: false }>['reason']): Verified => ({ ok: false, reason })

suite('signing', () => {
  test('the check vector of the decisions comes out', () => {
    const { signature, headers } = sign(VECTOR)
    assert.equal(signature, '4a3b330d365099005a8e6ee65459ed00d6c9043478685d490b18aedb30fae4ec')
    assert.deepEqual(headers, { 'x-timestamp': '1717420800', 'x-signature': signature })
  })

  test('a signed request verifies, with and without a nonce, from text and from bytes', () => {
    for (const nonce of [undefined, NONCE]) {
      const { headers } = sign({ ...VECTOR, nonce })
      assert.deepEqual(verifySignature({ ...VECTOR, headers, now: NOW }), OK)
      assert.deepEqual(verifySignature({ ...VECTOR, body: Buffer.from(VECTOR.body), headers, now: NOW }), OK)
      assert.deepEqual(verifySignature({ ...VECTOR, headers: new Headers(headers), now: NOW }), OK)
    }
  })

  test('a change of any part is refused', () => {
    const { headers } = sign({ ...VECTOR, nonce: NONCE })
    const { 'x-nonce': _, ...withoutNonce } = headers
    const tampered = [
      { secret: 'other' },
      { method: 'PUT' },
      { path: `${VECTOR.path}?a=1` },
      { body: `${VECTOR.body} ` },
      { body: '' },
      { headers: { ...headers, 'x-timestamp': '1717420801' } },
      { headers: { ...headers, 'x-timestamp': '1717420800.0' } },
      { headers: { ...headers, 'x-nonce': 'bbcdefghijklmnop' } },
      { headers: { ...headers, 'x-nonce': 'short' } },
      { headers: withoutNonce },
      { headers: { ...headers, 'x-signature': headers['x-signature']!.toUpperCase() } },
      { headers: { ...headers, 'x-signature': 'abc' } },
      { headers: { ...headers, 'x-signature': [headers['x-signature']!, headers['x-signature']!] } },
    ]
    for (const part of tampered) {
      const answer = verifySignature({ ...VECTOR, headers, now: NOW, ...part })
      assert.deepEqual(answer, refused('INVALID_SIGNATURE'), JSON.stringify(part))
    }
  })

  test('a nonce of another form is refused although it was signed', () => {
    for (const nonce of ['fifteen-letters', 'a'.repeat(65), 'with a space in it']) {
      const { headers } = sign({ ...VECTOR, nonce })
      assert.deepEqual(verifySignature({ ...VECTOR, headers, now: NOW }), refused('INVALID_SIGNATURE'))
    }
  })

  test('headers are found whatever their spelling', () => {
    const { headers } = sign({ ...VECTOR, nonce: NONCE })
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    assert.deepEqual(verifySignature({ ...VECTOR, headers: shouted, now: NOW }), OK)
  })

  test('300 seconds of skew are allowed either way and no more', () => {
    const { headers } = sign(VECTOR)
    for (const ms of [300_000, -300_000]) assert.deepEqual(verifySignature({ ...VECTOR, headers, now: NOW + ms }), OK)
    for (const ms of [300_001, -300_001]) {
      assert.deepEqual(verifySignature({ ...VECTOR, headers, now: NOW + ms }), refused('TIMESTAMP_SKEW'))
    }
  })

  test('a time or a tolerance that is no number refuses', () => {
    const { headers } = sign(VECTOR)
    for (const part of [{ now: Number.NaN }, { toleranceSeconds: Number.NaN }]) {
      assert.deepEqual(verifySignature({ ...VECTOR, headers, now: NOW, ...part }), refused('TIMESTAMP_SKEW'))
    }
  })

  test('a request without timestamp or signature is not signed', () => {
    for (const headers of [{}, { 'x-timestamp': '1717420800' }, { 'x-signature': 'a'.repeat(64) }]) {
      assert.deepEqual(verifySignature({ ...VECTOR, headers, now: NOW }), refused('MISSING_HEADERS'))
    }
  })
})
