import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { JOBS, rotateEndpointSecret, setEndpointEnabled } from '@coffer/service/administration'
import { LIMITS, type Limits } from '@coffer/service/kernel'
import { eventually } from '../support/eventually.ts'
import { assertSameBytes, hang, keysOf, type Receiver, status, subscribe } from '../support/receiver.ts'
import { openPool, openRows } from '../support/rows.ts'
import { startWorld } from '../support/world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SIZES = [1, 2, 7, 64]

/** Less than a turn, so that the turn goes on after a delivery that is never answered. */
const CALL_MS = 1_000

/** Everything that is due is claimed, posted and recorded together, so many at a time. */
const groupsOf = (count: number): Partial<Limits> => ({
  ...{ webhookProbeCount: count, webhookBatchCount: count, webhookGroupCount: count },
  webhookCallMs: CALL_MS,
})

/** Events like the one that there is, each with its delivery. */
const MORE_LIKE_IT = `
  with events as (
    insert into outbox_events (operator_id, type, idempotency_key, payload, occurred_at)
    select operator_id, type, idempotency_key || n, payload, occurred_at from outbox_events, generate_series(1, $1) n
    where type = 'webhook_test'
    returning operator_id, event_id
  )
  insert into webhook_deliveries (operator_id, endpoint_id, event_id, type, occurred_at, status, attempt_count, next_attempt_at)
  select operator_id, endpoint_id, events.event_id, type, occurred_at, status, attempt_count, next_attempt_at
  from webhook_deliveries join events using (operator_id)`

async function start(t: TestContext, eventsCount: number, limits: Partial<Limits>) {
  const world = await startWorld(t, { service: { limits } })
  const rows = openRows(world.databaseUrl)
  const { receiver, endpointId, secret } = await subscribe(t, world, world.operator)
  await world.operator.coffer.testEndpoint({ endpointId })
  await rows.query(MORE_LIKE_IT, [eventsCount - 1])
  const deliveries = () =>
    rows.query<{ id: string; status: string; made: number; due: Date | null; told: (number | null)[] }>(
      `select 'whd_' || delivery_id as id, status, attempt_count as made, next_attempt_at as due, array(
         select status_code from webhook_attempts attempt where attempt.delivery_id = delivery.delivery_id order by attempt_id
       ) as told
       from webhook_deliveries delivery where endpoint_id = $1 order by delivery_id`,
      [endpointId],
    )
  return { world, rows, receiver, endpointId, secret, deliveries }
}

const namesOf = ({ received }: Receiver) => received.map(({ id }) => id)

for (const size of SIZES) {
  test(`in groups of ${size}: one that is refused, put off, cut off or never answered changes nothing for the others`, async (t) => {
    const { world, receiver, deliveries } = await start(t, 70, groupsOf(size))
    const [refused, gone, late, cut, hanging] = (await deliveries()).filter((_, place) => place % 13 === 3)
    type Way = { code: number | null; answer: (response: ServerResponse) => void }
    const taken: Way = { code: 200, answer: status(200) }
    const ways = new Map<string | undefined, Way>([
      [refused?.id, { code: 500, answer: status(500) }],
      [gone?.id, { code: 410, answer: status(410) }],
      [late?.id, { code: 429, answer: status(429, { 'retry-after': '600' }) }],
      [cut?.id, { code: null, answer: (response) => void response.destroy() }],
      [hanging?.id, { code: null, answer: hang }],
    ])
    const wayOf = (id: string) => ways.get(id) ?? taken
    receiver.answer = (response, { id }) => wayOf(id).answer(response)
    const now = world.clock.now().getTime()
    const sending = world.tick('webhooks')
    // One at a time is held up by the one that hangs; of several, the others go on.
    const isAlone = () => world.clock.deadlinesCount() === 1 && namesOf(receiver).includes(hanging!.id)
    await eventually(() => isAlone() && (size === 1 || receiver.received.length === 70), 'only one has no answer')
    await world.clock.pass(CALL_MS)
    await sending
    assert.equal(new Set(namesOf(receiver)).size, 70)
    assert.equal(receiver.received.length, 70, 'each was posted once')
    for (const { id, status: is, made, told, due } of await deliveries()) {
      assert.deepEqual([is, made, told], [ways.has(id) ? 'pending' : 'delivered', 1, [wayOf(id).code]], id)
      if (due !== null) assert.ok(due.getTime() - now > (id === late?.id ? 590_000 : 4_000), `${id} waits for its time`)
    }
    receiver.answer = status(200)
    world.clock.advance(DAY_MS)
    await world.tick('webhooks')
    assert.deepEqual(
      (await deliveries()).filter((one) => one.status !== 'delivered' || one.made !== (ways.has(one.id) ? 2 : 1)),
      [],
    )
    assertSameBytes(receiver)
  })
}

/** How many rows each statement wrote that took or recorded attempts. */
const COUNT_ROWS = `
  create schema watch;
  create table watch.statements (kind text, count int);
  create function watch.note() returns trigger language plpgsql security definer as $$
    begin insert into watch.statements select tg_op, count(*) from changed; return null; end $$;
  create trigger taken after insert on webhook_attempts referencing new table as changed
    for each statement execute function watch.note();
  create trigger recorded after update on webhook_attempts referencing new table as changed
    for each statement execute function watch.note()`

/** Waits for a row as its owner does, and keeps it until it is let go. */
async function holdDelivery(databaseUrl: string, id: string): Promise<() => Promise<void>> {
  const holder = await openPool(databaseUrl).connect()
  await holder.query('begin')
  await holder.query(`select from webhook_deliveries where 'whd_' || delivery_id = $1 for update`, [id])
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}

test('no statement takes or records more than a group, however many answers wait to be recorded', async (t) => {
  const one = { webhookProbeCount: 1, webhookBatchCount: 1, webhookGroupCount: 4, webhookHandMs: MINUTE_MS }
  const { world, rows, receiver, deliveries } = await start(t, 40, one)
  await rows.query(COUNT_ROWS)
  let letGo = async () => {}
  receiver.answer = async (response, { id }) => {
    // The first answer cannot be recorded yet; those of the next seven come meanwhile.
    if (receiver.received.length === 1) letGo = await holdDelivery(world.databaseUrl, id)
    status(200)(response)
  }
  const sending = world.tick('webhooks')
  await eventually(() => receiver.received.length >= 8, 'eight came').finally(() => letGo())
  await sending
  assert.ok((await deliveries()).every((each) => each.status === 'delivered'))
  const most = await rows.query('select kind, max(count) as count from watch.statements group by kind order by kind')
  assert.deepEqual(most, [
    { kind: 'INSERT', count: 4 },
    { kind: 'UPDATE', count: 4 },
  ])
})

test('a delivery whose row somebody holds keeps no other waiting', async (t) => {
  const { world, receiver, deliveries } = await start(t, 40, groupsOf(10))
  const held = (await deliveries())[3]!.id
  const letGo = await holdDelivery(world.databaseUrl, held)
  let receivedWhileHeld: string[] = []
  const sending = world.tick('webhooks')
  await eventually(() => receiver.received.length === 39, 'all but one came').finally(async () => {
    receivedWhileHeld = namesOf(receiver)
    await letGo()
  })
  assert.ok(!receivedWhileHeld.includes(held))
  await sending
  await world.tick('webhooks')
  assert.deepEqual(namesOf(receiver).slice(39), [held])
})

test('an answer that cannot be recorded is no other’s trouble: it is sent again when its time is over', async (t) => {
  const { world, rows, receiver, deliveries } = await start(t, 20, groupsOf(20))
  const spoiled = (await deliveries())[7]!
  const deliveryId = Number(spoiled.id.slice('whd_'.length))
  await rows.query(
    `alter table webhook_attempts add constraint spoiled check (delivery_id <> ${deliveryId} or ended_at is null)`,
  )
  await world.tick('webhooks')
  assert.deepEqual(
    (await deliveries()).filter((one) => one.status !== 'delivered').map(({ id, made }) => [id, made]),
    [[spoiled.id, 0]],
  )
  const errors = world.lines.filter(({ msg }) => msg === 'what came of deliveries could not be recorded')
  assert.equal(errors.length, 1)
  world.lines.length = 0
  await rows.query('alter table webhook_attempts drop constraint spoiled')
  await world.tick('webhooks')
  assert.equal(receiver.received.length, 20, 'not before')
  world.clock.advance(MINUTE_MS + 1_000)
  await world.tick('webhooks')
  assert.deepEqual(namesOf(receiver).slice(20), [spoiled.id])
  assert.deepEqual([...new Set((await deliveries()).map((one) => `${one.status} ${one.made}`))], ['delivered 1'])
  assertSameBytes(receiver)
})

test('what waits in hand for an endpoint that has become slow is given back, and another process sends it at once', async (t) => {
  const { world, rows, receiver, deliveries } = await start(t, 300, { webhookCallMs: CALL_MS })
  receiver.answer = (response) => (receiver.received.length > 100 ? hang() : status(200)(response))
  const slow = world.tick('webhooks')
  const givenBack = `select count(*)::int as count from webhook_attempts where reason = 'not sent'`
  await eventually(() => receiver.received.length === 100 + LIMITS.webhookBatchCount, 'no other can be posted')
  world.clock.advanceMono(LIMITS.webhookHandMs + 1)
  await eventually(async () => (await rows.query<{ count: number }>(givenBack))[0]!.count > 0, 'some are given back')
  const hung = receiver.received.length - 100
  receiver.answer = status(200)
  const another = { ...world.service.ctx }
  await eventually(async () => {
    await JOBS.webhooks.run(another)
    return receiver.received.length >= 300
  }, 'the other process sends them')
  assert.equal(new Set(namesOf(receiver)).size, 300, 'nothing that was sent was given back')
  await world.clock.pass(CALL_MS)
  await slow
  const spent = (await deliveries()).filter(({ made, status: is }) => made !== 1 || is !== 'delivered')
  assert.ok(spent.length <= hung, 'only those that hung wait')
  assert.ok(spent.every((one) => one.made === 1 && one.status === 'pending'))
  world.clock.advance(DAY_MS)
  await world.tick('webhooks')
  assert.ok((await deliveries()).every((one) => one.status === 'delivered'))
  assertSameBytes(receiver)
})

test('a process that ends gives back what it has not sent, and waits for the answers to what it has', async (t) => {
  const { world, receiver, deliveries } = await start(t, 300, { webhookHandMs: MINUTE_MS })
  const ending = new AbortController()
  receiver.answer = (response) => {
    if (receiver.received.length === 50) ending.abort()
    status(200)(response)
  }
  const { ended } = await JOBS.webhooks.begin(world.service.ctx, ending.signal)
  const sent = await ended
  const before = await deliveries()
  assert.equal(before.filter((one) => one.status === 'delivered').length, sent)
  assert.equal(receiver.received.length, sent)
  assert.ok(
    sent <= 50 + LIMITS.webhookBatchCount,
    `${sent} were sent: what was posted by then, and nothing from the hand`,
  )
  const now = world.clock.now().getTime()
  assert.ok(
    before.every(({ due, made }) => due === null || (due.getTime() <= now && made === 0)),
    'all others are due now',
  )
  await JOBS.webhooks.run({ ...world.service.ctx })
  assert.equal(new Set(keysOf(receiver)).size, 300)
  assert.equal(receiver.received.length, 300)
})

test('two processes drain one endpoint in groups: each delivery is posted once, also while some of them fail', async (t) => {
  const { world, receiver, deliveries } = await start(t, 400, { webhookHandMs: MINUTE_MS })
  // A process posts at most `webhookProbeCount` deliveries before the first response: one more is from the other.
  const bothSend = Promise.withResolvers<void>()
  receiver.answer = async (response) => {
    const code = receiver.received.length % 50 === 0 ? 503 : 200
    if (receiver.received.length > LIMITS.webhookProbeCount) bothSend.resolve()
    await bothSend.promise
    status(code)(response)
  }
  const processes = [world.service.ctx, { ...world.service.ctx }]
  const counts = await Promise.all(processes.map((ctx) => JOBS.webhooks.run(ctx)))
  assert.ok(
    counts.every((count) => count > 0),
    `both have sent: ${counts}`,
  )
  assert.equal(new Set(namesOf(receiver)).size, 400)
  assert.equal(receiver.received.length, 400, 'each is posted once')
  const states = (await deliveries()).map((one) => `${one.status} ${one.made}`)
  assert.deepEqual(
    [...new Set(states)].sort().map((state) => [state, states.filter((one) => one === state).length]),
    [
      ['delivered 1', 392],
      ['pending 1', 8],
    ],
  )
})

test('an endpoint that is disabled in the middle of a group is sent no more than the group, and a secret that is replaced signs the next', async (t) => {
  const { world, receiver, endpointId } = await start(t, 40, groupsOf(10))
  const { ctx } = world.service
  const which = { operatorId: world.operator.operatorId, endpointId, actor: 'test' }
  let disabling: Promise<unknown> | null = null
  receiver.answer = async (response) => {
    disabling ??= setEndpointEnabled(ctx, { ...which, enabled: false })
    await disabling
    status(200)(response)
  }
  await world.tick('webhooks')
  assert.equal(receiver.received.length, 10, 'one group was claimed by then')
  await setEndpointEnabled(ctx, { ...which, enabled: true })
  let rotation: Promise<unknown> | null = null
  receiver.answer = async (response) => {
    rotation ??= rotateEndpointSecret(ctx, { ...which, overlapMs: DAY_MS })
    await rotation
    status(200)(response)
  }
  await world.tick('webhooks')
  assert.equal(receiver.received.length, 40)
  assert.equal(new Set(namesOf(receiver)).size, 40)
  const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
  assert.ok(
    signatures.slice(0, 20).every((count) => count === 1),
    'the old secret signs the group that was claimed before',
  )
  assert.equal(signatures.at(-1), 2, 'both secrets sign what is claimed after it')
})

for (const [first, second, expected] of [
  [500, 200, ['delivered', 1]],
  [200, 500, ['delivered', 0]],
  [500, 503, ['pending', 1]],
] as const) {
  test(`of two attempts whose answers ${first} and ${second} come together, ${expected[1]} spends of the budget`, async (t) => {
    const { world, receiver, deliveries } = await start(t, 1, {})
    const held: ServerResponse[] = []
    receiver.answer = (response) => {
      held.push(response)
      if (held.length === 2) for (const [at, code] of [first, second].entries()) status(code)(held[at]!)
    }
    const sending = world.tick('webhooks')
    await eventually(() => held.length === 1, 'the first attempt came')
    world.clock.advance(MINUTE_MS + 1_000)
    world.clock.advanceMono(LIMITS.webhooksIntervalMs)
    await sending
    assert.equal(receiver.received.length, 2)
    const [delivery] = await deliveries()
    assert.deepEqual([delivery!.status, delivery!.made], expected)
  })
}
