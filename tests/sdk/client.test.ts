import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { CofferOptions } from '@coffer/operator-sdk'
import { packedSdk } from './support/packed.ts'
import { answer, BASE, NOBODY_THERE, NOW, PURCHASE, page, refusal, scripted } from './support/scripted.ts'

const sdk = await packedSdk()
const { CofferError, createCoffer, verifySignature } = sdk

suite('what a client can call', () => {
  test('every route of the table is a method', () => {
    const { coffer } = scripted(sdk, [answer(200, {})])
    assert.deepEqual(Object.keys(coffer).sort(), Object.keys(s2sRoutes).sort())
  })

  test('every address of the backend API that is documented is one that a method calls', () => {
    const path = join(import.meta.dirname, '../../docs/reference/openapi.json')
    const { paths } = JSON.parse(readFileSync(path, 'utf8')) as { paths: Record<string, object> }
    const documented = Object.entries(paths)
      .filter(([address]) => address.startsWith('/api/s2s/'))
      .flatMap(([address, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`))
    const called = Object.values(s2sRoutes).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    assert.ok(documented.length > 15)
    assert.deepEqual(
      documented.filter((address) => !called.includes(address)),
      [],
    )
  })

  test('path parameters, query and body go where the route has them, signed, each time with a fresh nonce', async () => {
    const { coffer, sent } = scripted(sdk, [answer(200, {})])
    await coffer.getBox({ boxId: 42, currency: 'USD' })
    await coffer.listBoxes({ ids: [1, 2], limit: 20, 'filter[meta.color]': 'red' })
    await coffer.openHeldRound({ publicId: 'rnd/1?a', playerExternalId: 'u_1' })
    await coffer.createLaunch({ playerExternalId: 'u_1', gameKey: 'mystery_box', target: {} })
    await coffer.health()
    const targets = sent.map(({ method, url, body }) => [`${method} ${url.replace(BASE, '')}`, body])
    assert.deepEqual(targets, [
      ['GET /api/s2s/boxes/42?currency=USD', undefined],
      ['GET /api/s2s/boxes?ids=1%2C2&limit=20&filter%5Bmeta.color%5D=red', undefined],
      ['POST /api/s2s/rounds/rnd%2F1%3Fa/open', '{"playerExternalId":"u_1"}'],
      ['POST /api/s2s/launches', '{"playerExternalId":"u_1","gameKey":"mystery_box","target":{}}'],
      ['GET /api/s2s/health', undefined],
    ])
    for (const { url, method, headers, body = '' } of sent) {
      const path = url.replace(BASE, '')
      assert.deepEqual(verifySignature({ secret: 'key-secret', method, path, headers, now: NOW, body }), { ok: true })
      assert.equal(headers['x-key-id'], 'ck_test_1')
    }
    assert.equal(new Set(sent.map(({ headers }) => headers['x-nonce'])).size, sent.length)
  })

  test('a service below a path is called, and signed, below that path', async () => {
    for (const baseUrl of ['https://shop.test/coffer', 'https://shop.test/coffer/']) {
      const { coffer, sent } = scripted(sdk, [answer(200, {})], { baseUrl })
      await coffer.health()
      assert.equal(sent[0]!.url, 'https://shop.test/coffer/api/s2s/health')
    }
  })

  test('a path parameter never leads to another route', async () => {
    const { coffer, sent } = scripted(sdk, [answer(200, {})])
    for (const publicId of ['', '.', '..']) {
      await assert.rejects(coffer.openHeldRound({ publicId, playerExternalId: 'u_1' }), TypeError)
    }
    await assert.rejects(coffer.getRound({ playerExternalId: 'u_1' } as never), TypeError)
    assert.equal(sent.length, 0)
  })
})

test('options that cannot work are refused when the client is made', () => {
  const good = { baseUrl: BASE, keyId: 'ck_test_1', keySecret: 's' }
  createCoffer(good)
  const bad: Partial<CofferOptions>[] = [
    ...[
      '',
      'games.example',
      'ftp://games.example',
      'https://a.test/?b=1',
      'https://a.test/#b',
      'https://a:b@a.test',
    ].map((baseUrl) => ({ baseUrl })),
    ...[
      { keyId: '' },
      { keyId: 'ck_test_\u2026' },
      { keyId: 'ck_test_1\n' },
      { keySecret: undefined as never },
      { keySecret: 'cks_\u2026' },
      { keySecret: ' s' },
      { timeoutMs: 0 },
      { timeoutMs: Number.NaN },
      { timeoutMs: 2 ** 31 },
    ],
    ...[{ retry: { forMs: -1 } }, { retry: { forMs: Number.NaN } }],
  ]
  for (const part of bad) assert.throws(() => createCoffer({ ...good, ...part }), TypeError, JSON.stringify(part))
})

suite('errors', () => {
  test('a refusal becomes a CofferError with everything that the answer says', async () => {
    const error = {
      code: 'PRICE_CHANGED',
      message: 'It moved.',
      requestId: 'r1',
      docUrl: 'http://d',
      current: { a: 1 },
    }
    const body = { error, round: { publicId: 'rnd_1', status: 'voided' }, balanceAfterMinor: 0 }
    const { coffer } = scripted(sdk, [answer(409, body, { 'x-request-id': 'r1' })])
    await assert.rejects(coffer.purchase(PURCHASE), (thrown) => {
      assert.ok(thrown instanceof CofferError && thrown instanceof Error)
      const { stack: _, cause: __, ...shown } = { ...thrown, message: thrown.message } as Record<string, unknown>
      assert.deepEqual(shown, {
        ...{ name: 'CofferError', message: 'It moved.', status: 409, code: 'PRICE_CHANGED', requestId: 'r1' },
        ...{ docUrl: 'http://d', fields: undefined, details: { current: { a: 1 } }, retryAfterSeconds: null },
        ...{ round: body.round, balanceAfterMinor: 0, body, tries: 1, undecided: false, retry: 'new-request' },
      })
      return true
    })
  })

  test('malformed input tells its fields', async () => {
    const { coffer } = scripted(sdk, [
      refusal(422, 'VALIDATION_FAILED', {}, { fields: { reels: ['must not be empty'] } }),
    ])
    await assert.rejects(coffer.purchase(PURCHASE), { fields: { reels: ['must not be empty'] }, retry: 'never' })
  })

  test('no answer, an answer of somebody else and a call that was ended are told apart', async () => {
    const off = { retry: { forMs: 0 } }
    await assert.rejects(scripted(sdk, [NOBODY_THERE], off).coffer.health(), {
      status: 0,
      code: 'NO_ANSWER',
      retry: 'same-request',
    })
    await assert.rejects(scripted(sdk, [page(200)]).coffer.health(), { status: 200, code: 'UNREADABLE_ANSWER' })
    await assert.rejects(scripted(sdk, [answer(301, {})]).coffer.health(), {
      status: 301,
      code: 'UNREADABLE_ANSWER',
      retry: 'never',
    })
    const signal = AbortSignal.abort()
    await assert.rejects(scripted(sdk, [page(200)]).coffer.health(undefined, { signal }), {
      status: 0,
      code: 'ABORTED',
    })
  })

  test('an answer without a body is not one of Coffer\u2019s, which always has one', async () => {
    const empty = () => new Response(null, { status: 204 })
    for (const { success } of Object.values(s2sRoutes)) assert.ok(Object.values(success).every(Boolean))
    await assert.rejects(scripted(sdk, [empty]).coffer.getBox({ boxId: 1 }), {
      ...{ status: 204, code: 'UNREADABLE_ANSWER', undecided: false },
    })
    await assert.rejects(scripted(sdk, [empty]).coffer.purchase(PURCHASE), {
      ...{ status: 204, code: 'UNREADABLE_ANSWER', undecided: true },
    })
  })

  test('a code of a later Coffer is told as it is', async () => {
    const { coffer } = scripted(sdk, [refusal(409, 'toString')])
    await assert.rejects(coffer.health(), { code: 'toString', retry: 'never' })
  })
})
