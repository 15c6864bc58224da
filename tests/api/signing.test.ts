import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { sign } from '@coffer/operator-sdk'
import { startService } from '@coffer/service'
import { createKey, createOperator, revokeKey, rotateKey } from '@coffer/service/administration'
import { readConfig, signEnvelope } from '@coffer/service/platform'
import pg from 'pg'
import { createTestDatabase } from '../support/database.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { makeTestClock } from '../support/test-clock.ts'

const HEALTH = '/api/s2s/health'
const LAUNCHES = '/api/s2s/launches'
const ROTATE = '/api/s2s/fairness/rotate'
const LAUNCH_BODY = JSON.stringify({ playerExternalId: 'u_1', gameKey: 'mystery_box', target: {} })

type Key = { keyId: string; keySecret: string }
type Answer = { status: number; body: { error?: { code: string; requestId: string } } & Record<string, unknown> }
type Call = { method?: string; path?: string; body?: string | Buffer; headers?: Record<string, string> }

const nonce = () => randomBytes(16).toString('hex')

async function start() {
  const { url: databaseUrl } = await createTestDatabase()
  const clock = makeTestClock()
  const reader = readableLog()
  const config = readConfig({
    COFFER_ENV: 'test',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    COFFER_MASTER_KEY: 'ab'.repeat(32),
  })
  const service = await startService(config, {
    ...{ migrate: false, jobs: false, clock, log: reader.log, limits: PATIENT_LIMITS },
  })
  const operator = await createOperator(service.ctx, { slug: 'aurum', name: 'Aurum', currency: 'EUR', actor: 'test' })
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  return { clock, reader, service, operator, db }
}

let world: Awaited<ReturnType<typeof start>>

/** Sends exactly these bytes to exactly this target: a client library would normalise both. */
function send({ method = 'GET', path = HEALTH, body, headers = {} }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = httpRequest(
      { host: '127.0.0.1', port: world.service.port, method, path, headers: { ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString() || '{}') }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

type Signing = Call & { key?: Key; nonce?: string; atMs?: number }

function signed(call: Signing): Call {
  const { key = world.operator, atMs = world.clock.now().getTime(), method = 'GET', path = HEALTH, body } = call
  const { headers } = sign({
    secret: key.keySecret,
    keyId: key.keyId,
    method,
    path,
    ...(body === undefined ? {} : { body }),
    timestamp: Math.floor(atMs / 1000),
    ...(call.nonce === undefined ? {} : { nonce: call.nonce }),
  })
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return { ...call, method, path, headers: { ...type, ...headers, ...call.headers } }
}

const sendSigned = (call: Signing = {}) => send(signed(call))
const outcome = ({ status, body }: Answer) => (body.error ? `${status} ${body.error.code}` : String(status))

suite('signing of backend requests', { concurrency: false }, () => {
  before(async () => {
    world = await start()
  })
  after(async () => {
    await world.db.end()
    await world.service.close()
    world.reader.assertNoErrors()
  })

  test('the check vector of the decisions comes out', () => {
    const signature = signEnvelope({
      secret: 'test_secret',
      timestamp: '1717420800',
      method: 'POST',
      path: '/api/s2s/launches',
      body: '{"playerExternalId":"u_1","gameKey":"mystery_box","target":{"boxId":42}}',
    })
    assert.equal(signature, '4a3b330d365099005a8e6ee65459ed00d6c9043478685d490b18aedb30fae4ec')
  })

  test('a signed health call is answered, with and without a nonce', async () => {
    for (const call of [{}, { nonce: nonce() }]) {
      const { status, body } = await sendSigned(call)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['status', 'time'])
      assert.equal(body.status, 'ok')
    }
  })

  test('a request without one of the three headers is not signed', async () => {
    for (const name of ['x-key-id', 'x-timestamp', 'x-signature']) {
      const call = signed({})
      const headers = Object.fromEntries(Object.entries(call.headers ?? {}).filter(([header]) => header !== name))
      assert.equal(outcome(await send({ ...call, headers })), '401 MISSING_HEADERS')
      assert.equal(outcome(await send({ ...call, headers: { ...headers, [name]: '' } })), '401 MISSING_HEADERS')
    }
  })

  test('300 seconds either way are allowed, more are not', async () => {
    const now = Math.floor(world.clock.now().getTime() / 1000) * 1000
    assert.equal(outcome(await sendSigned({ atMs: now - 298_000 })), '200')
    assert.equal(outcome(await sendSigned({ atMs: now + 300_000 })), '200')
    assert.equal(outcome(await sendSigned({ atMs: now - 302_000 })), '401 TIMESTAMP_SKEW')
    assert.equal(outcome(await sendSigned({ atMs: now + 303_000 })), '401 TIMESTAMP_SKEW')
    assert.equal(outcome(await sendSigned({ atMs: now * 1000 })), '401 TIMESTAMP_SKEW')
    const words = signed({ headers: { 'x-timestamp': 'now' } })
    assert.equal(outcome(await send(words)), '401 TIMESTAMP_SKEW')
  })

  test('whatever is changed after signing is noticed', async () => {
    const call = signed({ method: 'POST', path: `${ROTATE}?a=1`, body: '{"playerExternalId":"u_1"}', nonce: nonce() })
    const changes: Call[] = [
      { body: '{"playerExternalId":"u_2"}' },
      { path: `${ROTATE}?a=2` },
      { path: ROTATE },
      { headers: { ...call.headers, 'x-nonce': nonce() } },
      { headers: { ...call.headers, 'x-nonce': '' } },
      { headers: { ...call.headers, 'x-timestamp': String(Number(call.headers?.['x-timestamp']) + 1) } },
      { headers: { ...call.headers, 'x-signature': String(call.headers?.['x-signature']).toUpperCase() } },
      { headers: { ...call.headers, 'x-signature': 'ab' } },
    ]
    for (const change of changes) {
      assert.equal(outcome(await send({ ...call, ...change })), '401 INVALID_SIGNATURE', JSON.stringify(change))
    }
    assert.equal(outcome(await send(call)), '200', 'and none of it used up the nonce')
  })

  test('the target is signed exactly as it is sent', async () => {
    for (const path of [`${HEALTH}?`, `${HEALTH}?b=%41&a=+&%C3%A4`, `${HEALTH}?x[]=1&x[]=2`]) {
      assert.equal(outcome(await sendSigned({ path })), '200', path)
    }
  })

  test('the body of a GET is signed like any other', async () => {
    const call = signed({ body: '{}' })
    assert.equal(outcome(await send(call)), '200')
    assert.equal(outcome(await send({ ...call, body: '{ }' })), '401 INVALID_SIGNATURE')
  })

  test('an unknown and a revoked key are told apart from a wrong signature by nothing', async () => {
    const revoked = await createKey(world.service.ctx, { operatorId: world.operator.operatorId, actor: 'test' })
    assert.equal(outcome(await sendSigned({ key: revoked })), '200')
    await revokeKey(world.service.ctx, { ...world.operator, keyId: revoked.keyId, actor: 'test' })
    const answers = [
      await sendSigned({ key: revoked }),
      await sendSigned({ key: { keyId: 'ck_test_000000000000000000000000', keySecret: 'whatever' } }),
      await sendSigned({ key: { ...world.operator, keySecret: 'wrong' } }),
    ]
    const told = answers.map(({ status, body }) =>
      JSON.stringify({ status, error: { ...body.error, requestId: null } }),
    )
    assert.equal(outcome(answers[0]!), '401 INVALID_SIGNATURE')
    assert.equal(new Set(told).size, 1)
  })

  test('the signature is checked before the body is understood', async () => {
    const broken: Signing = { method: 'POST', path: ROTATE, body: '{"playerExternalId":' }
    const wrong = { ...world.operator, keySecret: 'wrong' }
    assert.equal(outcome(await sendSigned({ ...broken, key: wrong })), '401 INVALID_SIGNATURE')
    assert.equal(outcome(await sendSigned(broken)), '422 VALIDATION_FAILED')
    const text: Signing = { method: 'POST', path: ROTATE, body: 'hello', headers: { 'content-type': 'text/plain' } }
    assert.equal(outcome(await sendSigned({ ...text, key: wrong })), '401 INVALID_SIGNATURE')
    assert.equal(outcome(await sendSigned(text)), '415 UNSUPPORTED_MEDIA_TYPE')
    assert.equal(outcome(await sendSigned({ ...text, body: '' })), '422 VALIDATION_FAILED')
  })

  test('a nonce is taken once inside ten minutes, whatever it is sent with', async () => {
    const used = nonce()
    const body = '{"playerExternalId":"u_1"}'
    assert.equal(outcome(await sendSigned({ nonce: used })), '200')
    assert.equal(outcome(await sendSigned({ nonce: used })), '401 REPLAYED_REQUEST')
    assert.equal(outcome(await sendSigned({ method: 'POST', path: ROTATE, body, nonce: used })), '401 REPLAYED_REQUEST')
    const other = await createKey(world.service.ctx, { operatorId: world.operator.operatorId, actor: 'test' })
    assert.equal(outcome(await sendSigned({ key: other, nonce: used })), '200', 'another key has nonces of its own')
    world.clock.advance(599_000)
    assert.equal(outcome(await sendSigned({ nonce: used })), '401 REPLAYED_REQUEST')
    world.clock.advance(2_000)
    assert.equal(outcome(await sendSigned({ nonce: used })), '200')
  })

  test('of twenty identical requests at once with a nonce, one is served', async () => {
    const call = signed({ nonce: nonce() })
    const outcomes = (await Promise.all(Array.from({ length: 20 }, () => send(call)))).map(outcome)
    assert.deepEqual([...new Set(outcomes)].sort(), ['200', '401 REPLAYED_REQUEST'])
    assert.equal(outcomes.filter((one) => one === '200').length, 1)
  })

  test('a nonce of another form is refused', async () => {
    for (const bad of ['short', 'a'.repeat(65), `${'a'.repeat(16)}!`]) {
      assert.equal(outcome(await sendSigned({ nonce: bad })), '401 INVALID_SIGNATURE')
    }
  })

  test('without a nonce, a launch is served once, and a read at any time', async () => {
    const launch = signed({ method: 'POST', path: LAUNCHES, body: LAUNCH_BODY })
    const read = signed({})
    assert.equal(outcome(await send(launch)), '201')
    assert.equal(outcome(await send(launch)), '401 REPLAYED_REQUEST')
    assert.equal(outcome(await send(read)), '200')
    world.clock.advance(2_100)
    assert.equal(outcome(await send(launch)), '401 REPLAYED_REQUEST')
    assert.equal(outcome(await send(read)), '200')
    assert.equal(outcome(await sendSigned({ method: 'POST', path: LAUNCHES, body: LAUNCH_BODY })), '201')
  })

  test('a launch whose signature did not hold leaves no mark', async () => {
    const launch = signed({ method: 'POST', path: LAUNCHES, body: LAUNCH_BODY, headers: { 'x-flavour': 'a' } })
    const count = async () => (await world.db.query('select count(*)::int as n from seen_requests')).rows[0].n
    const before = await count()
    const signature = 'a'.repeat(64)
    await send({ ...launch, headers: { ...launch.headers, 'x-signature': signature } })
    await send({ ...launch, headers: { ...launch.headers, 'x-nonce': nonce() } })
    assert.equal(await count(), before)
  })

  test('marks that nothing asks for any more are forgotten as fast as they came, in batches', async () => {
    await world.db.query(
      `insert into seen_requests (operator_id, key_id, mark, seen_at)
       select $1, $2, 'n:' || n, $3::timestamptz from generate_series(1, 2500) n`,
      [world.operator.operatorId, world.operator.keyId, new Date(0)],
    )
    const left = async () => (await world.db.query("select from seen_requests where seen_at = 'epoch'")).rowCount
    const { mono } = world.clock
    world.clock.mono = () => mono() + 60_001
    for (const expected of [1500, 500, 0, 0]) {
      assert.equal(outcome(await sendSigned({ nonce: nonce() })), '200')
      assert.equal(await left(), expected)
    }
  })

  test('a key that requires a nonce refuses requests without one', async () => {
    const { operatorId } = world.operator
    const key = await createKey(world.service.ctx, { operatorId, requireNonce: true, actor: 'test' })
    assert.equal(outcome(await sendSigned({ key })), '401 MISSING_HEADERS')
    assert.equal(outcome(await sendSigned({ key, nonce: nonce() })), '200')
    const guess = { ...key, keySecret: 'wrong' }
    assert.equal(outcome(await sendSigned({ key: guess })), '401 INVALID_SIGNATURE', 'which a guesser does not learn')
  })

  test('a key does what its scopes say, and health in any case', async () => {
    const { operatorId } = world.operator
    const key = await createKey(world.service.ctx, { operatorId, scopes: ['read'], actor: 'test' })
    assert.equal(outcome(await sendSigned({ key })), '200')
    assert.equal(outcome(await sendSigned({ key, path: '/api/s2s/boxes' })), '200')
    const launch: Signing = { key, method: 'POST', path: LAUNCHES, body: LAUNCH_BODY }
    assert.equal(outcome(await sendSigned(launch)), '403 SCOPE_MISSING')
  })

  test('a rotated key works until its overlap ends', async () => {
    const { operatorId } = world.operator
    const old = await createKey(world.service.ctx, { operatorId, scopes: ['read'], actor: 'test' })
    const key = await rotateKey(world.service.ctx, { operatorId, keyId: old.keyId, overlapMs: 60_000, actor: 'test' })
    assert.equal(outcome(await sendSigned({ key: old })), '200')
    assert.equal(outcome(await sendSigned({ key })), '200')
    const launch: Signing = { key, method: 'POST', path: LAUNCHES, body: LAUNCH_BODY }
    assert.equal(outcome(await sendSigned(launch)), '403 SCOPE_MISSING', 'it has the scopes of the old one')
    world.clock.advance(61_000)
    assert.equal(outcome(await sendSigned({ key: old })), '401 INVALID_SIGNATURE')
    assert.equal(outcome(await sendSigned({ key })), '200')
  })

  test('the use of a key is noted, at most once a minute', async () => {
    const { keyId } = world.operator
    const used = async () =>
      (await world.db.query('select last_used_at from api_keys where key_id = $1', [keyId])).rows[0].last_used_at
    world.clock.advance(60_000)
    await sendSigned()
    const first = await used()
    world.clock.advance(30_000)
    await sendSigned()
    assert.deepEqual(await used(), first)
    world.clock.advance(31_000)
    await sendSigned()
    assert.ok((await used()) > first)
  })

  test('secrets lie sealed in the database, and never in the log', async () => {
    const { rows } = await world.db.query(
      'select outbound_secret_sealed as sealed from operators union all select secret_sealed from api_keys',
    )
    const stored = Buffer.concat(rows.map((row) => row.sealed)).toString('latin1')
    const logged = JSON.stringify(world.reader.lines)
    for (const secret of [world.operator.keySecret, world.operator.outboundSecret]) {
      assert.ok(!stored.includes(secret))
      assert.ok(!logged.includes(secret))
    }
  })

  test('a suspended operator is refused, and only whoever holds its key hears of it', async () => {
    await world.db.query("update operators set status = 'suspended'")
    assert.equal(outcome(await sendSigned()), '403 OPERATOR_SUSPENDED')
    assert.equal(outcome(await sendSigned({ key: { ...world.operator, keySecret: 'x' } })), '401 INVALID_SIGNATURE')
    await world.db.query("update operators set status = 'active'")
    assert.equal(outcome(await sendSigned()), '200')
  })
})
