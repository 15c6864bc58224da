import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Bootstrap } from '@coffer/contract/play'
import { JOBS } from '@coffer/service/administration'
import type { Context } from '../../service/src/platform/index.ts'
import { callPlay } from '../support/player.ts'
import { listenIn, readCount } from '../support/query-count.ts'
import { keysOf, status, subscribe } from '../support/receiver.ts'
import { openLogin, openRows } from '../support/rows.ts'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Longer than any delay of the schedule with its jitter. */
const LONGEST_MS = 27 * HOUR_MS
const ATTEMPTS_COUNT = 10
const KEPT_DAYS = 30

/** An operator who keeps events for thirty days, with an endpoint for all of them. */
async function start(t: TestContext, operators: Record<string, object> = { aurum: {} }) {
  const catalogue = sureBoxes()
  const world = await startWorld(t, {
    operators: Object.fromEntries(Object.entries(operators).map(([slug, wish]) => [slug, { catalogue, ...wish }])),
  })
  await world.settings(world.operator, { 'webhooks.retentionDays': KEPT_DAYS })
  const endpoint = await subscribe(t, world, world.operator)
  await world.tick('webhooks')
  return { world, rows: openRows(world.databaseUrl), ...endpoint }
}

const opened = async (world: World, ...keys: Parameters<typeof win>[2][]) =>
  win(world.operator, await world.play(world.operator, 'ann'), ...keys)

const typesListed = async ({ operator }: World) =>
  (await operator.coffer.listDeliveries()).deliveries.map(({ type }) => type)

test('events of rounds that every endpoint has taken are forgotten after as many days as the operator keeps them, with their deliveries', async (t) => {
  const { world, rows, receiver } = await start(t)
  await opened(world, 'spins')
  await world.tick('webhooks')
  const told = keysOf(receiver)
  const { deliveries } = await world.operator.coffer.listDeliveries({ type: 'round_settled' })
  world.clock.advance(KEPT_DAYS * DAY_MS - HOUR_MS)
  assert.equal(await world.tick('forget'), 0)
  assert.deepEqual(await typesListed(world), ['bonus_entitlement', 'round_settled'])
  world.clock.advance(2 * HOUR_MS)
  assert.equal(await world.tick('forget'), 2)
  assert.deepEqual(await typesListed(world), [])
  await assert.rejects(world.operator.coffer.getDelivery({ deliveryId: deliveries[0]!.id }), {
    code: 'DELIVERY_NOT_FOUND',
  })
  for (const table of ['webhook_deliveries', 'webhook_attempts']) {
    assert.deepEqual(await rows.query(`select count(*)::int as count from ${table}`), [{ count: 0 }], table)
  }
  await world.tick('webhooks')
  assert.deepEqual(keysOf(receiver), told, 'nothing is told anew')
})

test('an event that one of its endpoints has not taken stays however old it is, can be replayed, and is forgotten once it is taken', async (t) => {
  const { world } = await start(t)
  const { receiver: dead } = await subscribe(t, world, world.operator, ['round_settled'])
  dead.answer = status(503)
  await opened(world, 'mug')
  for (let attempt = 0; attempt < ATTEMPTS_COUNT; attempt++) {
    await world.tick('webhooks')
    world.clock.advance(LONGEST_MS)
  }
  world.clock.advance(KEPT_DAYS * DAY_MS)
  assert.equal(await world.tick('forget'), 0)
  const [failed] = (await world.operator.coffer.listDeliveries({ status: 'failed' })).deliveries
  const [first] = dead.received
  dead.answer = status(200)
  await world.operator.coffer.replayDelivery({ deliveryId: failed!.id })
  assert.equal(await world.tick('forget'), 0, 'it waits to be sent')
  await world.tick('webhooks')
  assert.deepEqual([dead.received.at(-1)!.id, dead.received.at(-1)!.text], [first!.id, first!.text])
  world.clock.advance(DAY_MS)
  assert.equal(await world.tick('forget'), 1, 'what had to stay is looked at again after a day')
  assert.deepEqual(await typesListed(world), [])
})

test('other events stay, and so does everything of an operator who says no days', async (t) => {
  const { world, rows } = await start(t, { aurum: {}, bellis: {} })
  await world.settings(world.operator, { 'game.maxReels': 4 })
  await opened(world, 'mug')
  await win(world.operators.bellis!, await world.play(world.operators.bellis!, 'bob'), 'spins')
  await world.tick('webhooks')
  const count = () =>
    rows.query(
      `select slug, type, count(*)::int as count from outbox_events join operators using (operator_id)
       where type <> 'round_settled' or slug <> 'aurum' group by 1, 2 order by 1, 2`,
    )
  const before = await count()
  world.clock.advance(400 * DAY_MS)
  assert.equal(await world.tick('forget'), 1)
  assert.deepEqual(await count(), before)
  assert.ok((await typesListed(world)).includes('settings_changed'))
})

test('of an operator who has no endpoint, events of rounds are forgotten too, and of one who is suspended', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  await world.settings(world.operator, { 'webhooks.retentionDays': KEPT_DAYS })
  await opened(world, 'mug')
  world.clock.advance((KEPT_DAYS + 1) * DAY_MS)
  await openRows(world.databaseUrl).query(`update operators set status = 'suspended'`)
  assert.equal(await world.tick('forget'), 1)
  await openRows(world.databaseUrl).query(`update operators set status = 'active'`)
})

test('processes that forget at the same time forget each event once, in batches', async (t) => {
  const { world } = await start(t)
  const player = await world.play(world.operator, 'ann')
  for (let round = 0; round < 7; round++) await win(world.operator, player, 'mug')
  await world.tick('webhooks')
  world.clock.advance((KEPT_DAYS + 1) * DAY_MS)
  const { ctx } = world.service
  const alike: Context[] = [1, 2, 3].map(() => ({ ...ctx, limits: { ...ctx.limits, forgetBatchCount: 2 } }))
  const counts = await Promise.all(alike.map((one) => JOBS.forget.run(one)))
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    7,
  )
  assert.deepEqual(await typesListed(world), [])
})

test('a pass reads only what came since the last one, however much had to stay', async (t) => {
  const { world, rows } = await start(t)
  await world.settings(world.operator, { 'game.maxReels': 4 })
  await rows.query(
    `insert into outbox_events (operator_id, type, idempotency_key, payload, occurred_at)
     select operator_id, type, idempotency_key || ':' || n, payload, occurred_at
     from outbox_events, generate_series(1, 5000) n where type = 'settings_changed'`,
  )
  await rows.query('analyze outbox_events')
  await opened(world, 'mug')
  await world.tick('webhooks')
  world.clock.advance((KEPT_DAYS + 1) * DAY_MS)
  const { ctx } = world.service
  const { tx, asked } = listenIn(rows)
  const listening: Context = { ...ctx, systemTx: (work) => work(tx) }
  await JOBS.forget.run(listening)
  assert.deepEqual(await typesListed(world), ['settings_changed'], 'the round is gone')
  asked.length = 0
  await JOBS.forget.run(listening)
  const looks = asked.filter(({ text }) => text.includes('outbox_events'))
  assert.equal(looks.length, 1)
  const { plan, most } = await readCount(rows, looks[0]!)
  assert.ok(most <= 1, `${most} rows are read\n${plan}`)
})

test('no login of the service can delete an event that is not of a round, or a delivery that was not taken', async (t) => {
  const { world, rows, receiver } = await start(t)
  receiver.answer = status(503)
  await world.settings(world.operator, { 'game.maxReels': 4 })
  await opened(world, 'mug')
  await world.tick('webhooks')
  const kept = () => rows.fingerprint(world.operator.operatorId)
  const before = await kept()
  const jobs = openLogin(world.databaseUrl, 'jobs')
  const app = openLogin(world.databaseUrl, 'app', `-c coffer.operator_id=${world.operator.operatorId}`)
  for (const which of [`webhook_deliveries`, `outbox_events where type = 'settings_changed'`]) {
    assert.equal((await jobs.query(`delete from ${which}`)).rowCount, 0, which)
    await assert.rejects(app.query(`delete from ${which}`), /permission denied/)
  }
  await assert.rejects(jobs.query('delete from outbox_events'), /foreign key/)
  assert.deepEqual(await kept(), before)
})

/** A launch of a player who came, and one that nobody came for; neither lives any more. */
async function visited(world: World) {
  const launch = async () =>
    (await world.operator.coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: {} }))
      .launchToken
  const [used, unused] = [await launch(), await launch()]
  const init = (launchToken: string, baseUrl = world.baseUrl) =>
    callPlay<Bootstrap>(baseUrl, 'initSession', { body: { launchToken } })
  const { sessionToken } = (await init(used)).body
  await callPlay(world.baseUrl, 'openRound', {
    token: sessionToken,
    body: winBody(world.operator, 'click', 'mug'),
  })
  const codes = async ({ baseUrl }: World) => {
    const answers = [await init(used, baseUrl), await init(unused, baseUrl)]
    for (const name of ['heartbeat', 'logout'] as const) {
      answers.push(await callPlay(baseUrl, name, { token: sessionToken }))
    }
    return answers.map(({ status: is, body }) => body?.error?.code ?? is)
  }
  return { codes }
}

test('launches and the sessions that they became are forgotten after as many days as the operator keeps them, and nothing that was played', async (t) => {
  const { world } = await start(t)
  const { codes } = await visited(world)
  await world.settings(world.operator, { 'session.retentionDays': KEPT_DAYS })
  world.clock.advance(KEPT_DAYS * DAY_MS - HOUR_MS)
  assert.equal(await world.tick('forget'), 0)
  assert.deepEqual(await codes(world), ['LAUNCH_TOKEN_CONSUMED', 'LAUNCH_TOKEN_EXPIRED', 'SESSION_EXPIRED', 204])
  const kept = async () => {
    const of = { playerExternalId: 'ann' }
    const { rounds } = await world.operator.coffer.listRounds(of)
    const { items } = await world.operator.coffer.listInventory(of)
    return [rounds, items, (await world.operator.coffer.history(of)).items]
  }
  const before = await kept()
  world.clock.advance(2 * HOUR_MS)
  assert.equal(await world.tick('forget'), 2)
  const unknown = 'SESSION_INVALID'
  // A process remembers for a minute what became of a token.
  const other = await world.anotherProcess()
  assert.deepEqual(await codes(other), ['LAUNCH_TOKEN_INVALID', 'LAUNCH_TOKEN_INVALID', unknown, unknown])
  assert.deepEqual(await kept(), before)
  assert.equal((await world.play(world.operator, 'ann')).externalId, 'ann', 'whoever comes again is let in')
})

test('a launch whose free opens were used stays with its session, as its rounds name it', async (t) => {
  const { world, rows } = await start(t)
  const { boxId } = world.operator.boxes.mug!
  const granted = { target: { boxId }, funding: 'operator', fundingRounds: 2 }
  const player = await world.play(world.operator, 'ann', granted)
  assert.equal((await win(world.operator, player, 'mug')).round.funding, 'operator')
  await world.play(world.operator, 'bob', granted)
  await world.settings(world.operator, { 'session.retentionDays': KEPT_DAYS })
  world.clock.advance((KEPT_DAYS + 1) * DAY_MS)
  assert.equal(await world.tick('forget'), 1)
  const left =
    'select external_id as name from launches join sessions using (operator_id, launch_id) join players p on p.player_id = launches.player_id'
  assert.deepEqual(await rows.query(left), [{ name: 'ann' }])
})

test('launches are looked for among the rounds by those that name one, however many name none', async (t) => {
  const { world, rows } = await start(t)
  await visited(world)
  await world.settings(world.operator, { 'session.retentionDays': KEPT_DAYS })
  await rows.query('begin')
  await rows.query('set local session_replication_role = replica')
  await rows.query(
    `create temporary table copies on commit drop as select r.*, n from rounds r, generate_series(1, 5000) n`,
  )
  await rows.query(`update copies set round_id = -n, public_id = 'rnd_' || n, nonce = -n`)
  await rows.query('alter table copies drop column n')
  await rows.query('insert into rounds overriding system value select * from copies')
  await rows.query('analyze rounds')
  world.clock.advance((KEPT_DAYS + 1) * DAY_MS)
  const { tx, asked } = listenIn(rows)
  await JOBS.forget.run({ ...world.service.ctx, systemTx: (work) => work(tx) })
  const looks = asked.filter(({ text }) => text.includes('"rounds"'))
  assert.equal(looks.length, 1)
  const { plan, most } = await readCount(rows, looks[0]!)
  await rows.query('rollback')
  assert.ok(most <= 1, `${most} rows are read\n${plan}`)
})
