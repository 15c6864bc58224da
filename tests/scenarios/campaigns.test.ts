import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CampaignBody } from '@coffer/contract/campaigns'
import type { PlayBoxRow } from '@coffer/contract/play'
import { type Coffer, createCoffer } from '@coffer/operator-sdk'
import { createKey } from '@coffer/service/administration'
import { days, hours, later } from '../../service/src/kernel/index.ts'
import type { Player } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { type SureKey, sureBoxes, winBody } from '../support/sure-boxes.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const start = (t: TestContext) => startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })

/** Gives ann opens of boxes for a week from now. */
async function give(
  world: World,
  extId: string,
  keys: readonly SureKey[],
  quantity: number,
  wish: Partial<CampaignBody> = {},
  operator = world.operator,
) {
  const { campaign } = await operator.coffer.createCampaign({
    extId,
    boxIds: keys.map((key) => operator.boxes[key]!.boxId),
    quantity,
    validUntil: later(world.clock.now(), days(7)).toISOString(),
    playerExternalIds: ['ann'],
    ...wish,
  })
  return campaign
}

async function usedOf(operator: TestOperator, extId: string): Promise<number> {
  return (await operator.coffer.getCampaign({ extId })).campaign.usedCount
}

/** What the wallet's ledger says that a player paid. */
function debitsOf(world: World, operator = world.operator): number[] {
  const entries = world.casino.wallet.ledger(operator.slug, 'ann').filter((entry) => entry.idempotencyKey !== null)
  return entries.map(({ amountMinor }) => amountMinor)
}

async function shownTo(player: Player): Promise<Record<string, number>> {
  const { body } = await player.call<{ boxes: PlayBoxRow[] }>('listBoxes')
  return Object.fromEntries(body.boxes.filter((box) => box.freeOpens > 0).map((box) => [box.slug, box.freeOpens]))
}

async function shownAlone(player: Player, boxId: number): Promise<number> {
  const path = `/api/play/boxes/${boxId}`
  return (await player.call<{ box: PlayBoxRow }>('getBox', { path })).body.box.freeOpens
}

let clicks = 0
const body = (world: World, ...keys: SureKey[]) => winBody(world.operator, `click-${clicks++}`, ...keys)

test('a campaign over two boxes is seen in the lobby, and spent in the game and by the backend, without a debit', async (t) => {
  const world = await start(t)
  const { operator } = world
  await give(world, 'summer', ['mug', 'book'], 4)
  const player = await world.play(operator, 'ann')
  assert.equal(player.bootstrap.game.target, null)
  assert.deepEqual(await shownTo(player), { mug: 4, book: 4 })
  assert.equal(await shownAlone(player, operator.boxes.book!.boxId), 4)
  assert.equal(await shownAlone(player, operator.boxes.crown!.boxId), 0)

  const foreign = await player.open({ ...body(world, 'mug', 'crown'), funding: 'operator' })
  assert.deepEqual([foreign.status, foreign.body.error.code], [409, 'FREE_OPENS_EXHAUSTED'], 'a crown is not given')
  const inGame = await player.open({ ...body(world, 'book'), funding: 'operator' })
  assert.deepEqual([inGame.status, inGame.body.round.funding, inGame.body.freeOpensLeft], [200, 'operator', 3])
  const bought = await operator.coffer.purchase({ playerExternalId: 'ann', ...body(world, 'mug', 'book') })
  assert.deepEqual([bought.round.funding, bought.freeOpensLeft, bought.items.length], ['operator', 1, 2])
  const targeted = await world.play(operator, 'ann', { target: { boxId: operator.boxes.mug!.boxId } })
  assert.equal(targeted.bootstrap.game.target?.freeOpens, 1)

  const both = await targeted.open(body(world, 'mug', 'book'))
  assert.equal(both.body.round.funding, 'player', 'one free open does not pay half of a round')
  const elsewhere = await targeted.open(body(world, 'spins'))
  assert.deepEqual([elsewhere.body.round.funding, elsewhere.body.freeOpensLeft], ['player', 0])
  assert.equal((await targeted.open(body(world, 'mug'))).body.round.funding, 'operator')
  assert.deepEqual(await shownTo(targeted), {})
  assert.deepEqual(
    debitsOf(world),
    [both, elsewhere]
      .map((paid) => -paid.body.round.betMinor)
      .sort((a, b) => b - a)
      .reverse(),
  )

  const { campaign, players } = await operator.coffer.getCampaign({ extId: 'summer' })
  assert.deepEqual([campaign.status, campaign.grantedCount, campaign.usedCount], ['active', 4, 4])
  assert.deepEqual(players, [{ playerExternalId: 'ann', usedCount: 4, leftCount: 0 }])
})

test('the launch pays first, then the campaign that ends first, and one round may draw on all of them', async (t) => {
  const world = await start(t)
  const { operator } = world
  const at = (count: number) => later(world.clock.now(), days(count)).toISOString()
  await give(world, 'later', ['mug', 'book'], 2, { validUntil: at(9) })
  await give(world, 'sooner', ['mug'], 2, { validUntil: at(3) })
  const target = { boxId: operator.boxes.mug!.boxId }
  const player = await world.play(operator, 'ann', { target, funding: 'operator', fundingRounds: 2 })
  assert.equal(player.bootstrap.game.target?.freeOpens, 6)
  assert.deepEqual(await shownTo(player), { mug: 6, book: 2 })

  const first = await player.open(body(world, 'mug'))
  assert.equal(first.body.freeOpensLeft, 5)
  assert.deepEqual([await usedOf(operator, 'sooner'), await usedOf(operator, 'later')], [0, 0])
  const mixed = await player.open({ ...body(world, 'mug', 'book', 'mug', 'mug'), funding: 'operator' })
  assert.deepEqual([mixed.status, mixed.body.round.funding, mixed.body.freeOpensLeft], [200, 'operator', 1])
  assert.deepEqual([await usedOf(operator, 'sooner'), await usedOf(operator, 'later')], [2, 1])
  const tooMany = await player.open({ ...body(world, 'mug', 'book'), funding: 'operator' })
  assert.deepEqual([tooMany.status, tooMany.body.error.code], [409, 'FREE_OPENS_EXHAUSTED'])
  assert.deepEqual(debitsOf(world), [])
})

test('40 parallel opens of 5 free ones that ask for the operator are 5 rounds, and nobody is debited', async (t) => {
  const world = await start(t)
  await give(world, 'five', ['mug'], 3)
  await give(world, 'more', ['mug', 'book'], 2)
  const player = await world.play(world.operator, 'ann')
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => player.open({ ...body(world, 'mug'), funding: 'operator' })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  const refused = answers.filter(({ status }) => status !== 200).map((answer) => answer.body.error.code)
  assert.deepEqual([...new Set(refused)], ['FREE_OPENS_EXHAUSTED'])
  assert.deepEqual(debitsOf(world), [])
})

test('parallel opens that do not say who pays use up every free open, and the player pays the others', async (t) => {
  const world = await start(t)
  await give(world, 'five', ['mug'], 3)
  const target = { boxId: world.operator.boxes.mug!.boxId }
  const player = await world.play(world.operator, 'ann', { target, funding: 'operator', fundingRounds: 2 })
  const inGame = Array.from({ length: 6 }, async () => {
    const { status, body: answer } = await player.open(body(world, 'mug'))
    return [status, answer.round.funding]
  })
  const bought = Array.from({ length: 6 }, async () => {
    const { round } = await world.operator.coffer.purchase({ playerExternalId: 'ann', ...body(world, 'mug') })
    return [200, round.funding]
  })
  const paid = await Promise.all([...inGame, ...bought])
  assert.ok(paid.every(([status]) => status === 200))
  assert.equal(debitsOf(world).length, paid.filter(([, funding]) => funding === 'player').length)
  assert.deepEqual((await shownTo(player)).mug, undefined, 'none is left')
  assert.equal(await usedOf(world.operator, 'five'), 3)
})

test('a click that is repeated takes one free open, whatever the repeat asks for', async (t) => {
  const world = await start(t)
  await give(world, 'summer', ['mug'], 3)
  const player = await world.play(world.operator, 'ann')
  const click = body(world, 'mug')
  const answers = await Promise.all(Array.from({ length: 8 }, () => player.open({ ...click, funding: 'operator' })))
  assert.equal(new Set(answers.map((answer) => answer.body.round.publicId)).size, 1)
  assert.equal((await player.open({ ...click, funding: 'player' })).body.round.funding, 'operator')
  assert.equal(await usedOf(world.operator, 'summer'), 1)
})

test('a cancel takes effect for the next open, keeps what was opened, and again is the same', async (t) => {
  const world = await start(t)
  const { operator } = world
  await give(world, 'summer', ['mug'], 3)
  const player = await world.play(operator, 'ann')
  assert.equal((await player.open({ ...body(world, 'mug'), funding: 'operator' })).status, 200)
  const { campaign } = await operator.coffer.cancelCampaign({ extId: 'summer' })
  assert.deepEqual([campaign.status, campaign.usedCount], ['cancelled', 1])
  assert.deepEqual((await operator.coffer.cancelCampaign({ extId: 'summer' })).campaign, campaign)

  const refused = await player.open({ ...body(world, 'mug'), funding: 'operator' })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'FREE_OPENS_EXHAUSTED'])
  assert.equal((await player.open(body(world, 'mug'))).body.round.funding, 'player')
  assert.deepEqual(await shownTo(player), {})
  const { players } = await operator.coffer.getCampaign({ extId: 'summer' })
  assert.deepEqual(players, [{ playerExternalId: 'ann', usedCount: 1, leftCount: 0 }])
})

test('a campaign gives opens from its beginning on and not after its end', async (t) => {
  const world = await start(t)
  const { operator, clock } = world
  const opens = async () => {
    const player = await world.play(operator, 'ann')
    const opened = await player.open(body(world, 'mug'))
    return [(await operator.coffer.getCampaign({ extId: 'week' })).campaign.status, opened.body.round.funding]
  }
  const validFrom = later(clock.now(), days(2)).toISOString()
  await give(world, 'week', ['mug'], 5, { validFrom })
  assert.deepEqual(await opens(), ['scheduled', 'player'])
  clock.advance(days(2) + hours(1))
  assert.deepEqual(await opens(), ['active', 'operator'])
  clock.advance(days(5))
  assert.deepEqual(await opens(), ['ended', 'player'])
  const { campaign, players } = await operator.coffer.getCampaign({ extId: 'week' })
  assert.deepEqual([campaign.usedCount, players[0]?.leftCount], [1, 0])
  const cancelled = await operator.coffer.cancelCampaign({ extId: 'week' })
  assert.deepEqual(cancelled.campaign, campaign, 'what is over stays as it is')
})

test('a backend spends free opens without the scope for funding, and its word goes further with it', async (t) => {
  const world = await start(t)
  const { operator } = world
  await give(world, 'summer', ['mug'], 3)
  const now = () => world.clock.now().getTime()
  const key = await createKey(world.service.ctx, { operatorId: operator.operatorId, scopes: ['play'], actor: 'test' })
  const humble = createCoffer({ baseUrl: world.baseUrl, ...key, now })
  const buy = (coffer: Coffer, funding: 'player' | 'operator' | undefined, ...keys: SureKey[]) =>
    coffer.purchase({ playerExternalId: 'ann', ...body(world, ...keys), ...(funding ? { funding } : {}) })

  const free = await buy(humble, undefined, 'mug')
  assert.deepEqual([free.round.funding, free.freeOpensLeft], ['operator', 2])
  await assert.rejects(buy(humble, 'operator', 'mug'), { code: 'SCOPE_MISSING' })
  assert.equal((await buy(humble, 'player', 'mug')).round.funding, 'player')
  const word = await buy(operator.coffer, 'operator', 'mug', 'mug', 'mug')
  assert.deepEqual([word.round.funding, word.freeOpensLeft], ['operator', undefined])
  assert.equal(await usedOf(operator, 'summer'), 1, 'too few free opens are not touched')
  const spent = await buy(operator.coffer, 'operator', 'mug')
  assert.deepEqual([spent.round.funding, spent.freeOpensLeft], ['operator', 1])
  assert.equal((await buy(humble, undefined, 'mug')).freeOpensLeft, 0)
  assert.equal((await buy(humble, undefined, 'mug')).round.funding, 'player')
  assert.equal(debitsOf(world).length, 2)
})

test('a box that is held was paid with a free open, and giving it back gives nothing back', async (t) => {
  const world = await start(t)
  const { coffer } = world.operator
  await give(world, 'summer', ['mug'], 3)
  const prepaid = { playerExternalId: 'ann', mode: 'prepay' as const }
  const kept = await coffer.purchase({ ...prepaid, ...body(world, 'mug') })
  const returned = await coffer.purchase({ ...prepaid, ...body(world, 'mug') })
  assert.deepEqual([kept.round.status, kept.round.funding, kept.freeOpensLeft], ['held', 'operator', 2])
  const { round } = await coffer.cancelHeldRound({ playerExternalId: 'ann', roundPublicId: returned.round.publicId })
  assert.deepEqual([round.status, round.refundedMinor], ['voided', 0])
  assert.equal((await coffer.openHeldRound({ playerExternalId: 'ann', publicId: kept.round.publicId })).items.length, 1)
  assert.equal(await usedOf(world.operator, 'summer'), 2)
  assert.deepEqual(debitsOf(world), [])
})

test('the player of another operator with the same id has none of it, and neither has another player', async (t) => {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes() }, bellis: { catalogue: sureBoxes() } },
  })
  const { aurum, bellis } = world.operators
  await give(world, 'summer', ['mug'], 3)
  const [namesake, bob] = [await world.play(bellis!, 'ann'), await world.play(aurum!, 'bob')]
  for (const [player, operator] of [[namesake, bellis!] as const, [bob, aurum!] as const]) {
    assert.deepEqual(await shownTo(player), {})
    const { status, body: answer } = await player.open({ ...winBody(operator, 'a', 'mug'), funding: 'operator' })
    assert.deepEqual([status, answer.error.code], [409, 'FREE_OPENS_EXHAUSTED'])
    assert.equal((await player.open(winBody(operator, 'b', 'mug'))).body.round.funding, 'player')
  }
  assert.equal(
    (await give(world, 'summer', ['mug'], 1, {}, bellis)).grantedCount,
    1,
    'an extId is the operator\u2019s own',
  )
  assert.deepEqual(await shownTo(namesake), { mug: 1 })
  assert.equal(await usedOf(aurum!, 'summer'), 0)
})

test('the event and the history of a campaign\u2019s round say that the operator paid', async (t) => {
  const world = await start(t)
  await give(world, 'summer', ['mug'], 1)
  const player = await world.play(world.operator, 'ann')
  const { round } = (await player.open({ ...body(world, 'mug'), funding: 'operator' })).body
  const [event] = await openRows(world.databaseUrl).query<{ payload: string }>(
    'select payload from outbox_events where idempotency_key = $1',
    [`round_settled:${round.publicId}`],
  )
  const { funding, betMinor } = JSON.parse(event!.payload)
  assert.deepEqual([funding, betMinor], ['operator', round.betMinor])
  const { items } = await world.operator.coffer.history({ playerExternalId: 'ann' })
  const told = items.map(({ type, amountMinor, roundPublicId }) => [type, amountMinor, roundPublicId])
  assert.deepEqual(told, [['open', 0, round.publicId]])
})
