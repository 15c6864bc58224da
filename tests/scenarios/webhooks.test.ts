import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { verifyWebhookEnvelope } from '@coffer/operator-sdk'
import { createEndpoint, JOBS, listEndpoints, setEndpointEnabled } from '@coffer/service/administration'
import { LIMITS, type Limits, NO_POINTS, type Points, type Refusal } from '@coffer/service/kernel'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../support/eventually.ts'
import { assertSameBytes, hang, keysOf, type Received, type Receiver, status, subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { standardSignature } from '../support/signed-delivery.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Longer than any delay of the schedule with its jitter. */
const LONGEST_MS = 27 * HOUR_MS
const TYPES = ['round_settled']

test('a settled round is told to its operator’s endpoint once, signed in both ways with the endpoint’s own secret', async (t) => {
  const { world, receiver, secret, open } = await start(t)
  const publicId = await open('click')
  await world.tick('webhooks')
  await world.tick('webhooks')
  assert.deepEqual(keysOf(receiver), [`round_settled:${publicId}`])
  const [{ body, headers, id, text }] = receiver.received as [Received]
  assert.equal(headers['content-type'], 'application/json')
  assert.deepEqual([body.type, body.playerExternalId, body.payload.roundPublicId], ['round_settled', 'ann', publicId])
  assert.deepEqual(Object.keys(body), ['type', 'playerExternalId', 'idempotencyKey', 'payload'])
  const standardHeaders = headers as Record<string, string>
  assert.deepEqual(new Webhook(secret).verify(text, standardHeaders), body, 'as the Standard Webhooks library sees it')
  const path = new URL(receiver.url).pathname + new URL(receiver.url).search
  const envelope = { secrets: [secret], headers, body: text, path }
  assert.equal(verifyWebhookEnvelope(envelope).idempotencyKey, body.idempotencyKey)
  assert.equal(headers['webhook-signature'], standardSignature(secret, `${id}.${headers['webhook-timestamp']}.${text}`))
  const { deliveries } = await world.operator.coffer.listDeliveries()
  assert.deepEqual(
    deliveries.map((one) => [one.id, one.status, one.attemptCount, one.nextAttemptAt, one.type]),
    [[id, 'delivered', 1, null, 'round_settled']],
  )
})

test('an endpoint is sent what it is subscribed to, from the moment on when it is there, and only while it is enabled', async (t) => {
  const { world, receiver, endpointId, open } = await start(t, ['box_updated', 'settings_changed'])
  await open('not subscribed')
  await world.settings(world.operator, { 'game.maxReels': 4 })
  const { operatorId } = world.operator
  await setEndpointEnabled(world.service.ctx, { operatorId, endpointId, enabled: false, actor: 'test' })
  await world.tick('webhooks')
  assert.equal(receiver.received.length, 0, 'what was pending waits')
  await world.settings(world.operator, { 'game.maxReels': 5 })
  await setEndpointEnabled(world.service.ctx, { operatorId, endpointId, enabled: true, actor: 'test' })
  await world.tick('webhooks')
  const types = receiver.received.map(({ body }) => body.type)
  assert.deepEqual(types, ['settings_changed'], 'the change made while it was disabled is not sent later')
  assert.deepEqual(Object.keys(receiver.received[0]!.body.payload), ['dataVersion', 'occurredAt'])
})

test('a receiver that fails for a day gets every event when it is back, each once per key, always the same bytes', async (t) => {
  const { world, receiver, open } = await start(t)
  receiver.answer = status(503)
  const opened = []
  for (let hour = 0; hour < 24; hour++) {
    opened.push(`round_settled:${await open(`hour-${hour}`)}`)
    await world.tick('webhooks')
    world.clock.advance(HOUR_MS)
  }
  assert.ok(receiver.received.length > 100, 'it was tried again and again')
  receiver.answer = status(204)
  const before = receiver.received.length
  for (let passes = 0; passes < 3; passes++) {
    world.clock.advance(LONGEST_MS)
    await world.tick('webhooks')
  }
  const taken = receiver.received.slice(before)
  assert.deepEqual(taken.map(({ body }) => body.idempotencyKey).sort(), opened.sort())
  assertSameBytes(receiver)
})

test('a delivery is tried ten times over some four days, then parked, and goes out again when it is replayed', async (t) => {
  const { world, receiver, open } = await start(t)
  receiver.answer = status(500)
  const key = `round_settled:${await open('click')}`
  const waits = []
  for (let attempt = 1; attempt <= 10; attempt++) {
    await world.tick('webhooks')
    const { deliveries } = await world.operator.coffer.listDeliveries()
    const { status: is, nextAttemptAt, lastAttemptAt } = deliveries[0]!
    assert.equal(is, attempt < 10 ? 'pending' : 'failed')
    if (nextAttemptAt === null) break
    const waitMs = Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt!)
    waits.push(waitMs / 1000)
    world.clock.advance(waitMs - 2_000)
    await world.tick('webhooks')
    assert.equal(receiver.received.length, attempt, 'nothing is sent before its time')
    world.clock.advance(3_000)
  }
  const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (const [index, seconds] of schedule.entries()) {
    const wait = waits[index]!
    assert.ok(wait >= seconds * 0.9 - 1 && wait <= seconds * 1.1 + 1, `wait ${index}: ${wait} s`)
  }
  world.clock.advance(LONGEST_MS)
  await world.tick('webhooks')
  assert.equal(receiver.received.length, 10, 'a parked delivery rests')

  receiver.answer = status(200)
  const { deliveries } = await world.operator.coffer.listDeliveries({ status: 'failed' })
  const { delivery } = await world.operator.coffer.replayDelivery({ deliveryId: deliveries[0]!.id })
  assert.deepEqual([delivery.status, delivery.attemptCount], ['pending', 0])
  await world.tick('webhooks')
  assert.deepEqual(keysOf(receiver), Array(11).fill(key))
  assertSameBytes(receiver)
  const detail = (await world.operator.coffer.getDelivery({ deliveryId: delivery.id })).delivery
  assert.deepEqual([detail.status, detail.attempts.length, detail.body], ['delivered', 11, receiver.received[0]!.text])
  assert.deepEqual(
    [detail.attempts.at(0)!.statusCode, detail.attempts.at(0)!.reason, detail.attempts.at(-1)!.reason],
    [500, 'answered 500', null],
  )
})

test('what was delivered, or is still being tried, is never replayed; what failed in a time is, all of it', async (t) => {
  const { world, receiver, open } = await start(t)
  const { coffer } = world.operator
  await open('delivered')
  await world.tick('webhooks')
  receiver.answer = status(500)
  const began = world.clock.now()
  await open('failing-1')
  await open('failing-2')
  await world.tick('webhooks')
  const notFailed = { code: 'DELIVERY_NOT_FAILED', status: 409 }
  for (const { id } of (await coffer.listDeliveries()).deliveries)
    await assert.rejects(coffer.replayDelivery({ deliveryId: id }), notFailed)
  await assert.rejects(coffer.replayDelivery({ deliveryId: 'whd_999999' }), { code: 'DELIVERY_NOT_FOUND', status: 404 })
  const everything = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
  assert.equal((await coffer.replayDeliveries(everything)).replayedCount, 0)

  for (let attempt = 0; attempt < 10; attempt++) {
    world.clock.advance(LONGEST_MS)
    await world.tick('webhooks')
  }
  assert.equal((await coffer.listDeliveries({ status: 'failed' })).deliveries.length, 2)
  const until = { from: everything.from, to: began.toISOString() }
  assert.equal((await coffer.replayDeliveries(until)).replayedCount, 0, 'they occurred later')
  receiver.answer = status(200)
  receiver.received.length = 0
  assert.equal((await coffer.replayDeliveries(everything)).replayedCount, 2)
  await world.tick('webhooks')
  assert.equal(new Set(keysOf(receiver)).size, 2)
  assert.equal((await coffer.listDeliveries({ status: 'delivered' })).deliveries.length, 3)
})

test('an endpoint that hangs delays no other, and neither the events that come meanwhile', async (t) => {
  const { world, receiver: dead, open } = await start(t)
  const { receiver: live } = await subscribe(t, world, world.operator, TYPES)
  dead.answer = hang
  for (let click = 0; click < 3; click++) await open(`before-${click}`)
  const stuck = world.tick('webhooks')
  await eventually(() => live.received.length === 3 && dead.received.length > 0, 'the live one has all')
  for (let click = 0; click < 3; click++) await open(`meanwhile-${click}`)
  await eventually(async () => {
    await world.tick('webhooks')
    return live.received.length === 6
  }, 'the live one has the others as well, once its first turn has ended')
  dead.answer = status(200)
  await world.clock.pass(LIMITS.webhookCallMs)
  await stuck
  world.clock.advance(MINUTE_MS)
  await world.tick('webhooks')
  assert.equal(new Set(keysOf(dead)).size, 6)
})

test('any 2xx is enough whatever its body; redirects, 4xx, 410 and lost connections are tried again', async (t) => {
  const { world, receiver, open } = await start(t)
  const { receiver: elsewhere } = await subscribe(t, world, world.operator, ['box_archived'])
  const endless = 'x'.repeat(100_000)
  const neverEnds: typeof receiver.answer = (response) => response.writeHead(202).write('{')
  const ways: [string, typeof receiver.answer, boolean][] = [
    ['created', status(201), true],
    ['a body beyond every limit', (response) => response.writeHead(200).end(endless), true],
    ['a body that never ends', neverEnds, true],
    ['a redirect', status(307, { location: elsewhere.url }), false],
    ['not modified', status(304), false],
    ['not found', status(404), false],
    ['gone', status(410), false],
    ['reset', (response) => response.destroy(), false],
  ]
  for (const [name, answer, isTaken] of ways) {
    receiver.answer = answer
    await open(name)
    const before = receiver.received.length
    const sending = world.tick('webhooks')
    await eventually(() => receiver.received.length > before, 'it came')
    if (answer === neverEnds) await world.clock.pass(LIMITS.webhookCallMs)
    await sending
    const { deliveries } = await world.operator.coffer.listDeliveries({ limit: 1 })
    assert.equal(deliveries[0]!.status, isTaken ? 'delivered' : 'pending', name)
  }
  assert.deepEqual(elsewhere.received, [], 'no redirect is followed')
})

test('a receiver may ask for more time with Retry-After, up to an hour', async (t) => {
  const { world, receiver, open } = await start(t)
  const soon = () => new Date(world.clock.now().getTime() + 20 * MINUTE_MS).toUTCString()
  for (const [header, seconds] of [
    ['120', 120],
    ['1', 5],
    [soon(), 1_200],
    ['86400', 3_600],
    ['soon', 5],
  ] as const) {
    receiver.answer = status(429, { 'retry-after': header })
    await open(header)
    await world.tick('webhooks')
    const { deliveries } = await world.operator.coffer.listDeliveries({ limit: 1 })
    const waitMs = Date.parse(deliveries[0]!.nextAttemptAt!) - Date.parse(deliveries[0]!.lastAttemptAt!)
    assert.ok(Math.abs(waitMs / 1000 - seconds) < 3, `${header}: ${waitMs} ms`)
  }
})

test('a test event goes to the one endpoint that it is meant for', async (t) => {
  const { world, receiver, endpointId } = await start(t)
  const { receiver: other } = await subscribe(t, world, world.operator)
  const { delivery } = await world.operator.coffer.testEndpoint({ endpointId })
  await world.tick('webhooks')
  assert.deepEqual(
    receiver.received.map(({ id, body }) => [id, body.type]),
    [[delivery.id, 'webhook_test']],
  )
  assert.deepEqual(other.received, [])
})

test('two processes share the work: each delivery is posted once', async (t) => {
  // None is given back to be sent later, however long the machine stands still.
  const { world, receiver, endpointId } = await start(t, TYPES, { webhookHandMs: MINUTE_MS })
  for (let count = 0; count < 100; count++) await world.operator.coffer.testEndpoint({ endpointId })
  const another = { ...world.service.ctx }
  answerOnceAllProbe(receiver, 2 * world.service.ctx.limits.webhookProbeCount)
  const counts = await Promise.all([world.tick('webhooks'), JOBS.webhooks.run(another)])
  assert.equal(counts[0]! + counts[1]!, 100)
  assert.ok(counts[0]! > 0 && counts[1]! > 0, `both have sent: ${counts}`)
  assert.equal(new Set(keysOf(receiver)).size, 100)
  assert.equal(receiver.received.length, 100)
})

/** Answers nobody before so many have come: a process sends a few first, and waits for what becomes of them. */
function answerOnceAllProbe(receiver: Receiver, count: number): void {
  const waiting: ServerResponse[] = []
  receiver.answer = (response) => {
    waiting.push(response)
    if (receiver.received.length < count) return
    for (const one of waiting.splice(0)) status(200)(one)
  }
}

test('an answer that comes after another process took over changes nothing', async (t) => {
  const { world, receiver, endpointId } = await start(t, TYPES)
  await world.operator.coffer.testEndpoint({ endpointId })
  let answerFirst = () => {}
  receiver.answer = (response) => {
    answerFirst = () => status(500)(response)
  }
  const first = world.tick('webhooks')
  await eventually(() => receiver.received.length === 1, 'the first attempt came')
  receiver.answer = status(200)
  world.clock.advance(MINUTE_MS + 1_000)
  await JOBS.webhooks.run({ ...world.service.ctx })
  answerFirst()
  await first
  const { deliveries } = await world.operator.coffer.listDeliveries()
  assert.deepEqual(
    [deliveries[0]!.status, deliveries[0]!.attemptCount, deliveries[0]!.nextAttemptAt],
    ['delivered', 1, null],
  )
})

test('a sender that stood still sends nothing any more, and what it had taken spends no attempt', async (t) => {
  let standsStill = false
  const points = {
    at: async () => {
      if (standsStill) world.clock.advanceMono(LIMITS.attemptSendMs + 1)
    },
  }
  const { world, receiver, endpointId } = await start(t, TYPES, {}, points)
  receiver.answer = status(500)
  await world.operator.coffer.testEndpoint({ endpointId })
  for (let attempt = 1; attempt < 10; attempt++) {
    await world.tick('webhooks')
    world.clock.advance(LONGEST_MS)
  }
  standsStill = true
  await world.tick('webhooks')
  assert.equal(receiver.received.length, 9)
  standsStill = false
  world.clock.advance(MINUTE_MS + 1_000)
  await world.tick('webhooks')
  const { deliveries } = await world.operator.coffer.listDeliveries()
  assert.deepEqual([receiver.received.length, deliveries[0]!.status, deliveries[0]!.attemptCount], [10, 'failed', 10])
})

test('an endpoint that answers 410 is flagged until it takes an event, and is never switched off by it', async (t) => {
  const { world, receiver, endpointId } = await start(t)
  const { operatorId } = world.operator
  const read = async () => (await world.service.ctx.tx(operatorId, (tx) => listEndpoints(tx, operatorId)))[0]!
  receiver.answer = status(410)
  await world.operator.coffer.testEndpoint({ endpointId })
  await world.tick('webhooks')
  assert.deepEqual([(await read()).goneAt !== null, (await read()).enabled], [true, true])
  receiver.answer = status(200)
  world.clock.advance(MINUTE_MS)
  await world.tick('webhooks')
  assert.equal((await read()).goneAt, null)
})

test('an endpoint whose secret does not open rests, and the others are served', async (t) => {
  const { world, receiver, endpointId, open } = await start(t)
  const { endpointId: broken } = await subscribe(t, world, world.operator, TYPES)
  const { query } = openRows(world.databaseUrl)
  const [was] = await query('select secret_sealed as sealed from webhook_endpoints where endpoint_id = $1', [broken])
  const put = 'update webhook_endpoints set secret_sealed = $2 where endpoint_id = $1'
  await query(put, [broken, Buffer.from('nothing')])
  await open('click')
  await world.tick('webhooks')
  assert.equal(receiver.received.length, 1)
  assert.notEqual(endpointId, broken)
  const [error, ...more] = world.lines.filter(({ msg }) => msg === 'an endpoint could not be sent to')
  assert.deepEqual([error?.endpointId, more], [broken, []])
  await query(put, [broken, was!.sealed])
  world.lines.length = 0
})

test('an address inside the deployment, an unknown event and an endpoint too many are refused', async (t) => {
  const { world } = await start(t)
  const { operatorId } = world.operator
  const make = (url: string, types?: string[]) =>
    createEndpoint(world.service.ctx, { operatorId, url, types, actor: 'test' })
  for (const url of [
    'http://169.254.169.254/latest',
    'http://10.1.2.3/',
    'ftp://casino.example/',
    'https://a:b@casino.example/',
    'x',
  ])
    await assert.rejects(make(url), (error: Refusal) => error.details.fields?.url !== undefined, url)
  for (const types of [[], ['round_settled', 'webhook_test']])
    await assert.rejects(
      make('https://casino.example/', types),
      (error: Refusal) => error.details.fields?.types !== undefined,
    )
  for (let count = 1; count < 20; count++) await make('https://casino.example/')
  await assert.rejects(make('https://casino.example/'), { code: 'VALIDATION_FAILED' })
})

async function start(t: TestContext, types = TYPES, limits: Partial<Limits> = {}, points: Points = NO_POINTS) {
  const world: World = await startWorld(t, { service: { limits, points } })
  await world.settings(world.operator, { 'session.idleMinutes': 720 })
  const endpoint = await subscribe(t, world, world.operator, types)
  const open = async (clientActionId: string): Promise<string> => {
    const answer = await world.operator.coffer.purchase({
      playerExternalId: 'ann',
      ...openBody(world.operator, clientActionId),
      funding: 'operator',
    })
    return answer.round.publicId
  }
  return { world, open, ...endpoint }
}
