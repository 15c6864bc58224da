import assert from 'node:assert/strict'
import { test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { convertOperator, createKey, setRates } from '@coffer/service/administration'
import { hours, later } from '../../service/src/kernel/index.ts'
import type { Context } from '../../service/src/platform/index.ts'
import { setRestrictions } from '../../service/src/sessions/index.ts'
import { knock } from '../support/door.ts'
import { listenIn, readCount } from '../support/query-count.ts'
import { openNumbers, openRows } from '../support/rows.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

/** At noon, so that no test sees a new day by chance. */
async function start(t: Parameters<typeof startWorld>[0]): Promise<World> {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } } })
  world.clock.advance(hours(36) - (world.clock.now().getTime() % hours(24)))
  return world
}

const NOTHING = {
  playerExternalId: 'ann',
  isRestricted: false,
  coolOffUntil: null,
  selfExcluded: false,
  dailySpendMinor: null,
  dailySpendCurrency: null,
  dailyOpensCount: null,
  today: { spentMinor: 0, opensCount: 0 },
  updatedAt: null,
}

const set = async ({ operator }: World, change: object) =>
  (await operator.coffer.setRestrictions({ playerExternalId: 'ann', ...change })).restrictions
const read = async ({ operator }: World) =>
  (await operator.coffer.getRestrictions({ playerExternalId: 'ann' })).restrictions
const inHours = (world: World, count: number) => later(world.clock.now(), hours(count)).toISOString()

test('of a player whom nobody has heard of there are no restrictions, and asking makes none; setting some does', async (t) => {
  const world = await start(t)
  const players = () => openRows(world.databaseUrl).query('select external_id from players')
  assert.deepEqual(await read(world), NOTHING)
  assert.deepEqual(await players(), [])
  const restrictions = await set(world, { selfExcluded: true })
  assert.deepEqual({ ...restrictions, updatedAt: null }, { ...NOTHING, isRestricted: true, selfExcluded: true })
  assert.deepEqual(await read(world), restrictions)
  assert.deepEqual(await players(), [{ external_id: 'ann' }])
})

test('a field that is not known is refused by its name and nothing is set: whoever misspells an exclusion hears of it', async (t) => {
  const world = await start(t)
  const setting = (body: object) =>
    knock(world, s2sRoutes.setRestrictions, world.operator, { params: { playerExternalId: 'ann' }, body })
  for (const body of [{ excluded: true }, { selfExcluded: true, excluded: true }, { dailySpend: 100 }]) {
    const answer = await setting(body)
    assert.deepEqual([answer.status, answer.body.error.code], [422, 'VALIDATION_FAILED'], answer.text)
    const unknown = Object.keys(body).filter((name) => name !== 'selfExcluded')
    assert.deepEqual(answer.body.error.fields, Object.fromEntries(unknown.map((name) => [name, ['is not known here']])))
  }
  assert.deepEqual(await read(world), NOTHING)
})

test('what a change omits stays, and null or false lifts it', async (t) => {
  const world = await start(t)
  const coolOffUntil = inHours(world, 5)
  const caps = { dailySpendMinor: 5000, dailySpendCurrency: 'EUR', dailyOpensCount: 10 }
  await set(world, { dailySpendMinor: 5000 })
  await set(world, { dailyOpensCount: 10 })
  const all = await set(world, { coolOffUntil, selfExcluded: true })
  assert.deepEqual(
    { ...all, updatedAt: null },
    { ...NOTHING, ...caps, coolOffUntil, selfExcluded: true, isRestricted: true },
  )
  const cooling = await set(world, { selfExcluded: false })
  assert.deepEqual([cooling.isRestricted, cooling.coolOffUntil, cooling.dailyOpensCount], [true, coolOffUntil, 10])
  const capped = await set(world, { coolOffUntil: null, dailyOpensCount: null })
  assert.deepEqual({ ...capped, updatedAt: null }, { ...NOTHING, ...caps, dailyOpensCount: null })
  assert.deepEqual({ ...(await set(world, { dailySpendMinor: null })), updatedAt: null }, NOTHING)
})

test('a cool-off in the past is none, in any time zone, and one that passes is over by itself', async (t) => {
  const world = await start(t)
  assert.deepEqual(await set(world, { coolOffUntil: inHours(world, -1) }), NOTHING)
  const until = inHours(world, 2)
  const zoned = `${later(new Date(until), hours(3)).toISOString().slice(0, -1)}+03:00`
  assert.equal((await set(world, { coolOffUntil: zoned })).coolOffUntil, until)
  world.clock.advance(hours(1.9))
  assert.equal((await read(world)).isRestricted, true)
  world.clock.advance(hours(0.2))
  const over = await read(world)
  assert.deepEqual([over.isRestricted, over.coolOffUntil], [false, null])
  assert.equal((await set(world, { coolOffUntil: inHours(world, -1) })).updatedAt, over.updatedAt, 'nothing changed')
})

test('each change with an effect stands in the audit log with who made it, and one without leaves no trace', async (t) => {
  const world = await start(t)
  const rows = openRows(world.databaseUrl)
  const { updatedAt } = await set(world, { dailyOpensCount: 3, selfExcluded: true })
  const before = await rows.fingerprint()
  const same = await set(world, { dailyOpensCount: 3, selfExcluded: true, coolOffUntil: null, dailySpendMinor: null })
  await set(world, {})
  assert.equal(same.updatedAt, updatedAt)
  assert.deepEqual(await rows.fingerprint(), before)
  const entries = await rows.query("select actor, details from audit_log where action = 'player.restrictions_changed'")
  assert.deepEqual(entries, [
    {
      actor: world.operator.keyId,
      details: {
        playerExternalId: 'ann',
        changes: [
          { name: 'selfExcluded', from: false, to: true },
          { name: 'dailyOpensCount', from: null, to: 3 },
        ],
      },
    },
  ])
})

const BAD: Record<string, unknown[]> = {
  coolOffUntil: [
    'tomorrow',
    '2026-12-01',
    '2026-12-01T10:00:00',
    '2026-13-01T10:00:00Z',
    '9999-12-31T23:59:59-00:01',
    '0000-01-01T00:00:00+00:01',
    '',
    1_800_000_000,
    true,
    {},
    [],
  ],
  selfExcluded: [null, 'true', 1, 0, {}, []],
  dailySpendMinor: [-1, 0.5, 1_000_000_000_001, 1e300, '500', true, {}, []],
  dailyOpensCount: [-1, 0.5, 1_000_001, '5', false, {}, []],
}

test('each bad value is refused by its name, and nothing of the change is done', async (t) => {
  const world = await start(t)
  const rows = openRows(world.databaseUrl)
  await set(world, { dailyOpensCount: 7 })
  const before = await rows.fingerprint()
  const send = (playerExternalId: string, sent: object) =>
    knock(world, s2sRoutes.setRestrictions, world.operator, { params: { playerExternalId }, ...sent })
  const good = { selfExcluded: true, dailySpendMinor: 1 }
  for (const [name, values] of Object.entries(BAD))
    for (const value of values) {
      const answer = await send('ann', { body: { ...good, [name]: value } })
      assert.deepEqual([answer.status, Object.keys(answer.body.error.fields ?? {})], [422, [name]], answer.text)
    }
  for (const raw of ['[]', 'null', '"x"', '5', '{', '{"selfExcluded":tru}']) {
    assert.equal((await send('ann', { raw })).status, 422, raw)
  }
  // No client can send the path of a player who is called so: nobody could be kept from playing by that name.
  for (const playerExternalId of ['.', '..']) {
    const launch = { playerExternalId, gameKey: 'mystery_box', target: {} }
    const { status, body } = await knock(world, s2sRoutes.createLaunch, world.operator, { body: launch })
    assert.deepEqual([status, Object.keys(body.error?.fields ?? {})], [422, ['playerExternalId']], playerExternalId)
  }
  for (const player of ['p'.repeat(191), '%00']) {
    for (const route of [s2sRoutes.setRestrictions, s2sRoutes.getRestrictions]) {
      const answer = await knock(world, route, world.operator, { params: { playerExternalId: player } })
      assert.deepEqual([answer.status, Object.keys(answer.body.error.fields ?? {})], [422, ['playerExternalId']])
    }
  }
  assert.deepEqual(await rows.fingerprint(), before)
})

test('names of players are taken as they are, whatever stands in them', async (t) => {
  const world = await start(t)
  const { coffer } = world.operator
  for (const playerExternalId of ['a/b?c#d', 'žluťoučký 😀', '%2F', 'p'.repeat(190)]) {
    const { restrictions } = await coffer.setRestrictions({ playerExternalId, dailyOpensCount: 1 })
    assert.equal(restrictions.playerExternalId, playerExternalId)
    assert.equal((await coffer.getRestrictions({ playerExternalId })).restrictions.dailyOpensCount, 1)
  }
})

test('a key needs the scope restrictions to restrict and the scope read to look', async (t) => {
  const world = await start(t)
  const { operatorId } = world.operator
  const ann = { params: { playerExternalId: 'ann' }, body: {} }
  for (const [scope, statuses] of [
    ['restrictions', [200, 403]],
    ['play', [403, 403]],
    ['read', [403, 200]],
  ] as const) {
    const key = await createKey(world.service.ctx, { operatorId, scopes: [scope], actor: 'test' } as never)
    const told = [
      (await knock(world, s2sRoutes.setRestrictions, key, ann)).status,
      (await knock(world, s2sRoutes.getRestrictions, key, { params: ann.params })).status,
    ]
    assert.deepEqual(told, statuses, scope)
  }
})

test('today tells the bets of the day: one open for each reel, and money of the player only', async (t) => {
  const world = await start(t)
  const { coffer } = world.operator
  const ann = { playerExternalId: 'ann' }
  await coffer.purchase({ ...ann, ...openBody(world.operator, 'paid', 2), currency: 'USD' })
  await coffer.purchase({ ...ann, ...openBody(world.operator, 'held'), mode: 'prepay' })
  await coffer.purchase({ ...ann, ...openBody(world.operator, 'free', 3), funding: 'operator' })
  assert.deepEqual((await read(world)).today, { spentMinor: 1500, opensCount: 6 })
  world.clock.advance(hours(24))
  assert.deepEqual((await read(world)).today, NOTHING.today)
})

test('a cap keeps the currency that the operator had, and bets of both currencies count in it, each sum rounded up', async (t) => {
  const world = await start(t)
  const { operator, service } = world
  const { coffer } = operator
  const ann = { playerExternalId: 'ann' }
  await coffer.purchase({ ...ann, ...openBody(operator, 'in euro') })
  await set(world, { dailySpendMinor: 1200 })
  const { boxes } = await convertOperator(service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  assert.equal(boxes.length, 1)
  const box = (await coffer.listBoxes({})).boxes[0]!
  assert.deepEqual([box.priceMinor, box.currency], [542, 'USD'])
  const reels = [{ reelIndex: 0, boxVersionId: box.boxVersionId! }]
  await coffer.purchase({ ...ann, clientActionId: 'in dollars', reels })
  const seen = await read(world)
  // 500 EUR, and 542 USD / 1.0834 = 500.27… EUR
  assert.deepEqual([seen.dailySpendMinor, seen.dailySpendCurrency, seen.today.spentMinor], [1200, 'EUR', 1001])
  await assert.rejects(coffer.purchase({ ...ann, clientActionId: 'too much', reels }), { code: 'PLAYER_RESTRICTED' })
  assert.equal((await set(world, { dailySpendMinor: null })).today.spentMinor, 542 + 542, '500 EUR are 541.7 USD')
  assert.equal((await set(world, { dailySpendMinor: 1084 })).dailySpendCurrency, 'USD')
})

test('an exclusion is set and told also while a rate is missing that the bets of the day need', async (t) => {
  const world = await start(t)
  const { operator, service } = world
  await operator.coffer.purchase({ playerExternalId: 'ann', ...openBody(operator, 'in euro') })
  await convertOperator(service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  world.clock.advance(hours(1))
  await setRates(service.ctx, 'GBP', { CHF: '1.12' }, 'test')
  const { isRestricted, today } = await set(world, { selfExcluded: true })
  assert.deepEqual([isRestricted, today], [true, { spentMinor: null, opensCount: 1 }])
  assert.deepEqual((await read(world)).today, { spentMinor: null, opensCount: 1 })
})

test('ending the sessions of a player reads those of nobody else', async (t) => {
  const world = await start(t)
  await world.play(world.operator, 'ann')
  const rows = openNumbers(world.databaseUrl)
  await rows.query('begin')
  await rows.query('set local session_replication_role = replica')
  await rows.query(`insert into sessions overriding system value
    select operator_id, -n, 1000 + n, -n, ('x' || n)::bytea, currency, rate, rate_pinned_at, created_at, seen_at, ends_at, null, rate_from,
      history_after from (select * from sessions limit 1) s, generate_series(1, 20000) n`)
  await rows.query('analyze sessions')
  const { tx, asked } = listenIn(rows)
  const ctx: Context = { ...world.service.ctx, tx: (_, work) => work(tx) }
  const { operatorId } = world.operator
  const change = { change: { selfExcluded: true }, actor: 'test', byStaff: null }
  await setRestrictions(ctx, { operatorId, playerExternalId: 'ann', ...change })
  const ending = asked.find(({ text }) => text.startsWith('update "sessions"'))
  const { plan, most } = await readCount(rows, ending!)
  await rows.query('rollback')
  assert.ok(most <= 1, `${most} rows are read\n${plan}`)
})
