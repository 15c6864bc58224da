import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { startService } from '@coffer/service'
import { changeSettings, createOperator, importCatalogue } from '@coffer/service/administration'
import { readConfig } from '@coffer/service/platform'
import { createTestDatabase } from '../support/database.ts'
import { knock } from '../support/door.ts'
import { readableLog } from '../support/log-reader.ts'
import { enter } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { allSamples, callerOf, makeScene } from '../support/samples.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const ROUTES: Route[] = [playRoutes, s2sRoutes, publicRoutes].flatMap((routes): Route[] => Object.values(routes))
const EXPOSED = ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Request-Id']

/** What monitoring tools add to the requests of a page, with what they may carry. */
const TRACING = Object.fromEntries(
  [
    ...['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'newrelic', 'elastic-apm-traceparent', 'b3'],
    ...[
      'x-datadog-trace-id',
      'x-datadog-parent-id',
      'x-datadog-origin',
      'x-datadog-sampling-priority',
      'x-datadog-tags',
    ],
    ...['x-b3-traceid', 'x-b3-spanid', 'x-b3-parentspanid', 'x-b3-sampled', 'x-b3-flags', 'uber-trace-id'],
    ...['x-request-id', 'request-id', 'request-context', 'x-cloud-trace-context', 'x-amzn-trace-id'],
  ].map((name) => [name, 'ann-of-casino']),
)
/** Credentials, and what a proxy or a signed call says. */
const NOT_ALLOWED = [
  '*',
  'cookie',
  'x-forwarded-for',
  'forwarded',
  'x-key-id',
  'x-signature',
  'x-nonce',
  'idempotency-key',
]

test('any origin may ask first, and reads what it needs from every answer of the player API, good or bad', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const scene = await makeScene(world, world.operator, 'ann')
  for (const one of allSamples(scene)) {
    const path = one.route.path.replace(/:\w+/g, '1')
    const asked = { origin: 'https://casino.example', 'access-control-request-method': one.route.method }
    const preflight = await fetch(world.baseUrl + path, { method: 'OPTIONS', headers: asked })
    const open = one.surface !== 's2s'
    assert.equal(preflight.status, open ? 204 : 404, path)
    assert.equal(preflight.headers.get('access-control-allow-origin'), open ? '*' : null)
    const good = await knock(world, one.route, callerOf(scene, one), one.sample)
    assert.ok(good.status < 300 || one.name === 'cashout', `${one.name} ${good.text}`)
    const bad = await knock(world, one.route, null, { params: one.sample.params ?? {}, rawQuery: '%' })
    assert.ok(bad.status >= 400 || one.name === 'health', `${one.name} ${bad.status}`)
    if (!open) continue
    for (const { headers } of [preflight, good, bad]) {
      const exposed = headers.get('access-control-expose-headers') ?? ''
      for (const name of [...EXPOSED, 'Coffer-Replayed']) assert.ok(exposed.includes(name), `${path} hides ${name}`)
      assert.equal(headers.get('access-control-allow-credentials'), null)
    }
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET, POST')
    assert.equal(preflight.headers.get('access-control-max-age'), '600')
    assert.equal(preflight.headers.get('vary'), null, 'the answer is the same for every question')
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    assert.deepEqual(allowed?.slice(0, 2), ['authorization', 'content-type'])
    for (const name of Object.keys(TRACING)) assert.ok(allowed?.includes(name), `${path} refuses ${name}`)
    for (const name of NOT_ALLOWED) assert.equal(allowed?.includes(name), false, name)
  }
  for (const path of ['/kyc/api/page', '/api/admin/boxes', '/api/s2s/health', '/play', '/']) {
    const headers = { origin: 'https://casino.example', 'access-control-request-headers': 'traceparent' }
    const closed = await fetch(world.baseUrl + path, { method: 'OPTIONS', headers })
    const opened = [...closed.headers.keys()].filter((name) => name.startsWith('access-control-allow'))
    assert.deepEqual([closed.status, opened], [404, []], path)
  }
})

test('no address answers HEAD', async (t) => {
  const world = await startWorld(t)
  const paths = [
    ...ROUTES.map(({ path }) => path.replace(/:\w+/g, '1')),
    '/',
    '/docs',
    '/play',
    '/healthz',
    '/openapi.json',
  ]
  for (const path of paths) {
    const answer = await fetch(world.baseUrl + path, { method: 'HEAD' })
    assert.equal(answer.status, 404, path)
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_/)
  }
})

test('pages and probes say what they are, and let no one guess, embed or be told where a visitor came from', async (t) => {
  const world = await startWorld(t)
  const PAGES = {
    '/': 'html',
    '/docs': 'html',
    '/docs/errors': 'html',
    '/docs/errors/INTERNAL': 'html',
    '/play': 'html',
  }
  const FILES = { '/openapi.json': 'json', '/healthz': 'json', '/readyz': 'json', '/version': 'json' }
  for (const [path, type] of Object.entries({ ...PAGES, ...FILES })) {
    const { status, headers } = await fetch(world.baseUrl + path)
    assert.deepEqual([path, status], [path, 200])
    assert.match(headers.get('content-type') ?? '', new RegExp(`^(text|application)/${type}; charset=utf-8$`), path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
    assert.match(headers.get('x-request-id') ?? '', /^req_/, path)
    assert.equal(headers.get('set-cookie'), null, path)
    assert.equal(headers.get('x-powered-by') ?? headers.get('server'), null, path)
    if (type === 'json') continue
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'/, path)
    assert.match(policy, /base-uri 'none'/, path)
    assert.doesNotMatch(policy, /unsafe-(inline|eval)/, path)
    if (path !== '/play' && path !== '/admin') assert.match(policy, /frame-ancestors 'none'/, path)
  }
  const verifier = await fetch(`${world.baseUrl}/fairness/verify`)
  assert.match(verifier.headers.get('content-security-policy') ?? '', /^default-src 'none'.*frame-ancestors 'none'/)
})

type Json = { [key: string]: Json } & Json[]

/** Every object of a document, with where it stands. */
function* objectsOf(value: unknown, at = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>]
  for (const [key, inner] of Object.entries(value)) yield* objectsOf(inner, `${at}/${key}`)
}

test('the OpenAPI document is whole: no route more or less than the tables, every reference leads somewhere', async (t) => {
  const world = await startWorld(t)
  const api = (await (await fetch(`${world.baseUrl}/openapi.json`)).json()) as Json
  const served = Object.entries(api.paths!).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const known = ROUTES.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  assert.deepEqual(served.sort(), known.sort())
  for (const [at, { $ref }] of objectsOf(api)) {
    if ($ref === undefined) continue
    assert.match(String($ref), /^#\//, at)
    const steps = String($ref).slice(2).split('/')
    assert.ok(
      steps.reduce<Json | undefined>((place, step) => place?.[step], api),
      `${at} leads to ${$ref}`,
    )
  }
  const schemes = Object.keys(api.components!.securitySchemes!)
  for (const [at, { security }] of objectsOf(api.paths)) {
    for (const scheme of ((security ?? []) as object[]).flatMap(Object.keys)) assert.ok(schemes.includes(scheme), at)
  }
  assert.equal(JSON.stringify(api).includes('$schema'), false)
})

test('the OpenAPI document has the schema of each body, parameter and answer of a route, and says which must be there', async (t) => {
  const world = await startWorld(t)
  const api = (await (await fetch(`${world.baseUrl}/openapi.json`)).json()) as Json
  const schemaOf = (media: Json | undefined) => media?.content?.['application/json']?.schema as Json | undefined
  for (const { path, method, body, params, query, success } of ROUTES) {
    const operation = api.paths![path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
    const about = `${method} ${path}`
    assert.equal(schemaOf(operation.requestBody)?.type, body ? 'object' : undefined, about)
    const optional = body?.safeParse({}).success ?? true
    assert.equal(operation.requestBody?.required ?? false, !optional, `${about}: an empty body is read as {}`)
    const parameters = (operation.parameters ?? []) as never as { name: string; in: string; required: boolean }[]
    const names = [params, query].flatMap((part) => Object.keys((part as never as { shape?: object })?.shape ?? {}))
    assert.deepEqual(parameters.map(({ name }) => name).sort(), names.sort(), about)
    assert.ok(
      parameters.every((parameter) => parameter.in === 'query' || parameter.required),
      about,
    )
    for (const [status, schema] of Object.entries(success)) {
      assert.equal(schemaOf(operation.responses![status])?.type, schema ? 'object' : undefined, `${about} ${status}`)
    }
    for (const status of ['422', '429', '500'])
      assert.ok(schemaOf(operation.responses![status])?.$ref, `${about} ${status}`)
  }
})

const SECRET = 'the password is hunter2 at 10.0.0.7'

async function startBreakable(t: TestContext) {
  const { url: databaseUrl } = await createTestDatabase()
  const reader = readableLog()
  const env = { COFFER_ENV: 'test', PORT: '0', DATABASE_URL: databaseUrl, COFFER_MASTER_KEY: 'ab'.repeat(32) }
  let bytes = (count: number) => crypto.getRandomValues(Buffer.alloc(count))
  const service = await startService(readConfig({ ...env, COFFER_DATA_DIR: '/nowhere' }), {
    migrate: false,
    log: reader.log,
    random: { bytes: (count) => bytes(count) },
  })
  t.after(() => service.close())
  const made = await createOperator(service.ctx, { slug: 'aurum', name: 'Aurum', currency: 'EUR', actor: 'test' })
  await changeSettings(service.ctx, made.operatorId, { 'wallet.url': 'http://127.0.0.1:9/' }, { actor: 'test' })
  const catalogue = await importCatalogue(service.ctx, made.operatorId, sureBoxes(), '.')
  /** Ids of requests are random too, and must go on. */
  const breakRandom = () => {
    const whole = bytes
    bytes = (count) => {
      if (count !== 15) throw new Error(SECRET)
      return whole(count)
    }
  }
  const operator = { ...made, ...catalogue }
  const clock = { now: () => new Date() }
  const world = { baseUrl: service.url, clock } as never as Parameters<typeof knock>[0]
  return { world, operator, reader, breakRandom, rows: openRows(databaseUrl) }
}

test('a bug is a 500 in the standard envelope: it tells nothing of itself, the log tells all, and nothing is kept of the request', async (t) => {
  const { world, operator, reader, breakRandom, rows } = await startBreakable(t)
  const launch = { playerExternalId: 'ann', gameKey: 'mystery_box', target: {} }
  const minted = await knock(world, s2sRoutes.createLaunch, operator, { body: launch })
  const player = await enter(world.baseUrl, 'ann', String(minted.body.launchToken))
  const before = await rows.fingerprint()
  breakRandom()
  const reels = [{ reelIndex: 0, boxVersionId: operator.boxes.mug!.boxVersionId }]
  const opened = await player.call<object>('openRound', { body: { clientActionId: 'click', reels } })
  assert.deepEqual([opened.status, opened.body.error.code], [500, 'INTERNAL'])
  assert.deepEqual(Object.keys(opened.body), ['error'])
  assert.deepEqual(Object.keys(opened.body.error), ['code', 'message', 'requestId', 'docUrl'])
  assert.equal(opened.body.error.requestId, opened.headers.get('x-request-id'))
  for (const leak of [SECRET, 'hunter2', 'Error', '.ts', 'at ', 'node_modules', 'stack']) {
    assert.ok(!opened.text.includes(leak), `${opened.text} leaks ${leak}`)
  }
  const [logged] = reader.lines.filter((line) => line.level === 'error')
  assert.equal(logged?.requestId, opened.body.error.requestId)
  assert.match(JSON.stringify(logged), /hunter2.*\.ts/)
  // The headers of monitoring tools stand in no log and no answer, and the id of a request is our own.
  for (const path of ['rounds/open', 'boxes', 'nowhere']) {
    const headers = { ...TRACING, authorization: `Bearer ${player.token}`, 'content-type': 'application/json' }
    const sent =
      path === 'rounds/open' ? { method: 'POST', body: JSON.stringify({ clientActionId: 'click', reels }) } : {}
    const answer = await fetch(`${world.baseUrl}/api/play/${path}`, { headers, ...sent })
    const seen = [answer.status, /^req_/.test(answer.headers.get('x-request-id') ?? '')]
    assert.deepEqual(seen, [{ 'rounds/open': 500, boxes: 200, nowhere: 404 }[path], true])
    assert.ok(!`${await answer.text()}${JSON.stringify([...answer.headers])}`.includes('ann-of-casino'))
  }
  assert.ok(!JSON.stringify(reader.lines).includes('ann-of-casino'))
  assert.deepEqual(await rows.fingerprint(), before)
})
