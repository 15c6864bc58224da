import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CAMPAIGN_DAYS, type CampaignBody } from '@coffer/contract/campaigns'
import { s2sRoutes } from '@coffer/contract/s2s'
import { createCoffer } from '@coffer/operator-sdk'
import { createKey } from '@coffer/service/administration'
import { countFreeOpens } from '../../service/src/boxes/index.ts'
import { createCampaign } from '../../service/src/campaigns/index.ts'
import { importCatalogue } from '../../service/src/catalog/index.ts'
import { days, later, minutes } from '../../service/src/kernel/index.ts'
import { ensurePlayer } from '../../service/src/players/index.ts'
import { openCatalogueWorld } from '../support/catalogue-world.ts'
import { assertInvalid, knock } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld, type World } from '../support/world.ts'

const start = (t: TestContext) => startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })

/** A moment so many milliseconds from now. */
const at = (world: World, ms: number) => later(world.clock.now(), ms).toISOString()

function bodyOf(world: World, change: Partial<CampaignBody> = {}): CampaignBody {
  const { mug, book } = world.operator.boxes
  return {
    extId: 'summer',
    boxIds: [book!.boxId, mug!.boxId],
    quantity: 3,
    validUntil: at(world, days(7)),
    playerExternalIds: ['zoe', 'ann'],
    ...change,
  }
}

const post = (world: World, change: object) =>
  knock(world, s2sRoutes.createCampaign, world.operator, { body: { ...bodyOf(world), ...change } })

const auditOf = (world: World) =>
  openRows(world.databaseUrl).query<{ actor: string; action: string; details: Record<string, unknown> }>(
    "select actor, action, details from audit_log where action like 'campaign%' order by entry_number",
  )

test('a campaign is answered as it was asked for, begins at once unless it says when, and is audited', async (t) => {
  const world = await start(t)
  const { coffer, keyId } = world.operator
  const body = bodyOf(world)
  const { campaign } = await coffer.createCampaign(body)
  const { createdAt, validFrom, ...told } = campaign
  assert.equal(validFrom, createdAt)
  assert.deepEqual(told, {
    ...{ extId: 'summer', status: 'active', boxIds: body.boxIds, quantity: 3, validUntil: body.validUntil },
    ...{ cancelledAt: null, playerCount: 2, grantedCount: 6, usedCount: 0 },
  })
  assert.deepEqual(await coffer.getCampaign({ extId: 'summer' }), {
    campaign,
    players: ['zoe', 'ann'].map((playerExternalId) => ({ playerExternalId, usedCount: 0, leftCount: 3 })),
  })
  const past = await coffer.createCampaign({ ...body, extId: 'past', validFrom: at(world, -days(3)) })
  assert.equal(past.campaign.status, 'active', 'a beginning that has been is one now')

  for (let times = 0; times < 2; times++) await coffer.cancelCampaign({ extId: 'summer' })
  const entries = (await auditOf(world)).map(({ actor, action, details }) => [actor, action, details.extId])
  assert.deepEqual(entries, [
    [keyId, 'campaign.created', 'summer'],
    [keyId, 'campaign.created', 'past'],
    [keyId, 'campaign.cancelled', 'summer'],
  ])
})

test('a field outside its bounds is refused by its name, and makes neither campaign nor player', async (t) => {
  const world = await start(t)
  const rows = openRows(world.databaseUrl)
  const before = await rows.fingerprint()
  const players = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`)
  const boxes = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
  const CASES: [field: string, change: object][] = [
    ['extId', { extId: 'x'.repeat(81) }],
    ['extId', { extId: 'a/b' }],
    ['extId', { extId: '.' }],
    ['extId', { extId: '..' }],
    ['boxIds', { boxIds: [] }],
    ['boxIds', { boxIds: boxes(51) }],
    ['boxIds', { boxIds: [1, 2, 1] }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 101 }],
    ['playerExternalIds', { playerExternalIds: [] }],
    ['playerExternalIds', { playerExternalIds: players(1001) }],
    ['playerExternalIds', { playerExternalIds: ['ann', 'bob', 'ann'] }],
    ['validUntil', { validUntil: at(world, -minutes(1)) }],
    ['validUntil', { validFrom: at(world, -days(2)), validUntil: at(world, -days(1)) }],
    ['validUntil', { validFrom: at(world, days(1)), validUntil: at(world, days(1)) }],
    ['validUntil', { validFrom: at(world, days(2)), validUntil: at(world, days(1)) }],
    ['validUntil', { validUntil: at(world, days(CAMPAIGN_DAYS) + minutes(1)) }],
  ]
  for (const [field, change] of CASES)
    assertInvalid(await post(world, change), field, JSON.stringify(change).slice(0, 80))
  const validFrom = at(world, days(1))
  const tooLong = new Date(Date.parse(validFrom) + days(CAMPAIGN_DAYS) + 1).toISOString()
  assertInvalid(await post(world, { validFrom, validUntil: tooLong }), 'validUntil', 'a millisecond too long')
  assert.deepEqual(await rows.fingerprint(), before)
})

test('the widest campaign that is allowed is made, with a thousand players on first sight', async (t) => {
  const world = await start(t)
  const validFrom = at(world, days(365))
  const validUntil = new Date(Date.parse(validFrom) + days(CAMPAIGN_DAYS)).toISOString()
  const names = Array.from({ length: 1000 }, (_, n) => `player-${(n * 7) % 1000}`)
  const wide = { extId: `A.z_0-${'9'.repeat(74)}`, quantity: 100, validFrom, validUntil, playerExternalIds: names }
  await world.play(world.operator, 'player-500')
  const answer = await post(world, wide)
  assert.equal(answer.status, 201, answer.text)
  const { campaign, players } = await world.operator.coffer.getCampaign({ extId: wide.extId })
  assert.deepEqual([campaign.status, campaign.playerCount, campaign.grantedCount], ['scheduled', 1000, 100_000])
  assert.deepEqual(
    players.map((player) => player.playerExternalId),
    names,
  )
})

test('a box of nobody, or of another operator, is unknown, and one that is not on sale is not playable', async (t) => {
  const catalogue = sureBoxes()
  catalogue.boxes[0]!.archived = true
  const world = await startWorld(t, { operators: { aurum: { catalogue }, bellis: {} } })
  catalogue.boxes[2]!.archived = true
  await world.catalogue(world.operator, catalogue)
  const before = await openRows(world.databaseUrl).fingerprint()
  const { mug: neverPublished, book, spins: withdrawn } = world.operator.boxes
  const [theirs] = Object.values(world.operators.bellis!.boxes)
  const CASES: [status: number, code: string, boxIds: number[]][] = [
    [404, 'UNKNOWN_BOX', [book!.boxId, 999_999]],
    [404, 'UNKNOWN_BOX', [theirs!.boxId]],
    [409, 'BOX_NOT_PLAYABLE', [book!.boxId, neverPublished!.boxId]],
    [409, 'BOX_NOT_PLAYABLE', [withdrawn!.boxId]],
  ]
  for (const [status, code, boxIds] of CASES) {
    const answer = await post(world, { boxIds })
    assert.deepEqual([answer.status, answer.body.error.code], [status, code], boxIds.join())
  }
  assert.deepEqual(await openRows(world.databaseUrl).fingerprint(), before)
})

test('an extId that is there gives its campaign again, whatever else is asked, also after its end', async (t) => {
  const world = await start(t)
  const first = await post(world, {})
  assert.deepEqual([first.status, first.headers.get('coffer-replayed')], [201, null])
  const other = { quantity: 50, boxIds: [999_999], playerExternalIds: ['bob'], validUntil: at(world, -days(1)) }
  const again = await post(world, other)
  assert.deepEqual([again.status, again.headers.get('coffer-replayed')], [201, 'true'])
  assert.deepEqual(again.body, first.body)
  world.clock.advance(days(8))
  const late = await post(world, other)
  assert.equal((late.body.campaign as { status: string }).status, 'ended')
  await world.operator.coffer.cancelCampaign({ extId: 'summer' })
  assert.equal((await auditOf(world)).length, 1, 'what is over is not cancelled')
})

test('the same extId many times at once is one campaign, with its players once', async (t) => {
  const world = await start(t)
  const names = Array.from({ length: 50 }, (_, n) => `p${n}`)
  const wishes = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? names : [...names].reverse()))
  const answers = await Promise.all(wishes.map((playerExternalIds) => post(world, { playerExternalIds })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(answers.filter(({ headers }) => headers.get('coffer-replayed') === null).length, 1)
  assert.equal((await auditOf(world)).length, 1)
  const others = await Promise.all(
    wishes.map((playerExternalIds, n) =>
      post(world, { extId: `c${n}`, playerExternalIds: [...playerExternalIds, `new-${n}`] }),
    ),
  )
  assert.ok(others.every(({ status }) => status === 201))
})

test('campaigns are listed newest first, of a player and of a status, and walked both ways', async (t) => {
  const world = await start(t)
  const { coffer } = world.operator
  for (let n = 0; n < 5; n++) {
    await coffer.createCampaign(bodyOf(world, { extId: `c${n}`, playerExternalIds: n % 2 === 0 ? ['ann'] : ['bob'] }))
  }
  await coffer.createCampaign(bodyOf(world, { extId: 'soon', validFrom: at(world, days(1)) }))
  await coffer.createCampaign(bodyOf(world, { extId: 'short', validUntil: at(world, minutes(5)) }))
  await coffer.cancelCampaign({ extId: 'c1' })
  world.clock.advance(minutes(6))

  const list = async (query: Parameters<typeof coffer.listCampaigns>[0]) =>
    (await coffer.listCampaigns(query)).campaigns.map((campaign) => campaign.extId)
  assert.deepEqual(await list({}), ['short', 'soon', 'c4', 'c3', 'c2', 'c1', 'c0'])
  assert.deepEqual(await list({ status: 'nonsense' }), await list({}))
  assert.deepEqual(await list({ status: 'active' }), ['c4', 'c3', 'c2', 'c0'])
  assert.deepEqual(await list({ status: 'cancelled,ended,nonsense' }), ['short', 'c1'])
  assert.deepEqual(await list({ status: 'scheduled' }), ['soon'])
  assert.deepEqual(await list({ playerExternalId: 'bob' }), ['c3', 'c1'])
  assert.deepEqual(await list({ playerExternalId: 'bob', status: 'active' }), ['c3'])
  assert.deepEqual(await list({ playerExternalId: 'nobody' }), [])
  for (const status of ['active', 'ended', 'scheduled', 'cancelled'] as const) {
    const { campaigns } = await coffer.listCampaigns({ status })
    assert.ok(campaigns.every((campaign) => campaign.status === status))
  }
  const pages = await walkBothWays(async (query) => {
    const { body } = await knock(world, s2sRoutes.listCampaigns, world.operator, { rawQuery: query })
    const { campaigns, cursor } = s2sRoutes.listCampaigns.success[200].parse(body)
    return { rows: campaigns.map((campaign) => campaign.extId), cursor }
  }, 3)
  assert.deepEqual(pages, [['short', 'soon', 'c4'], ['c3', 'c2', 'c1'], ['c0']])
})

test('a campaign of nobody is not found, and only a key that may fund makes or cancels one', async (t) => {
  const world = await start(t)
  const { operator } = world
  await operator.coffer.createCampaign(bodyOf(world))
  await assert.rejects(operator.coffer.getCampaign({ extId: 'winter' }), { code: 'CAMPAIGN_NOT_FOUND' })
  await assert.rejects(operator.coffer.cancelCampaign({ extId: 'winter' }), { code: 'CAMPAIGN_NOT_FOUND' })
  const scopes = ['play', 'read', 'inventory']
  const key = await createKey(world.service.ctx, { operatorId: operator.operatorId, scopes, actor: 'test' })
  const reader = createCoffer({ baseUrl: world.baseUrl, ...key, now: () => world.clock.now().getTime() })
  await assert.rejects(reader.createCampaign(bodyOf(world, { extId: 'mine' })), { code: 'SCOPE_MISSING' })
  await assert.rejects(reader.cancelCampaign({ extId: 'summer' }), { code: 'SCOPE_MISSING' })
  assert.equal((await reader.getCampaign({ extId: 'summer' })).campaign.status, 'active')
  assert.equal((await reader.listCampaigns({})).campaigns.length, 1)
})

test('free opens of many boxes are counted in as many statements as those of one', async (t) => {
  const world = await openCatalogueWorld()
  t.after(() => world.close())
  const { ctx } = world
  const { operatorId } = await world.operator('aurum', 'EUR')
  const imported = await importCatalogue(ctx, operatorId, sureBoxes(), '/nowhere')
  const boxIds = Object.values(imported.boxes).map(({ boxId }) => boxId)
  const validUntil = later(ctx.clock.now(), days(1)).toISOString()
  for (let n = 0; n < 5; n++) {
    const body = { extId: `c${n}`, boxIds: boxIds.slice(n), quantity: 2, validUntil, playerExternalIds: ['ann'] }
    await createCampaign(ctx, { operatorId, body, actor: 'test' })
  }
  const counts = await ctx.tx(operatorId, async (tx) => {
    const { playerId } = await ensurePlayer(tx, operatorId, 'ann', ctx.clock.now())
    const of = { owner: { operatorId, playerId }, launchId: null }
    const before = world.statementCount()
    const one = await countFreeOpens(ctx, tx, of, boxIds.slice(0, 1))
    const between = world.statementCount()
    const all = await countFreeOpens(ctx, tx, of, boxIds)
    return {
      one: [...one.values()],
      all: [...all.values()],
      first: between - before,
      second: world.statementCount() - between,
    }
  })
  assert.deepEqual(counts, { one: [2], all: [2, 4, 6, 8, 10, 10], first: 1, second: 1 })
})
