import assert from 'node:assert/strict'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import {
  CofferError,
  type CofferOptions,
  createCoffer,
  createWalletHandler,
  nodeWalletListener,
  sign,
  type Verified,
  verifySignature,
  type Wallet,
  type WalletCall,
} from '@coffer/operator-sdk'

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

  test('a request without timestamp or signature is not signed', () => {
    for (const headers of [{}, { 'x-timestamp': '1717420800' }, { 'x-signature': 'a'.repeat(64) }]) {
      assert.deepEqual(verifySignature({ ...VECTOR, headers, now: NOW }), refused('MISSING_HEADERS'))
    }
  })
})

type Sent = { url: string; method: string; headers: Record<string, string>; body: string | undefined }

function clientOf(answers: (() => Response)[], options: Partial<CofferOptions> = {}) {
  const sent: Sent[] = []
  const waits: number[] = []
  const coffer = createCoffer({
    baseUrl: 'http://coffer.test',
    keyId: 'ck_test_1',
    keySecret: 'key secret',
    now: () => NOW,
    wait: async (ms) => waits.push(ms),
    fetch: async (url, init) => {
      const { method, headers, body } = init as Omit<Sent, 'url'>
      sent.push({ url: String(url), method, headers, body })
      return (answers[sent.length - 1] ?? answers.at(-1)!)()
    },
    ...options,
  })
  return { coffer, sent, waits }
}

const answer = (status: number, body: unknown, headers?: Record<string, string>) => () =>
  new Response(JSON.stringify(body), { status, headers: headers ?? {} })
const undecided = answer(503, { error: { code: 'WALLET_UNAVAILABLE', message: 'm' } }, { 'retry-after': '2' })
const final503 = answer(503, { error: { code: 'WALLET_UNAVAILABLE', message: 'm' } })
const noAnswer = () => {
  throw new TypeError('fetch failed')
}
const purchase = { playerExternalId: 'u_1', clientActionId: 'click-1', reels: [{ reelIndex: 0, boxVersionId: 7 }] }

suite('client', () => {
  test('every route of the table is a method', () => {
    const { coffer } = clientOf([answer(200, {})])
    assert.deepEqual(Object.keys(coffer).sort(), Object.keys(s2sRoutes).sort())
  })

  test('path parameters, query and body go where the route has them, signed, each time with a fresh nonce', async () => {
    const { coffer, sent } = clientOf([answer(200, {})])
    await coffer.getBox({ boxId: 42, currency: 'USD' })
    await coffer.listBoxes({ ids: [1, 2], limit: 20 })
    await coffer.createLaunch({ playerExternalId: 'u_1', gameKey: 'mystery_box', target: {} })
    await coffer.health()
    const targets = sent.map(({ method, url }) => `${method} ${url.replace('http://coffer.test', '')}`)
    assert.deepEqual(targets, [
      'GET /api/s2s/boxes/42?currency=USD',
      'GET /api/s2s/boxes?ids=1%2C2&limit=20',
      'POST /api/s2s/launches',
      'GET /api/s2s/health',
    ])
    for (const { url, method, headers, body } of sent) {
      const path = url.replace('http://coffer.test', '')
      const input = { secret: 'key secret', method, path, headers, now: NOW, body: body ?? '' }
      assert.deepEqual(verifySignature(input), OK)
      assert.equal(headers['x-key-id'], 'ck_test_1')
    }
    assert.equal(new Set(sent.map(({ headers }) => headers['x-nonce'])).size, sent.length)
  })

  test('a refusal becomes a CofferError with everything that the answer says', async () => {
    const body = {
      error: { code: 'INSUFFICIENT_FUNDS', message: 'The balance is too low.', requestId: 'r1', docUrl: 'd' },
      round: { publicId: 'rnd_1', status: 'voided' },
      balanceAfterMinor: 0,
    }
    const { coffer } = clientOf([answer(422, body, { 'x-request-id': 'r1' })])
    await assert.rejects(coffer.purchase(purchase), (error) => {
      assert.ok(error instanceof CofferError)
      const { status, code, message, requestId, round, balanceAfterMinor, retryAfterSeconds } = error
      assert.deepEqual(
        { status, code, message, requestId, round, balanceAfterMinor, retryAfterSeconds, body: error.body },
        {
          ...{ status: 422, code: 'INSUFFICIENT_FUNDS', message: 'The balance is too low.', requestId: 'r1' },
          ...{ round: body.round, balanceAfterMinor: 0, retryAfterSeconds: null, body },
        },
      )
      return true
    })
  })

  test('an undecided purchase is repeated with the same click after the wait, then answered', async () => {
    const { coffer, sent, waits } = clientOf([undecided, noAnswer, answer(502, 'proxy'), answer(200, { items: [] })])
    assert.deepEqual(await coffer.purchase(purchase), { items: [] })
    assert.deepEqual(waits, [2000, 1000, 1000])
    assert.deepEqual(new Set(sent.map(({ body }) => body)).size, 1)
  })

  test('a purchase is repeated a bounded number of times', async () => {
    const { coffer, sent } = clientOf([undecided])
    await assert.rejects(coffer.purchase(purchase), { code: 'WALLET_UNAVAILABLE', retryAfterSeconds: 2 })
    assert.equal(sent.length, 6)
  })

  test('a wallet failure without Retry-After is final, and a refusal is never repeated', async () => {
    for (const last of [final503, answer(422, { error: { code: 'INSUFFICIENT_FUNDS', message: 'm' } })]) {
      const { coffer, sent } = clientOf([last])
      await assert.rejects(coffer.purchase(purchase), CofferError)
      assert.equal(sent.length, 1)
    }
  })

  test('what carries no clientActionId is sent once', async () => {
    const { coffer, sent } = clientOf([undecided])
    await assert.rejects(coffer.cashout({ playerExternalId: 'u_1', inventoryItemId: 1 }), { undecided: true })
    assert.equal(sent.length, 1)
  })

  test('no answer and an answer of somebody else are told apart', async () => {
    await assert.rejects(clientOf([noAnswer]).coffer.health(), { status: 0, code: 'NO_ANSWER' })
    await assert.rejects(clientOf([() => new Response('<html>')]).coffer.health(), { code: 'UNREADABLE_ANSWER' })
    await assert.rejects(clientOf([answer(301, {})]).coffer.health(), { status: 301, code: 'UNREADABLE_ANSWER' })
  })
})

const debit: WalletCall = {
  type: 'wallet.debit',
  playerExternalId: 'u_1',
  amountMinor: 250,
  currency: 'EUR',
  idempotencyKey: 'round:rnd_1',
  reference: { kind: 'round', publicId: 'rnd_1' },
}

function signedCall(call: unknown, secret = 'outbound') {
  const body = Buffer.from(JSON.stringify(call))
  const key = (call as { idempotencyKey?: string }).idempotencyKey
  const { headers } = sign({ secret, method: 'POST', path: '/wallet', body, timestamp: VECTOR.timestamp, nonce: NONCE })
  return { method: 'POST', path: '/wallet', body, headers: { ...headers, ...(key && { 'idempotency-key': key }) } }
}

function recordingWallet() {
  const calls: WalletCall[] = []
  const accept = (call: WalletCall) => {
    calls.push(call)
    return { accepted: true as const, balanceAfterMinor: 750 }
  }
  const wallet: Wallet = { debit: accept, credit: accept, balance: () => ({ balanceMinor: 1000, currency: 'EUR' }) }
  return { calls, wallet, handler: createWalletHandler({ secret: 'outbound', wallet, now: () => NOW }) }
}

suite('wallet handler', () => {
  test('a signed call reaches the wallet and its decision goes back', async () => {
    const { handler, calls } = recordingWallet()
    const reply = await handler(signedCall(debit))
    assert.equal(reply.status, 200)
    assert.deepEqual(JSON.parse(reply.body), { accepted: true, balanceAfterMinor: 750 })
    assert.deepEqual(calls, [debit])
    const balance = await handler(signedCall({ type: 'wallet.balance', playerExternalId: 'u_1', currency: 'EUR' }))
    assert.deepEqual(JSON.parse(balance.body), { balanceMinor: 1000, currency: 'EUR' })
  })

  test('what is not a proper call never reaches the wallet and is never a refusal', async () => {
    const { handler, calls } = recordingWallet()
    const cases: [number, Parameters<typeof handler>[0]][] = [
      [401, signedCall(debit, 'another secret')],
      [401, { ...signedCall(debit), body: Buffer.from(JSON.stringify({ ...debit, amountMinor: 1 })) }],
      [401, { ...signedCall(debit), headers: {} }],
      [405, { ...signedCall(debit), method: 'GET' }],
      [422, signedCall('text')],
      [422, signedCall({ ...debit, amountMinor: -1 })],
      [422, signedCall({ ...debit, amountMinor: 2 ** 53 })],
      [422, signedCall({ ...debit, amountMinor: '5' })],
      [422, signedCall({ ...debit, currency: 'eur' })],
      [422, signedCall({ ...debit, type: 'wallet.rollback' })],
      [422, { ...signedCall(debit), headers: { ...signedCall(debit).headers, 'idempotency-key': 'round:rnd_2' } }],
    ]
    for (const [status, request] of cases) {
      const reply = await handler(request)
      assert.equal(reply.status, status, reply.body)
      assert.equal('accepted' in JSON.parse(reply.body), false)
    }
    assert.deepEqual(calls, [])
  })

  test('a wallet that throws is no refusal', async () => {
    const told: unknown[] = []
    const { wallet } = recordingWallet()
    const broken = () => Promise.reject(new Error('disk full'))
    const onError = (error: unknown) => told.push(error)
    const handler = createWalletHandler({
      secret: 'outbound',
      wallet: { ...wallet, debit: broken },
      now: () => NOW,
      onError,
    })
    const reply = await handler(signedCall(debit))
    assert.equal(reply.status, 500)
    assert.equal(reply.body.includes('disk full'), false)
    assert.equal(told.length, 1)
  })

  test('over node:http a call is answered and a body beyond 64 kB is refused', async (t) => {
    const { handler, calls } = recordingWallet()
    const url = await listen(t, nodeWalletListener(handler))
    const { body, headers } = signedCall(debit)
    const accepted = await post(`${url}/wallet`, headers, body)
    assert.deepEqual(accepted, { status: 200, text: '{"accepted":true,"balanceAfterMinor":750}' })
    const refused = await post(`${url}/wallet`, headers, Buffer.alloc(64 * 1024 + 1))
    assert.equal(refused.status, 413)
    assert.equal(calls.length, 1)
  })
})

async function listen(t: TestContext, listener: ReturnType<typeof nodeWalletListener>): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function post(url: string, headers: Record<string, string>, body: Buffer) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers }, async (response) => {
      const chunks = await response.toArray()
      resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() })
    })
    request.on('error', reject).end(body)
  })
}
