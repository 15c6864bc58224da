import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { JOBS } from '@coffer/service/administration'
import type { Limits } from '@coffer/service/kernel'
import { eventually } from '../support/eventually.ts'
import { keysOf, type Receiver, status, subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { startWorld, type World } from '../support/world.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const PASSES_COUNT = 40

/** An endpoint with so many events that it has refused twice: they wait five minutes for their third attempt. */
async function startWithBacklog(t: TestContext, count: number, limits: Partial<Limits> = {}) {
  const world = await startWorld(t, { service: { limits } })
  const rows = openRows(world.databaseUrl)
  const { receiver, endpointId } = await subscribe(t, world, world.operator)
  receiver.answer = status(503)
  for (let made = 0; made < count; made++) await world.operator.coffer.testEndpoint({ endpointId })
  await world.tick('webhooks')
  world.clock.advance(6 * SECOND_MS)
  await world.tick('webhooks')
  assert.equal(receiver.received.length, 2 * count)
  receiver.received.length = 0
  return { world, rows, receiver, endpointId }
}

const told = async ({ operator }: World, endpointId: number) => {
  await operator.coffer.testEndpoint({ endpointId })
}

/** Passes of the loop, with so much time between them. */
async function pass(world: World, count: number, everyMs: number): Promise<void> {
  for (let passes = 0; passes < count; passes++) {
    await world.tick('webhooks')
    world.clock.advance(everyMs)
  }
}

const distinct = (receiver: Receiver) => new Set(keysOf(receiver)).size

test('the first success of an endpoint makes what waits for it due, in steps of so many a second', async (t) => {
  const { world, receiver, endpointId } = await startWithBacklog(t, 30, { webhookReleaseCount: 10 })
  await pass(world, 3, SECOND_MS)
  assert.equal(receiver.received.length, 0, 'it waits for its schedule until then')
  receiver.answer = status(200)
  await told(world, endpointId)
  const counts: number[] = []
  for (let seconds = 0; seconds < 5; seconds++) {
    await world.tick('webhooks')
    await world.tick('webhooks')
    counts.push(distinct(receiver))
    world.clock.advance(SECOND_MS)
  }
  assert.deepEqual(counts, [11, 21, 31, 31, 31])
  const { deliveries } = await world.operator.coffer.listDeliveries({ endpointId })
  assert.deepEqual(
    deliveries.slice(1).map(({ status: is, attemptCount }) => [is, attemptCount]),
    Array.from({ length: 30 }, () => ['delivered', 3]),
    'the attempts that were made count as they did',
  )
})

test('two processes release no faster than one', async (t) => {
  const { world, receiver, endpointId } = await startWithBacklog(t, 30, { webhookReleaseCount: 10 })
  receiver.answer = status(200)
  await told(world, endpointId)
  await world.tick('webhooks')
  await Promise.all([world.tick('webhooks'), JOBS.webhooks.run({ ...world.service.ctx })])
  assert.equal(distinct(receiver), 11)
})

test('an endpoint that fails again stops the release, and what was brought forward once goes by its schedule from then on', async (t) => {
  const { world, rows, receiver, endpointId } = await startWithBacklog(t, 20, { webhookReleaseCount: 5 })
  const back = () => {
    receiver.answer = status(200)
    return told(world, endpointId)
  }
  await back()
  await world.tick('webhooks')
  receiver.answer = status(503)
  await pass(world, 4, SECOND_MS)
  const attempts = async () => {
    const query = 'select attempt_count as made, count(*)::int as count from webhook_deliveries group by 1 order by 1'
    return (await rows.query<{ made: number; count: number }>(query)).map(({ made, count }) => [made, count])
  }
  assert.deepEqual(
    await attempts(),
    [
      [1, 1],
      [2, 15],
      [3, 5],
    ],
    'five had a third attempt, and no others',
  )
  await back()
  await pass(world, 10, SECOND_MS)
  assert.deepEqual(
    await attempts(),
    [
      [1, 2],
      [2, 0],
      [3, 20],
    ].filter(([, count]) => count !== 0),
  )
  const { deliveries } = await world.operator.coffer.listDeliveries({ endpointId, status: 'pending' })
  assert.equal(deliveries.length, 5, 'the five wait for the half hour of their schedule')
})

test('an event that its receiver never takes spends its attempts no faster, however often others are taken', async (t) => {
  const { world, receiver, endpointId } = await startWithBacklog(t, 1)
  const poison = (await world.operator.coffer.listDeliveries({ endpointId })).deliveries[0]!
  receiver.answer = (response, { id }) => status(id === poison.id ? 500 : 200)(response)
  for (let others = 0; others < 10; others++) {
    await told(world, endpointId)
    await pass(world, 2, SECOND_MS)
  }
  const attempts = receiver.received.filter(({ id }) => id === poison.id).length
  assert.equal(attempts, 1, 'it was brought forward once')
  const { delivery } = await world.operator.coffer.getDelivery({ deliveryId: poison.id })
  assert.deepEqual([delivery.status, delivery.attemptCount], ['pending', 3])
})

test('what is parked stays parked, and what a receiver asked more time for waits as long as it asked', async (t) => {
  const { world, rows, receiver, endpointId } = await startWithBacklog(t, 2)
  const [parked] = (await world.operator.coffer.listDeliveries({ endpointId })).deliveries
  await rows.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt_count = 10 where delivery_id = $1`,
    [parked!.id.slice('whd_'.length)],
  )
  receiver.answer = status(429, { 'retry-after': '3600' })
  await told(world, endpointId)
  await world.tick('webhooks')
  const asked = receiver.received.at(-1)!.id
  receiver.answer = status(200)
  receiver.received.length = 0
  await told(world, endpointId)
  await pass(world, 5, SECOND_MS)
  const ids = receiver.received.map(({ id }) => id)
  assert.equal(ids.length, 2, 'the one that is new and the one that waited for its schedule')
  assert.ok(!ids.includes(parked!.id) && !ids.includes(asked))
  world.clock.advance(HOUR_MS)
  await world.tick('webhooks')
  assert.equal(receiver.received.at(-1)!.id, asked)
  await world.operator.coffer.replayDelivery({ deliveryId: parked!.id })
  await world.tick('webhooks')
  assert.equal(receiver.received.at(-1)!.id, parked!.id, 'until somebody replays it')
})

test('a backlog that drains delays no other endpoint', async (t) => {
  const { world, receiver, endpointId } = await startWithBacklog(t, 5, { webhookReleaseCount: 200 })
  const { receiver: other, endpointId: otherId } = await subscribe(t, world, world.operator)
  const rows = openRows(world.databaseUrl)
  await multiply(rows, endpointId, 1_500)
  receiver.answer = status(200)
  await told(world, endpointId)
  for (let passes = 0; passes < PASSES_COUNT && distinct(receiver) < 1_506; passes++) {
    const draining = world.tick('webhooks')
    const before = other.received.length
    await told(world, otherId)
    await eventually(async () => {
      await world.tick('webhooks')
      return other.received.length > before
    }, 'the other endpoint gets its event')
    assert.equal(other.received.length, before + 1)
    await draining
    world.clock.advance(SECOND_MS)
  }
  assert.equal(distinct(receiver), 1_506)
})

/** More deliveries like those that wait, each an event of its own. */
async function multiply(rows: ReturnType<typeof openRows>, endpointId: number, count: number): Promise<void> {
  await rows.query(
    `with one as (select * from webhook_deliveries where endpoint_id = $1 and status = 'pending' limit 1),
       events as (
         insert into outbox_events (operator_id, type, player_external_id, idempotency_key, payload, occurred_at)
         select event.operator_id, event.type, event.player_external_id, event.idempotency_key || ':' || number, event.payload, event.occurred_at
         from outbox_events event join one using (operator_id, event_id), generate_series(1, $2) number
         returning operator_id, event_id
       ), deliveries as (
         insert into webhook_deliveries (operator_id, endpoint_id, event_id, type, occurred_at, status, attempt_count, next_attempt_at)
         select operator_id, endpoint_id, events.event_id, type, occurred_at, status, attempt_count, next_attempt_at
         from one join events using (operator_id)
         returning operator_id, delivery_id
       )
     insert into webhook_attempts (operator_id, delivery_id, started_at, ended_at, reason)
     select operator_id, deliveries.delivery_id, last_attempt_at, last_attempt_at, 'answered 503' from deliveries join one using (operator_id)`,
    [endpointId, count],
  )
  await rows.query(
    `update webhook_deliveries delivery set last_attempt_id = attempt_id, last_attempt_at = started_at
     from webhook_attempts attempt where attempt.delivery_id = delivery.delivery_id and last_attempt_id is null`,
  )
}
