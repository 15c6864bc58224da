import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { ERROR_CODES, ERRORS, type ErrorCode } from '@coffer/contract/errors'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import { s2sRoutes } from '@coffer/contract/s2s'
import { startService } from '@coffer/service'
import { changeSettings, createOperator } from '@coffer/service/administration'
import type { Clock } from '@coffer/service/kernel'
import { readConfig, systemClock } from '@coffer/service/platform'
import { parseQuery } from '../../service/src/platform/query-parser.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'

const INIT = '/api/play/session/init'
const JSON_TYPE = { 'content-type': 'application/json' }

/** Far more than a busy machine needs to ask the database for its time. */
const SKEW_MS = 60_000
let aheadMs = 0
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) }

async function start() {
  const { url: databaseUrl } = await createTestDatabase()
  const reader = readableLog()
  const config = readConfig({
    ...{ COFFER_ENV: 'test', PORT: '0', DATABASE_URL: databaseUrl },
    ...{ COFFER_MASTER_KEY: 'ab'.repeat(32), COFFER_DATA_DIR: '/nowhere' },
  })
  return {
    reader,
    service: await startService(config, {
      ...{ migrate: false, clock, log: reader.log },
      limits: { ...PATIENT_LIMITS, readyCacheMs: 0, clockSkewMs: SKEW_MS },
    }),
  }
}

let world: Awaited<ReturnType<typeof start>>

const call = (path: string, init: RequestInit = {}) => fetch(world.service.url + path, init)
const post = (path: string, body?: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
  call(path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })

type ErrorAnswer = {
  code: ErrorCode
  message: string
  fields?: Record<string, string[]>
  requestId: string
  docUrl: string
}
const errorOf = async (response: Response) => ((await response.json()) as { error: ErrorAnswer }).error

suite('the HTTP server', { concurrency: false }, () => {
  before(async () => {
    world = await start()
  })
  after(async () => {
    await world.service.close()
    world.reader.assertNoErrors()
  })

  test('an error answer is the standard envelope, its fields always in the same order', async () => {
    const response = await post(INIT, '{}')
    assert.equal(response.status, 422)
    const error = await errorOf(response)
    assert.deepEqual(Object.keys(error), ['code', 'message', 'fields', 'requestId', 'docUrl'])
    assert.deepEqual(error.fields, { launchToken: ['is required'] })
    assert.equal(error.message, ERRORS.VALIDATION_FAILED.message)
    assert.equal(error.requestId, response.headers.get('x-request-id'))
    assert.equal(error.docUrl, `${world.service.url}/docs/errors/VALIDATION_FAILED`)
    assert.equal((await fetch(error.docUrl)).status, 200)
  })

  test('each request has an id of its own, whatever the caller sends', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
    const ids = await Promise.all(
      [1, 2].map(async () => (await call('/healthz', { headers })).headers.get('x-request-id')),
    )
    assert.equal(new Set([...ids, 'mine']).size, 3)
  })

  test('malformed bodies are 422, whatever is wrong with them', async () => {
    const bodies = [
      ...[
        '{',
        'nul',
        '"text"',
        '[]',
        'null',
        '1',
        '{"launchToken":1}',
        '{"launchToken":""}',
        '{"launchToken":"a\\u0000"}',
      ],
      ...['{"launchToken":"\\ud800"}', `{"launchToken":"${'x'.repeat(201)}"}`, '[['.repeat(20_000)],
    ]
    for (const body of bodies) {
      const response = await post(INIT, body)
      assert.equal(response.status, 422, body.slice(0, 40))
      const error = await errorOf(response)
      assert.equal(error.code, 'VALIDATION_FAILED')
      assert.ok(Object.values(error.fields ?? {}).flat().length > 0, body.slice(0, 40))
    }
    const notUtf8 = Uint8Array.from([...Buffer.from('{"launchToken":"'), 0xff, ...Buffer.from('"}')])
    assert.equal((await post(INIT, notUtf8)).status, 422)
  })

  test('an empty body is an empty object whatever its type, and only a body that is there must be JSON', async () => {
    for (const type of ['', 'text/plain', 'application/xml', '???', 'application/json']) {
      const headers = { 'content-type': type }
      assert.equal((await post(INIT, '', headers)).status, 422, type)
      const expected = type === 'application/json' ? 401 : 415
      const response = await post(INIT, '{"launchToken":"lt_x"}', headers)
      assert.equal(response.status, expected, type)
      assert.equal((await errorOf(response)).code, expected === 401 ? 'LAUNCH_TOKEN_INVALID' : 'UNSUPPORTED_MEDIA_TYPE')
    }
    const types = ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.casino+json']
    for (const type of types) {
      assert.equal((await post(INIT, '{"launchToken":"lt_x"}', { 'content-type': type })).status, 401, type)
    }
    assert.equal((await post(INIT, undefined, {})).status, 422)
  })

  test('a body of 64 kB is read, and one byte more is 413', async () => {
    const body = (bytes: number) => `{"launchToken":"${'x'.repeat(bytes - 18)}"}`
    assert.equal((await post(INIT, body(65_536))).status, 422)
    for (const bytes of [65_537, 300_000, 1_000_000]) {
      const response = await post(INIT, body(bytes))
      assert.equal(response.status, 413)
      assert.equal((await errorOf(response)).code, 'BODY_TOO_LARGE')
    }
  })

  test('what is at no address is 404, also when the address cannot be read', async () => {
    const targets = [
      ...['GET /nope', 'GET /api/play/nope', 'GET /api/s2s/nope', 'DELETE /api/play/boxes', 'HEAD /healthz'],
      ...[
        'GET /%ZZ',
        'GET /api/play/%E0%A4',
        'POST /api/s2s/health',
        'GET /play/../package.json',
        'GET /play/%2e%2e/x',
      ],
      ...[
        'GET /media/1/..%2f..%2fx',
        'GET /media/0/a.svg',
        'GET /media/99999999999999999999/a.svg',
        'GET /docs/errors/toString',
      ],
    ]
    for (const target of targets) {
      const [method = '', path = ''] = target.split(' ')
      const { status, body } = await raw(method, path)
      assert.equal(status, 404, target)
      if (method !== 'HEAD') assert.equal(JSON.parse(body).error.code, 'NOT_FOUND', target)
    }
  })

  test('any origin may call the player API, and reads the headers it needs on every answer', async () => {
    const origin = { origin: 'https://casino.example' }
    const answers = [
      await call(INIT, { method: 'OPTIONS', headers: { ...origin, 'access-control-request-method': 'POST' } }),
      await post(INIT, '{}', { ...origin, ...JSON_TYPE }),
      await call('/api/play/boxes', { headers: origin }),
      await call('/api/play/nope', { headers: origin }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 422, 401, 404],
    )
    for (const { headers } of answers) {
      assert.equal(headers.get('access-control-allow-origin'), '*')
      for (const name of ['Retry-After', 'RateLimit-Limit', 'X-Request-Id', 'Coffer-Replayed']) {
        assert.ok(headers.get('access-control-expose-headers')?.includes(name), name)
      }
    }
    assert.match(
      answers[0]?.headers.get('access-control-allow-headers') ?? '',
      /^Authorization, Content-Type, traceparent, /,
    )
    const proof = await call('/fairness/box-versions/1/snapshot', { headers: origin })
    assert.equal(proof.headers.get('access-control-allow-origin'), '*')
    assert.equal((await call('/api/s2s/health')).headers.get('access-control-allow-origin'), null)
  })

  test('answers of the APIs are stored by nobody', async () => {
    for (const path of ['/api/play/boxes', '/api/s2s/health', '/api/play/nope']) {
      assert.equal((await call(path)).headers.get('cache-control'), 'no-store')
    }
  })

  test('without a session every player route but two is refused, before its body is read', async () => {
    for (const [name, route] of Object.entries(playRoutes)) {
      if (name === 'initSession' || name === 'logout') continue
      const path = route.path.replace(/:\w+/, '1')
      for (const headers of [{}, { authorization: 'Bearer ps_unknown' }, { authorization: 'Basic abc' }]) {
        const body = route.method === 'POST' ? { body: '{' } : {}
        const response = await call(path, { method: route.method, headers, ...body })
        assert.equal(response.status, 401, name)
        assert.equal((await errorOf(response)).code, 'SESSION_INVALID')
      }
    }
  })

  test('the public routes check their input', async () => {
    const paths = ['/fairness/rounds/%00', '/fairness/box-versions/0/snapshot', '/fairness/box-versions/1.5/snapshot']
    for (const path of paths) {
      const response = await call(path)
      assert.equal(response.status, 422)
      assert.equal(Object.keys((await errorOf(response)).fields ?? {}).length, 1)
    }
    assert.equal((await errorOf(await call('/fairness/box-versions/999/snapshot'))).code, 'UNKNOWN_BOX')
    for (const id of [`rnd_${'0'.repeat(26)}`, 'rnd_nope', 'x']) {
      assert.equal((await errorOf(await call(`/fairness/rounds/${id}`))).code, 'ROUND_NOT_FOUND')
    }
  })

  test('a client that goes away in the middle of its body is no error of ours', async () => {
    const socket = connect(world.service.port, '127.0.0.1')
    const head = `POST ${INIT} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`
    await new Promise((resolve) => socket.write(`${head}{"la`, resolve))
    socket.destroy()
    await once(socket, 'close')
    assert.equal((await call('/healthz')).status, 200)
    world.reader.assertNoErrors()
  })

  test('a log line says route, status and time, and nothing that was sent', async () => {
    await post(`${INIT}?secretquery=1`, '{"launchToken":"lt_secretbody"}', {
      ...JSON_TYPE,
      authorization: 'Bearer ps_secrethead',
    })
    const lines = world.reader.lines.filter((line) => line.msg === 'request')
    const line = lines.at(-1)
    assert.deepEqual([line?.route, line?.method, line?.status], [INIT, 'POST', 401])
    assert.ok(!JSON.stringify(world.reader.lines).includes('secret'))
  })

  test('the probes tell life, readiness and version', async () => {
    assert.deepEqual(await (await call('/healthz')).json(), { status: 'ok' })
    assert.deepEqual(await (await call('/readyz')).json(), { status: 'ready' })
    const version = (await (await call('/version')).json()) as Record<string, unknown>
    assert.deepEqual(Object.keys(version), ['version', 'commit', 'node'])
    assert.equal(version.node, process.versions.node)
  })

  test('every code has its page, and the list names them all', async () => {
    const list = await (await call('/docs/errors')).text()
    for (const code of ERROR_CODES) {
      assert.ok(list.includes(`>${code}<`), code)
      const page = await call(`/docs/errors/${code}`)
      assert.equal(page.status, 200)
      assert.ok((await page.text()).includes(String(ERRORS[code as ErrorCode].status)))
    }
  })

  test('the OpenAPI document holds every route of the contract, with every parameter of its path', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the document is looked at as a reader without types would
    const api = (await (await call('/openapi.json')).json()) as any
    assert.match(api.openapi, /^3\.1\./)
    const ids: string[] = []
    for (const route of Object.values({
      ...prefixed('p', playRoutes),
      ...prefixed('s', s2sRoutes),
      ...prefixed('f', publicRoutes),
    })) {
      const operation = api.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      assert.ok(operation, route.path)
      ids.push(operation.operationId)
      const inPath = (operation.parameters ?? []).filter((parameter: { in: string }) => parameter.in === 'path')
      assert.deepEqual(
        inPath.map((parameter: { name: string }) => parameter.name),
        [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]),
      )
      for (const status of Object.keys(route.success)) assert.ok(operation.responses[status], route.path)
      for (const code of route.refusals) assert.ok(operation.responses[ERRORS[code].status].description.includes(code))
    }
    assert.equal(new Set(ids).size, ids.length)
    assert.equal((await call('/docs')).status, 200)
  })

  test('pages of the service load nothing from elsewhere and stand in no frame', async () => {
    for (const path of ['/', '/docs', '/docs/errors']) {
      const response = await call(path)
      const policy = response.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.ok(!/(src|href)="(https?:)?\/\//.test(await response.text()), path)
    }
  })

  test('only the origins of active operators may frame the game', async () => {
    const { ctx } = world.service
    const policy = async () => (await call('/play')).headers.get('content-security-policy') ?? ''
    const made = await createOperator(ctx, { slug: 'aurum', name: 'Aurum', currency: 'EUR', actor: 'test' })
    const allowedOrigins = ['https://casino.example', 'https://www.casino.example']
    await changeSettings(ctx, made.operatorId, { allowedOrigins }, { actor: 'test' })
    assert.equal((await call('/play')).status, 200)
    await eventually(async () => (await policy()).includes('casino.example'), 'the page learns of the origins')
    assert.match(await policy(), /frame-ancestors https:\/\/casino\.example https:\/\/www\.casino\.example$/)
  })

  test('a clock that is off the database\u2019s makes the process not ready', async () => {
    aheadMs = 5 * SKEW_MS
    const response = await call('/readyz')
    assert.equal(response.status, 503)
    assert.match(JSON.stringify(await response.json()), /the clock may be [1-9]\d{3,} ms off/)
  })
})

suite('reading a query', () => {
  test('lists are read alike in every spelling, and other brackets belong to the name', () => {
    for (const query of ['a[]=1&a[]=2', 'a=1&a=2', 'a[0]=1&a[1]=2', 'a%5B%5D=1&a%5B%5D=2']) {
      assert.deepEqual({ ...parseQuery(`/x?${query}`) }, { a: ['1', '2'] }, query)
    }
    assert.deepEqual({ ...parseQuery('/x?a[]=1') }, { a: ['1'] })
    assert.deepEqual({ ...parseQuery('/x?filter[meta.new]=true&b=') }, { 'filter[meta.new]': 'true', b: '' })
    assert.deepEqual({ ...parseQuery('/x?a=b+c%2B&&d') }, { a: 'b c+', d: '' })
    assert.deepEqual({ ...parseQuery('/x') }, {})
  })

  test('what is not UTF-8 is refused by its name', () => {
    for (const query of ['a=%ff', 'a=%ED%A0%80', 'a=%', 'a=%zz']) {
      assert.throws(() => parseQuery(`/x?${query}`), {
        code: 'VALIDATION_FAILED',
        details: { fields: { a: ['must be percent-encoded UTF-8'] } },
      })
    }
  })
})

function prefixed<T>(prefix: string, routes: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(routes).map(([name, route]) => [`${prefix}.${name}`, route]))
}

function raw(method: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: world.service.port, method, path }, async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      resolve({ status: response.statusCode ?? 0, body })
    })
    request.on('error', reject)
    request.end()
  })
}
