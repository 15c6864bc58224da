import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ErrorCode } from '@coffer/contract/errors'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import type pg from 'pg'
import { type DoorAnswer, knock } from '../support/door.ts'
import { turnKycOver } from '../support/kyc-samples.ts'
import { openLogin, openRows, type Rows } from '../support/rows.ts'
import {
  allSamples,
  callerOf,
  fillLists,
  listQueryOf,
  listsOf,
  makeScene,
  playSamples,
  type Scene,
  s2sSamples,
} from '../support/samples.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { upgraded } from '../support/upgrader.ts'
import { startWorld, type World } from '../support/world.ts'

/** What whoever sends another operator's ids is told; `own` is a success that holds only what is their own. */
type Told = ErrorCode | 'own'
const PLAY: Record<keyof typeof playRoutes, Told> = {
  initSession: 'LAUNCH_TOKEN_INVALID',
  heartbeat: 'own',
  logout: 'own',
  setCurrency: 'own',
  balance: 'own',
  listBoxes: 'own',
  getBox: 'UNKNOWN_BOX',
  openRound: 'UNKNOWN_BOX',
  openHeldRound: 'ROUND_NOT_FOUND',
  cancelHeldRound: 'ROUND_NOT_FOUND',
  listRounds: 'own',
  getRound: 'ROUND_NOT_FOUND',
  listInventory: 'own',
  cashBackItem: 'INVENTORY_ITEM_NOT_FOUND',
  quoteShipping: 'own',
  createOrder: 'INVENTORY_NOT_SHIPPABLE',
  listOrders: 'own',
  getOrder: 'ORDER_NOT_FOUND',
  cancelOrder: 'ORDER_NOT_FOUND',
  changeOrderAddress: 'ORDER_NOT_FOUND',
  removeOrderItem: 'ORDER_NOT_FOUND',
  upgraderConfig: 'own',
  upgraderPrizes: 'UPGRADER_ITEM_NOT_OWNED',
  playUpgrader: 'UPGRADER_ITEM_NOT_OWNED',
  upgraderPrizesByItems: 'UPGRADER_ITEM_NOT_OWNED',
  playUpgraderWithItems: 'UPGRADER_ITEM_NOT_OWNED',
  fairnessState: 'own',
  rotateSeed: 'own',
  listSeeds: 'own',
}
const S2S: Record<keyof typeof s2sRoutes, Told> = {
  health: 'own',
  createLaunch: 'UNKNOWN_BOX',
  listBoxes: 'own',
  getBox: 'UNKNOWN_BOX',
  purchase: 'UNKNOWN_BOX',
  openHeldRound: 'ROUND_NOT_FOUND',
  cancelHeldRound: 'ROUND_NOT_FOUND',
  history: 'own',
  unresolved: 'own',
  listRounds: 'own',
  getRound: 'ROUND_NOT_FOUND',
  roundFairness: 'ROUND_NOT_FOUND',
  listInventory: 'own',
  getInventoryItem: 'INVENTORY_ITEM_NOT_FOUND',
  priceHistory: 'INVENTORY_ITEM_NOT_FOUND',
  portfolio: 'own',
  cashout: 'INVENTORY_ITEM_NOT_FOUND',
  createPayout: 'INVENTORY_ITEM_NOT_FOUND',
  listPayouts: 'own',
  getPayout: 'PAYOUT_NOT_FOUND',
  confirmPayout: 'PAYOUT_NOT_FOUND',
  cancelPayout: 'PAYOUT_NOT_FOUND',
  quoteShipping: 'own',
  createOrder: 'INVENTORY_NOT_SHIPPABLE',
  listOrders: 'own',
  getOrder: 'ORDER_NOT_FOUND',
  cancelOrder: 'ORDER_NOT_FOUND',
  changeOrderAddress: 'ORDER_NOT_FOUND',
  removeOrderItem: 'ORDER_NOT_FOUND',
  buyWithNuggets: 'UNKNOWN_ITEM',
  upgraderPrizes: 'own',
  playUpgrader: 'UPGRADER_PRIZE_OUT_OF_RANGE',
  upgraderPrizesByItems: 'UPGRADER_ITEM_NOT_OWNED',
  playUpgraderWithItems: 'UPGRADER_ITEM_NOT_OWNED',
  recordValue: 'UNKNOWN_ITEM',
  createCampaign: 'UNKNOWN_BOX',
  listCampaigns: 'own',
  getCampaign: 'CAMPAIGN_NOT_FOUND',
  cancelCampaign: 'CAMPAIGN_NOT_FOUND',
  fairnessState: 'own',
  setRestrictions: 'own',
  getRestrictions: 'own',
  rotateSeed: 'own',
  listSeeds: 'own',
  config: 'own',
  rates: 'own',
  listDeliveries: 'own',
  getDelivery: 'DELIVERY_NOT_FOUND',
  replayDelivery: 'DELIVERY_NOT_FOUND',
  replayDeliveries: 'own',
  testEndpoint: 'ENDPOINT_NOT_FOUND',
  createKycSession: 'own',
  changeKycEmail: 'own',
  reverifyKyc: 'own',
  listKycRequests: 'own',
  createAdminSsoLink: 'own',
}

type TwoOperators = { world: World; rows: Rows; aurum: Scene; borealis: Scene }

/** Two operators with a player of the same name; everything of the first can be told by its words. */
async function start(t: TestContext): Promise<TwoOperators> {
  const settings = { 'shipping.defaultCostMinor': 300 }
  const world = await startWorld(t, {
    operators: {
      aurum: { catalogue: sureBoxes('Aurum'), settings },
      borealis: { catalogue: sureBoxes('Borealis'), settings },
    },
  })
  const aurum = await makeScene(world, world.operators.aurum!, 'ann')
  const borealis = await makeScene(world, world.operators.borealis!, 'ann')
  for (const { operator } of [aurum, borealis]) await operator.coffer.rotateSeed({ playerExternalId: 'ann' })
  return { world, rows: openRows(world.databaseUrl), aurum, borealis }
}

/** Words and ids of an operator that no answer to another one may hold. */
async function marksOf(rows: Rows, { operator }: Scene): Promise<string[]> {
  const found = await rows.query<{ mark: string }>(
    `select public_id as mark from rounds where operator_id = $1
     union all select public_id from shipping_orders where operator_id = $1
     union all select server_seed_hash from seed_pairs where operator_id = $1
     union all select server_seed from seed_pairs where operator_id = $1 and server_seed is not null
     union all select client_seed from seed_pairs where operator_id = $1 and state = 'revealed'`,
    [operator.operatorId],
  )
  assert.ok(found.length >= 5, 'there is something to look for')
  return ['Aurum', 'aurum', ...found.map(({ mark }) => mark)]
}

function assertTold(answer: DoorAnswer, told: Told, marks: readonly string[], about: string): void {
  const seen = `${about}: ${answer.status} ${answer.text}`
  if (told === 'own') assert.ok(answer.status < 300, seen)
  else assert.equal(answer.body.error?.code, told, seen)
  for (const mark of marks) assert.ok(!answer.text.includes(mark), `${seen} holds ${mark}`)
}

test('operators and players of one deployment are kept apart', async (t) => {
  const shared = await start(t)
  const bob = await makeScene(shared.world, shared.aurum.operator, 'bob')
  // Those that only read come first, and those that end sessions last.
  await t.test(
    'the roles of the service cannot pass the policies, and without an operator there is nothing to see',
    () => assertPolicies(shared),
  )
  await t.test('a key signs for its own operator only', () => assertKeys(shared))
  await t.test('rounds, items and orders of another player of the operator are not there', () =>
    assertPlayersApart(shared, bob),
  )
  await t.test(
    'with the ids of another operator no route shows or moves anything of it, though the players have one name',
    () => assertOperatorsApart(shared),
  )
  await t.test('one click id of two operators, and of two players, is two rounds', () => assertClicks(shared, bob))
  await t.test('a page of one operator is no place in the lists of another', () => assertPages(shared))
  await t.test(
    'a token, of a launch or of a session, acts for its own operator and player, and a token of the one is none of the other',
    () => assertTokens(shared),
  )
  const player = await shared.world.play(shared.borealis.operator, 'ann')
  await t.test(
    'the database itself shows and takes rows of one operator only, in every table that is not named here',
    () => assertRowsApart({ ...shared, borealis: { ...shared.borealis, player } }),
  )
})

async function assertOperatorsApart({ world, rows, aurum, borealis }: TwoOperators) {
  const marks = await marksOf(rows, aurum)
  const before = await rows.fingerprint(aurum.operator.operatorId)
  const told: Record<string, Record<string, Told>> = { play: PLAY, s2s: S2S }
  for (const one of allSamples({ ...aurum, launchToken: 'lt_of_nobody' })) {
    if (one.surface === 'public') continue
    const answer = await knock(world, one.route, callerOf(borealis, one), one.sample)
    assertTold(answer, told[one.surface]![one.name]!, marks, `${one.surface}.${one.name}`)
  }
  assert.deepEqual(await rows.fingerprint(aurum.operator.operatorId), before, 'rows of the other operator changed')
}

async function assertClicks({ aurum, borealis }: TwoOperators, bob: Scene) {
  const opened = []
  for (const scene of [aurum, borealis, bob]) {
    const { body } = playSamples(scene).openRound
    opened.push((await scene.player.open({ ...body, clientActionId: 'one-click' })).body.round.publicId)
  }
  assert.equal(new Set(opened).size, 3)
  assert.equal((await aurum.player.open({ clientActionId: 'one-click', reels: [] })).status, 422)
  const again = await aurum.player.open({ ...playSamples(aurum).openRound.body, clientActionId: 'one-click' })
  assert.equal(again.body.round.publicId, opened[0])
}

async function assertKeys({ world, rows, aurum, borealis }: TwoOperators) {
  const before = await rows.fingerprint()
  const samples = s2sSamples(aurum)
  for (const [name, route] of Object.entries(s2sRoutes)) {
    const sample = samples[name as keyof typeof samples]
    for (const [key, secret] of [
      [aurum.operator, borealis.operator],
      [borealis.operator, aurum.operator],
    ] as const) {
      const answer = await knock(world, route, { keyId: key.keyId, keySecret: secret.keySecret }, sample)
      assert.deepEqual([answer.status, answer.body.error.code], [401, 'INVALID_SIGNATURE'], name)
    }
  }
  assert.deepEqual(await rows.fingerprint(), before)
}

async function assertTokens({ world, aurum, borealis }: TwoOperators) {
  const init = await knock(world, playRoutes.initSession, null, { body: { launchToken: aurum.launchToken } })
  assert.equal((init.body.tenant as { name: string }).name, 'aurum')
  for (const token of [aurum.launchToken, borealis.operator.keyId, borealis.operator.keySecret, 'ps_', 'null']) {
    const answer = await knock(world, playRoutes.listInventory, { token })
    assert.deepEqual([answer.status, answer.body.error.code], [401, 'SESSION_INVALID'])
  }
  const asLaunch = await knock(world, playRoutes.initSession, null, { body: { launchToken: borealis.player.token } })
  assert.equal(asLaunch.body.error.code, 'LAUNCH_TOKEN_INVALID')
  assert.equal((await knock(world, playRoutes.logout, { token: borealis.player.token })).status, 204)
  assert.equal(
    (await aurum.player.call('heartbeat')).status,
    200,
    'a logout at one operator ends no session of another',
  )
}

async function assertPlayersApart({ world, rows, aurum }: TwoOperators, bob: Scene) {
  const before = await rows.fingerprint()
  const rounds = ['getRound', 'roundFairness', 'openHeldRound', 'cancelHeldRound']
  const ITEM = 'INVENTORY_ITEM_NOT_FOUND'
  const told: Record<string, string> = { cashBackItem: ITEM, cashout: ITEM, createPayout: ITEM }
  for (const name of ['getInventoryItem', 'priceHistory']) told[name] = ITEM
  for (const name of ['getPayout', 'confirmPayout', 'cancelPayout']) told[name] = 'PAYOUT_NOT_FOUND'
  for (const name of rounds) told[name] = 'ROUND_NOT_FOUND'
  for (const name of ['getOrder', 'cancelOrder', 'changeOrderAddress', 'removeOrderItem'])
    told[name] = 'ORDER_NOT_FOUND'
  const strangers = allSamples({ ...aurum, player: bob.player }).filter(({ surface, name }) => {
    return surface !== 'public' && name in told
  })
  assert.deepEqual([...new Set(strangers.map(({ name }) => name))].sort(), Object.keys(told).sort())
  for (const one of strangers) {
    for (const who of ['bob', 'nobody']) {
      const as = one.surface === 's2s' ? { playerExternalId: who } : null
      const sent = { ...one.sample }
      if (as && sent.query) sent.query = { ...sent.query, ...as }
      if (as && sent.body) sent.body = { ...sent.body, ...as }
      const answer = await knock(world, one.route, callerOf(bob, one), sent)
      assert.deepEqual([answer.status, answer.body.error.code], [404, told[one.name]], `${one.surface}.${one.name}`)
    }
  }
  assert.deepEqual(await rows.fingerprint(), before)
}

async function assertPages({ world, aurum, borealis }: TwoOperators) {
  for (const scene of [aurum, borealis]) await fillLists(world, scene)
  for (const one of listsOf(aurum)) {
    const page = (who: Scene, query: string) =>
      knock(world, one.route, callerOf(who, one), { rawQuery: listQueryOf(who, one, query) })
    const { next } = (await page(aurum, 'limit=1')).body.cursor as { next: string }
    const answer = await page(borealis, `cursor=${next}`)
    if (one.name === 'listBoxes') assert.ok(!answer.text.includes('Aurum'))
    else assert.equal(answer.status, 422, `${one.surface}.${one.name}`)
  }
}

/** Tables that belong to no operator. */
const SHARED = [
  ...['audit_keys', 'migrations', 'process_pulses', 'rate_feeds', 'rate_tables', 'sealing'],
  ...[
    'staff',
    'staff_challenges',
    'staff_links',
    'staff_passkeys',
    'staff_recovery_codes',
    'staff_sessions',
    'staff_tickets',
  ],
]
/** Tables into which this test writes nothing for both operators. */
const WITHOUT_ROWS = ['box_attributes', 'held_values', 'media', 'scheduled_versions']
const DAY_MS = 86_400_000
const DENIED = /row-level security|permission denied/

async function assertRowsApart({ world, rows, aurum, borealis }: TwoOperators) {
  await win(aurum.operator, aurum.player, 'spins')
  await win(borealis.operator, borealis.player, 'spins')
  for (const { operator } of [aurum, borealis])
    await operator.coffer.setRestrictions({ playerExternalId: 'ann', dailyOpensCount: 1_000_000 })
  for (const { operator, player } of [aurum, borealis]) {
    assert.equal((await win(operator, player, 'keepsake')).round.funding, 'operator', 'a campaign gave it')
  }
  for (const scene of [aurum, borealis]) await upgraded(scene.player, playSamples(scene).playUpgrader.body!)
  for (const { operator } of [aurum, borealis]) await turnKycOver(world, operator, 'ann')
  await world.tick('history')
  await world.tick('daily-totals')
  for (const { operator } of [aurum, borealis]) await world.settings(operator, { 'webhooks.retentionDays': 7 })
  world.clock.advance(8 * DAY_MS)
  assert.notEqual(await world.tick('forget'), 0)
  const tables = await rows.tables()
  assert.deepEqual(
    tables.filter(({ secured, hasOperator }) => !secured || !hasOperator).map(({ name }) => name),
    SHARED,
  )
  const { operatorId } = aurum.operator
  const app = openLogin(world.databaseUrl, 'app', `-c coffer.operator_id=${operatorId}`)
  const empty: string[] = []
  for (const { name, column } of tables.filter(({ name }) => !SHARED.includes(name))) {
    const count = `select count(*)::int as all, count(*) filter (where operator_id = $1)::int as own from ${name}`
    // One moment for both: the service goes on writing what it remembers of requests.
    await rows.query('begin isolation level repeatable read')
    const [every] = await rows.query<{ all: number; own: number }>(count, [operatorId])
    await rows.query(`set local role coffer_app; set local coffer.operator_id = '${operatorId}'`)
    const [seen] = await rows.query(count, [operatorId])
    await rows.query('commit')
    assert.deepEqual(seen, { all: every!.own, own: every!.own }, name)
    if (every!.own === 0 || every!.own === every!.all) empty.push(name)
    await assertTakesNothing(app, { name, column }, borealis.operator.operatorId)
  }
  assert.deepEqual(empty, WITHOUT_ROWS, 'tables in which there was nothing to hide')
}

/** A copy of a row cannot be put into another operator's name, and the rows that bear it are out of reach. */
async function assertTakesNothing(
  app: pg.Pool,
  { name: table, column }: { name: string; column: string },
  operatorId: number,
): Promise<void> {
  const others = `jsonb_build_object('operator_id', ${operatorId})`
  const copy = `select (jsonb_populate_record(t, ${others})).* from ${table} t limit 1`
  await app.query(`insert into ${table} overriding system value ${copy}`).then(
    ({ rowCount }) => assert.equal(rowCount, 0, `${table} took a row of another operator`),
    (error: Error) => assert.match(error.message, DENIED, table),
  )
  for (const statement of [`update ${table} set ${column} = ${column}`, `delete from ${table}`]) {
    await app.query(`${statement} where operator_id = ${operatorId}`).then(
      ({ rowCount }) => assert.equal(rowCount, 0, `${table} was reached by ${statement}`),
      (error: Error) => assert.match(error.message, DENIED, table),
    )
  }
}

async function assertPolicies({ world, rows }: TwoOperators) {
  const roles = await rows.query(
    `select rolname, rolsuper or rolbypassrls or rolcreaterole as mighty, exists (
       select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace
     ) as owner from pg_roles r where rolname like 'coffer\\_%' and rolname <> 'coffer_template' order by rolname`,
  )
  assert.deepEqual(roles, [
    { rolname: 'coffer_app', mighty: false, owner: false },
    { rolname: 'coffer_jobs', mighty: false, owner: false },
  ])
  const app = openLogin(world.databaseUrl, 'app')
  for (const { name } of (await rows.tables()).filter((table) => table.secured)) {
    await assert.rejects(app.query(`select from ${name}`), /coffer\.operator_id|invalid input syntax/, name)
  }
}
