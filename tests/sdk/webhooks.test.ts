import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { WebhookErrorReason } from '@coffer/operator-sdk'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { ARCHIVED, makeSecret, signedDelivery } from './support/deliveries.ts'
import { packedSdk } from './support/packed.ts'

const { createWebhookHandler, verifyWebhook, verifyWebhookEnvelope, WebhookError } = await packedSdk()

const SECRET = makeSecret()
const EVENT = { ...ARCHIVED, known: true }
const seconds = () => Math.floor(Date.now() / 1000)
const fails =
  (reason: WebhookErrorReason, message: RegExp = /./) =>
  (error: unknown) => {
    assert.ok(error instanceof WebhookError, String(error))
    assert.equal(error.reason, reason, error.message)
    assert.match(error.message, message)
    return true
  }

suite('a delivery and the Standard Webhooks library', () => {
  test('what the library signs, we verify', () => {
    for (const secret of [SECRET, makeSecret(), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']) {
      const body = JSON.stringify(ARCHIVED)
      const at = new Date()
      const headers = {
        'webhook-id': 'whd_77',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('whd_77', at, body),
      }
      assert.deepEqual(verifyWebhook({ secrets: secret, headers, body }), { ...EVENT, deliveryId: 'whd_77' })
      assert.throws(() => verifyWebhook({ secrets: makeSecret(), headers, body }), fails('INVALID_SIGNATURE'))
    }
  })

  test('what decisions §1 sign, the library verifies and we too, from text and from bytes', () => {
    const { headers, body } = signedDelivery([SECRET])
    assert.deepEqual(new Webhook(SECRET).verify(body, headers), ARCHIVED)
    const delivery = { ...EVENT, deliveryId: 'whd_1' }
    assert.deepEqual(verifyWebhook({ secrets: SECRET, headers, body }), delivery)
    assert.deepEqual(verifyWebhook({ secrets: SECRET, headers, body: Buffer.from(body) }), delivery)
    assert.deepEqual(verifyWebhook({ secrets: SECRET, headers: new Headers(headers), body }), delivery)
  })

  test('both refuse the same changes', () => {
    const { headers, body } = signedDelivery([SECRET])
    const changes: [Record<string, string>, string][] = [
      [headers, `${body} `],
      [headers, JSON.stringify(JSON.parse(body), null, 1)],
      [{ ...headers, 'webhook-id': 'whd_2' }, body],
      [{ ...headers, 'webhook-timestamp': String(seconds() - 1) }, body],
      [{ ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v2,') }, body],
      [{ ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v1,A') }, body],
      [{ ...headers, 'webhook-signature': 'v1' }, body],
    ]
    for (const [changed, text] of changes) {
      assert.throws(() => new Webhook(SECRET).verify(text, changed), WebhookVerificationError)
      assert.throws(
        () => verifyWebhook({ secrets: SECRET, headers: changed, body: text }),
        fails('INVALID_SIGNATURE', /raw bytes/),
      )
    }
  })

  test('while a secret is being replaced, the old one, the new one and both are enough', () => {
    const next = makeSecret()
    const { headers, body } = signedDelivery([next, SECRET])
    for (const secrets of [SECRET, next, [SECRET, next], [makeSecret(), SECRET]]) {
      assert.equal(verifyWebhook({ secrets, headers, body }).idempotencyKey, ARCHIVED.idempotencyKey)
    }
    new Webhook(SECRET).verify(body, headers)
    assert.throws(
      () => verifyWebhook({ secrets: [makeSecret(), makeSecret()], headers, body }),
      fails('INVALID_SIGNATURE'),
    )
    assert.equal(verifyWebhookEnvelope({ secrets: [SECRET, next], headers, body, path: '/webhooks' }).known, true)
  })
})

suite('why a delivery is not believed', () => {
  test('the header that is missing is named', () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { headers, body } = signedDelivery([SECRET])
      const { [name]: _, ...rest } = headers
      assert.throws(
        () => verifyWebhook({ secrets: SECRET, headers: rest, body }),
        fails('MISSING_HEADERS', new RegExp(name)),
      )
    }
  })

  test('300 seconds are allowed either way and no more, unless another tolerance is given', () => {
    const timestamp = 1717420800
    const { headers, body } = signedDelivery([SECRET], { timestamp })
    const at = (ms: number, toleranceSeconds?: number) =>
      verifyWebhook({ secrets: SECRET, headers, body, now: timestamp * 1000 + ms, toleranceSeconds })
    for (const ms of [0, 300_000, -300_000]) at(ms)
    assert.throws(() => at(301_000), fails('TIMESTAMP_SKEW', /301 s ago; 300 s are allowed/))
    assert.throws(() => at(-301_000), fails('TIMESTAMP_SKEW', /301 s in the future/))
    assert.throws(() => at(11_000, 10), fails('TIMESTAMP_SKEW'))
    at(1_000_000, 1_000)
  })

  test('a body that was parsed is told apart from a wrong secret', () => {
    const { headers, body } = signedDelivery([SECRET])
    for (const parsed of [JSON.parse(body), null, undefined]) {
      assert.throws(
        () => verifyWebhook({ secrets: SECRET, headers, body: parsed }),
        fails('RAW_BODY_NEEDED', /raw bytes/),
      )
    }
  })

  test('a secret that is none is a mistake of the program, not of the delivery', () => {
    const { headers, body } = signedDelivery([SECRET])
    for (const secrets of ['', [], 'whsec_', SECRET.slice(6), `${SECRET}\n`, [SECRET, 'cks_1'], undefined as never]) {
      assert.throws(() => verifyWebhook({ secrets, headers, body }), TypeError)
      assert.throws(() => createWebhookHandler({ secrets, onEvent: () => {} }), TypeError)
    }
  })

  test('a signed body that is no event is malformed', () => {
    for (const event of ['', 'text', '[]', 'null', '{}', { ...ARCHIVED, payload: null }, { ...ARCHIVED, type: 1 }]) {
      const { headers, body } = signedDelivery([SECRET], { event })
      assert.throws(() => verifyWebhook({ secrets: SECRET, headers, body }), fails('MALFORMED_EVENT'))
    }
  })
})

test('an event of a type that is not known yet is given as it came, and said to be unknown', () => {
  const event = { ...ARCHIVED, type: 'moon_landing', playerExternalId: 'u_1', payload: { crew: 3 } }
  const { headers, body } = signedDelivery([SECRET], { event })
  assert.deepEqual(verifyWebhook({ secrets: SECRET, headers, body }), { ...event, known: false, deliveryId: 'whd_1' })
})

suite('the envelope of all of Coffer\u2019s requests', () => {
  test('verifies the same delivery with the whole secret as its key', () => {
    const { headers, body } = signedDelivery([SECRET], { path: '/webhooks?shop=1' })
    assert.deepEqual(verifyWebhookEnvelope({ secrets: SECRET, headers, body, path: '/webhooks?shop=1' }), EVENT)
  })

  test('says why it does not believe a delivery', () => {
    const { headers, body } = signedDelivery([SECRET])
    const { 'x-signature': _, ...unsigned } = headers
    const input = { secrets: SECRET, headers, body, path: '/webhooks' }
    const check = (part: object) => () => verifyWebhookEnvelope({ ...input, ...part })
    assert.throws(check({ headers: unsigned }), fails('MISSING_HEADERS', /x-signature/))
    assert.throws(check({ path: '/other' }), fails('INVALID_SIGNATURE'))
    assert.throws(check({ method: 'PUT' }), fails('INVALID_SIGNATURE'))
    assert.throws(check({ body: `${body} ` }), fails('INVALID_SIGNATURE'))
    assert.throws(check({ now: Date.now() + 400_000 }), fails('TIMESTAMP_SKEW'))
    assert.throws(check({ body: JSON.parse(body) }), fails('RAW_BODY_NEEDED'))
  })
})

suite('webhook handler', () => {
  const request = (secrets: string[], more: object = {}) => {
    const { headers, body } = signedDelivery(secrets)
    return { method: 'POST', path: '/webhooks', headers, body: Buffer.from(body), ...more }
  }

  test('a delivery reaches onEvent, and returning takes it', async () => {
    const seen: unknown[] = []
    const handler = createWebhookHandler({ secrets: SECRET, onEvent: async (event) => void seen.push(event) })
    assert.equal((await handler(request([SECRET]))).status, 200)
    assert.deepEqual(seen, [{ ...EVENT, deliveryId: 'whd_1' }])
  })

  test('what onEvent throws is told to onError alone, and the event is asked for again', async () => {
    const told: unknown[][] = []
    const onError = (...all: unknown[]) => void told.push(all)
    const onEvent = () => Promise.reject(new Error('disk full'))
    const reply = await createWebhookHandler({ secrets: SECRET, onEvent, onError })(request([SECRET]))
    assert.equal(reply.status, 500)
    assert.equal(reply.body.includes('disk full'), false)
    assert.deepEqual(
      told.map(([error, event]) => [String(error), (event as { type: string }).type]),
      [['Error: disk full', 'box_archived']],
    )
  })

  test('an event that was handled before is answered without being told again', async () => {
    const handled = new Set<string>()
    const onEvent = ({ idempotencyKey }: { idempotencyKey: string }) => void handled.add(idempotencyKey)
    let told = 0
    const handler = createWebhookHandler({
      secrets: SECRET,
      alreadyHandled: async (key) => handled.has(key),
      onEvent: (event) => {
        told += 1
        onEvent(event)
      },
    })
    for (const _ of [1, 2, 3]) assert.equal((await handler(request([SECRET]))).status, 200)
    assert.equal(told, 1)
  })

  test('what is not to be believed never reaches onEvent, and the answer says why', async () => {
    const told: unknown[] = []
    const handler = createWebhookHandler({
      secrets: SECRET,
      now: () => Date.now() + 1000,
      onEvent: () => assert.fail('told of a delivery that is not to be believed'),
      onError: (error, event) => void told.push([(error as InstanceType<typeof WebhookError>).reason, event]),
    })
    const cases: [number, string, object][] = [
      [401, 'INVALID_SIGNATURE', request([makeSecret()])],
      [401, 'INVALID_SIGNATURE', request([SECRET], { body: Buffer.from('{}') })],
      [401, 'MISSING_HEADERS', request([SECRET], { headers: {} })],
    ]
    for (const [status, code, one] of cases) {
      const reply = await handler(one as Parameters<typeof handler>[0])
      assert.deepEqual([reply.status, JSON.parse(reply.body).error.code], [status, code])
    }
    assert.deepEqual(
      told,
      cases.map(([, code]) => [code, null]),
    )
    assert.equal((await handler(request([SECRET], { method: 'GET' }))).status, 405)
  })
})
