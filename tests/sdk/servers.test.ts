import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { suite, type TestContext, test } from 'node:test'
import fastify from 'fastify'
import { signedDelivery } from './support/deliveries.ts'
import { packedSdk } from './support/packed.ts'
import { callWallet, DEBIT, OUTBOUND_SECRET, post, WEBHOOK_SECRET, walk } from './support/walking.ts'

const sdk = await packedSdk()
const { createWalletHandler, createWebhookHandler, fastifyPlugin, nodeListener } = sdk

/** It brings no types; what is used of it is little. */
type Express = RequestListener & { use(...all: unknown[]): void; post(path: string, ...all: unknown[]): void }
type ExpressModule = {
  (): Express
  json(options?: object): unknown
  raw(options: { type: string }): unknown
  text(options: { type: string }): unknown
  Router(): { post(path: string, listener: unknown): void }
}
const express: ExpressModule = createRequire(import.meta.url)('express')

const accept = () => ({ accepted: true as const, balanceAfterMinor: 9750 })
const wallet = createWalletHandler({
  secret: OUTBOUND_SECRET,
  wallet: { debit: accept, credit: accept, balance: () => ({ balanceMinor: 1, currency: 'EUR' }) },
})
const makeWebhooks = () => {
  const keys: string[] = []
  const onEvent = ({ idempotencyKey }: { idempotencyKey: string }) => void keys.push(idempotencyKey)
  return { keys, webhooks: createWebhookHandler({ secrets: WEBHOOK_SECRET, onEvent, onError: () => {} }) }
}

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A host that reads and parses a body before the program gets the request, as Cloud Functions do. */
const host =
  (listener: RequestListener, kept: (bytes: Buffer) => object): RequestListener =>
  async (request, response) => {
    const bytes = await buffer(request)
    listener(Object.assign(request, { body: { parsed: true }, ...kept(bytes) }), response)
  }

const KEPT: ((bytes: Buffer) => object)[] = [
  (bytes) => ({ rawBody: bytes }),
  (bytes) => ({ rawBody: new Uint8Array(bytes) }),
  (bytes) => ({ rawBody: bytes.toString() }),
  (bytes) => ({ body: bytes.toString() }),
]

/** A parsed body has another answer than a wrong signature, and decides nothing. */
async function refusesParsed(url: string): Promise<void> {
  const { headers, body } = signedDelivery([WEBHOOK_SECRET])
  for (const reply of [await callWallet(sdk, `${url}/wallet`, DEBIT), await post(`${url}/webhooks`, headers, body)]) {
    assert.equal(reply.status, 500)
    const { code, message } = reply.body.error as Record<string, string>
    assert.equal(code, 'RAW_BODY_NEEDED')
    assert.match(message!, /before express\.json\(\).*rawBody/)
  }
}

suite('plain Node', () => {
  test('takes wallet calls and deliveries', async (t) => {
    const { keys, webhooks } = makeWebhooks()
    const [onWallet, onWebhook] = [nodeListener(wallet), nodeListener(webhooks)]
    const url = await listen(t, (request, response) => (request.url === '/w' ? onWallet : onWebhook)(request, response))
    await walk(sdk, { wallet: `${url}/w`, webhooks: `${url}/webhooks` })
    assert.equal(keys.length, 3)
  })

  test('signs for the query of its address too', async (t) => {
    const url = await listen(t, nodeListener(wallet))
    assert.equal((await callWallet(sdk, `${url}/w?shop=1`, DEBIT)).status, 200)
  })

  test('parsed body: the bytes that a host left are taken', async (t) => {
    const { keys, webhooks } = makeWebhooks()
    const [onWallet, onWebhook] = [nodeListener(wallet), nodeListener(webhooks)]
    for (const kept of KEPT) {
      const pick: RequestListener = (request, response) =>
        (request.url === '/w' ? onWallet : onWebhook)(request, response)
      const url = await listen(t, host(pick, kept))
      await walk(sdk, { wallet: `${url}/w`, webhooks: `${url}/webhooks` })
    }
    assert.equal(keys.length, 3 * KEPT.length)
  })

  test('a handler that throws cuts the connection, which decides nothing', async (t) => {
    const url = await listen(
      t,
      nodeListener(() => Promise.reject(new Error('broken'))),
    )
    await assert.rejects(callWallet(sdk, url, DEBIT), TypeError)
  })
})

suite('Fastify', () => {
  test('takes wallet calls and deliveries, below a prefix too, and parses its own routes as before', async (t) => {
    const { keys, webhooks } = makeWebhooks()
    const app = fastify()
    app.register(fastifyPlugin('/wallet', wallet), { prefix: '/coffer' })
    app.register(fastifyPlugin('/webhooks', webhooks))
    app.post('/orders', async (request) => ({ received: request.body }))
    const url = await app.listen({ port: 0 })
    t.after(() => app.close())
    await walk(sdk, { wallet: `${url}/coffer/wallet`, webhooks: `${url}/webhooks` })
    assert.equal(keys.length, 3)
    const json = { 'content-type': 'application/json' }
    assert.deepEqual((await post(`${url}/orders`, json, '{"a":1}')).body, { received: { a: 1 } })
    assert.equal((await post(`${url}/orders`, json, '{"a":')).status, 400)
  })

  test('parsed body: the bytes that a host left are taken', async (t) => {
    for (const kept of KEPT) {
      const { keys, webhooks } = makeWebhooks()
      const url = await hosted(t, webhooks, kept)
      await walk(sdk, { wallet: `${url}/wallet`, webhooks: `${url}/webhooks` })
      assert.equal(keys.length, 3)
    }
  })

  test('parsed body: refused when nothing was kept', async (t) => {
    const { keys, webhooks } = makeWebhooks()
    await refusesParsed(await hosted(t, webhooks, () => ({})))
    assert.deepEqual(keys, [])
  })

  async function hosted(t: TestContext, webhooks: typeof wallet, kept: (bytes: Buffer) => object): Promise<string> {
    const app = fastify({ serverFactory: (listener) => createServer({ keepAliveTimeout: 0 }, host(listener, kept)) })
    app.register(fastifyPlugin('/wallet', wallet))
    app.register(fastifyPlugin('/webhooks', webhooks))
    t.after(() => app.close())
    return app.listen({ port: 0 })
  }
})

suite('Express', () => {
  test('takes deliveries before its parsers, after those that keep bytes, in a router', async (t) => {
    const mount: ((app: Express, webhooks: unknown) => void)[] = [
      (app, webhooks) => {
        app.post('/shop/wallet', nodeListener(wallet))
        app.post('/shop/webhooks', webhooks)
        app.use(express.json())
      },
      (app, webhooks) => {
        app.use(express.raw({ type: '*/*' }))
        app.post('/shop/wallet', nodeListener(wallet))
        app.post('/shop/webhooks', webhooks)
      },
      (app, webhooks) => {
        app.use(express.text({ type: '*/*' }))
        app.post('/shop/wallet', nodeListener(wallet))
        app.post('/shop/webhooks', webhooks)
      },
      (app, webhooks) => {
        const keep = (request: IncomingMessage, _response: unknown, bytes: Buffer) =>
          void Object.assign(request, { rawBody: bytes })
        app.use(express.json({ verify: keep }))
        app.post('/shop/wallet', nodeListener(wallet))
        app.post('/shop/webhooks', webhooks)
      },
      (app, webhooks) => {
        const router = express.Router()
        router.post('/wallet', nodeListener(wallet))
        router.post('/webhooks', webhooks)
        app.use('/shop', router)
      },
    ]
    for (const how of mount) {
      const app = express()
      const { keys, webhooks } = makeWebhooks()
      how(app, nodeListener(webhooks))
      app.use(
        (_error: unknown, _request: unknown, response: { status(code: number): { end(): void } }, _next: unknown) => {
          response.status(413).end()
        },
      )
      const url = await listen(t, app)
      await walk(sdk, { wallet: `${url}/shop/wallet`, webhooks: `${url}/shop/webhooks` })
      assert.equal(keys.length, 3)
    }
  })

  test('parsed body: refused when nothing was kept', async (t) => {
    const app = express()
    const { keys, webhooks } = makeWebhooks()
    app.use(express.json())
    app.post('/wallet', nodeListener(wallet))
    app.post('/webhooks', nodeListener(webhooks))
    const url = await listen(t, app)
    await refusesParsed(url)
    assert.deepEqual(keys, [])
  })
})
