import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { faults } from '@coffer/reference-operator'
import { convertOperator } from '@coffer/service/administration'
import { days } from '../../service/src/kernel/index.ts'
import { knock } from '../support/door.ts'
import { orderOf } from '../support/shipping.ts'
import { win } from '../support/sure-boxes.ts'
import { missesAt, prizesOf, startUpgrader, upgrade, upgraded, winsAt } from '../support/upgrader.ts'

const NOTHING = { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 0 }
const NOBODY = 999_999

/** What a crown that was won at 50.00 counts for at a value of today, when half of a rise is credited and cashback is 90 %. */
const CROWNS: [valueMinor: number, countedMinor: number, fall: number, rise: number, share: number][] = [
  [5000, 4500, 0, 0, 500],
  [4000, 3600, 1000, 0, 400],
  [3999, 3599, 1001, 0, 400],
  // 50.00 and half of the 10.00 above it.
  [6000, 4950, 0, 500, 550],
  // Half of 0.03 is 0.01; 90 % of 50.01 is 45.00.
  [5003, 4500, 0, 2, 501],
]

/** The most that each of them wins at even chances. */
const GOALS = [6838, 6840, 8550, 9405]

test('a collectible counts for the credits that its cashback would pay at this moment, and the rest is told by cause', async (t) => {
  const { world, operator, coffer, player, won } = await start(t, { 'collectibles.creditedRiseBps': 5000 })
  const goals = GOALS.map((valueMinor) => ({
    key: `${valueMinor}`,
    name: 'Goal',
    type: 'digital' as const,
    valueMinor,
  }))
  await world.catalogue(operator, { items: goals.map((goal) => ({ ...goal, upgraderPrize: true })), boxes: [] })
  const crowns = await won(...Array.from({ length: 10 }, () => 'crown' as const))
  // What an item is counted by was settled when it was won.
  await world.settings(operator, { 'collectibles.creditedRiseBps': 0, 'cashback.percentBps': 10_000 })
  for (const [valueMinor, countedMinor, priceFallMinor, priceRiseMinor, creditsShareMinor] of CROWNS) {
    const [staked, twin] = crowns.splice(0, 2) as [number, number]
    await coffer.recordValue({ itemId: operator.items.crown!, valueMinor })
    const stakeUncredited = { priceFallMinor, priceRiseMinor, creditsShareMinor }
    const asked = { stakeItemIds: [staked], chanceBps: 5000 }
    const { prizes, stake, wagerMinor } = (await prizesOf(player, asked)).body
    assert.deepEqual([wagerMinor, stake!.totalMinor, stake!.items[0]!.valueMinor], Array(3).fill(countedMinor))
    const { facts, round, stake: spent } = await upgraded(player, { ...asked, targetItemId: prizes[0]!.itemId })
    assert.deepEqual(facts.deal, { stakeCountedMinor: countedMinor, stakeUncredited })
    assert.deepEqual([round.betMinor, spent!.items[0]!.itemValueMinor], [countedMinor, valueMinor])
    const { item } = (await player.cashBack(twin)).body
    assert.deepEqual([item.cashbackMinor, item.uncredited], [countedMinor, stakeUncredited], 'as its twin is paid')
  }
})

test('an item without a cashback of its own counts for all that it was won for, whatever it is worth today', async (t) => {
  const { world, operator, coffer, player, prize, won } = await start(t)
  const [keepsake, mug, crown] = (await won('keepsake', 'mug', 'crown')) as [number, number, number]
  const [kept] = await won('keepsake')
  const one = await upgraded(player, { stakeItemIds: [kept], chanceBps: 7500, targetItemId: prize(1890) })
  assert.deepEqual(one.facts.deal, { stakeCountedMinor: 1500, stakeUncredited: NOTHING })
  await coffer.recordValue({ itemId: operator.items.crown!, valueMinor: 2000 })
  const asked = { stakeItemIds: [crown, mug, keepsake], chanceBps: 5000 }
  const countedFor = async () => (await prizesOf(player, asked)).body.stake!.items.map((item) => item.valueMinor)
  assert.deepEqual(await countedFor(), [1800, 810, 1500])
  await world.settings(operator, { 'policies.cashbackEnabled': false })
  assert.deepEqual(await countedFor(), [5000, 900, 1500], 'the policy is off, so none of them has one')
  const { stake, facts, wonItem } = await upgraded(player, { ...asked, chanceBps: 1000, targetItemId: await goal() })
  assert.deepEqual(facts.deal, { stakeCountedMinor: 7400, stakeUncredited: NOTHING })
  assert.deepEqual(
    stake!.items.map((item) => [item.valueMinor, item.itemValueMinor]),
    [
      [5000, 2000],
      [900, 900],
      [1500, 1500],
    ],
  )
  assert.equal(wonItem?.cashbackMinor ?? null, null)

  async function goal(): Promise<number> {
    const item = { key: 'goal', name: 'Goal', type: 'physical' as const, valueMinor: 70_000, upgraderPrize: true }
    await world.catalogue(operator, { items: [item], boxes: [] })
    return operator.items.goal!
  }
})

test('each item of a stake is converted by itself: what counts down, and each part that does not up', async (t) => {
  const { coffer, operator, player, prize, won } = await start(t)
  const stakeItemIds = await won('mug', 'crown', 'mug')
  await coffer.recordValue({ itemId: operator.items.crown!, valueMinor: 4000 })
  // 8.10, 36.00 and 8.10 are 52.20; in dollars 8.775…, 39.0024 and 8.775….
  const body = { stakeItemIds, chanceBps: 5000, targetItemId: prize(9500), currency: 'USD' }
  const { stake, facts, round } = await upgraded(player, body)
  assert.deepEqual(
    stake!.items.map((item) => item.valueMinor),
    [877, 3900, 877],
  )
  assert.deepEqual([stake!.totalMinor, round.betMinor], [5654, 5654])
  // Shares of 0.90, 4.00 and 0.90 are 0.97506, 4.3336 and 0.97506; the fall of 10.00 is 10.834.
  const stakeUncredited = { priceFallMinor: 1084, priceRiseMinor: 0, creditsShareMinor: 98 + 434 + 98 }
  assert.deepEqual(facts.deal, { stakeCountedMinor: 5654, stakeUncredited })
})

test('an item that was won before its operator was converted counts at the rate of today', async (t) => {
  const { world, operator, player, won } = await start(t)
  const [mug] = await won('mug')
  await convertOperator(world.service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  const { stake, currency } = (await prizesOf(player, { stakeItemIds: [mug], chanceBps: 5000, currency: 'USD' })).body
  assert.deepEqual([currency, stake!.totalMinor, stake!.items[0]!.itemValueMinor], ['USD', 877, 975])
})

test('an item that is spent, on its way, busy, bought with Nuggets or not the player’s is named with why, and none of the stake moves', async (t) => {
  const stage = await start(t, { 'inventory.expiryDays': 1 })
  const { world, operator, coffer, prize, stateOf, rows } = stage
  const ann = { playerExternalId: 'ann' }
  const [expired] = await stage.won('mug')
  world.clock.advance(days(1))
  assert.equal(await world.tick('expire-items'), 1)
  const player = await world.play(operator, 'ann')
  const bob = await world.play(operator, 'bob')
  const won = async (...keys: Parameters<typeof win>[2][]) =>
    (await win(operator, player, ...keys)).items.map((i) => i.id)
  const [free, cashed, shipped, reserved, paid, staked] = await won('mug', 'mug', 'mug', 'book', 'book', 'mug')
  const [bonus, busy] = await won('spins', 'mug')
  const [ofBob] = (await win(operator, bob, 'mug')).items.map((item) => item.id)
  const nuggets = await coffer.buyWithNuggets({ ...ann, clientActionId: 'nuggets', itemId: operator.items.mug! })
  assert.equal((await player.cashBack(cashed!)).status, 200)
  await coffer.createOrder({ ...ann, ...orderOf([shipped!]) })
  for (const id of [reserved!, paid!]) {
    const { payout } = await coffer.createPayout({ ...ann, inventoryItemIds: [id], idempotencyKey: `payout-${id}` })
    if (id === paid) await coffer.confirmPayout({ id: payout.id })
  }
  await upgraded(player, { stakeItemIds: [staked], chanceBps: 7500, targetItemId: prize(950) })
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.serverError() })
  assert.equal((await player.cashBack(busy!)).status, 503)

  const why: [id: number | undefined, fault: string][] = [
    [expired, 'is expired'],
    [cashed, 'is cashed_back'],
    [shipped, 'is ship_requested'],
    [reserved, 'is reserved'],
    [paid, 'is paid_out'],
    [staked, 'is consumed'],
    [bonus, 'is forwarded_to_casino'],
    [nuggets.item.id, 'was bought with Nuggets'],
    [ofBob, 'is not in the vault'],
    [NOBODY, 'is not in the vault'],
  ]
  const ids = [free, ...why.map(([id]) => id)]
  const fields = Object.fromEntries(why.map(([, fault], place) => [`stakeItemIds.${place + 1}`, [fault]]))
  const before = await rows.fingerprint()
  const body = { stakeItemIds: ids, chanceBps: 5000, targetItemId: prize(1900) }
  for (const refused of [await prizesOf(player, body), await upgrade(player, body)]) {
    const { code, reason, fields: told } = refused.body.error as never as Record<string, unknown>
    assert.deepEqual([refused.status, code, reason, told], [422, 'UPGRADER_ITEM_NOT_OWNED', undefined, fields])
  }
  const query = { ...ann, stakeItemIds: `${free},${busy}`, chanceBps: '5000' }
  const { error } = (await knock(world, s2sRoutes.upgraderPrizesByItems, operator, { query })).body
  assert.deepEqual([error.reason, error.fields], ['ITEM_BUSY', { 'stakeItemIds.1': ['is being cashed back'] }])
  assert.deepEqual(await rows.fingerprint(), before)
  assert.equal(await stateOf(free!), 'unresolved')
  await world.settings(operator, { 'inventory.expiryDays': null })
})

test('what was won is an item like any other: it is cashed back, shipped and staked again', async (t) => {
  const { operator, coffer, player, prize, won, aim, balance, stateOf } = await start(t)
  const ids: number[] = []
  for (let n = 0; n < 3; n++) {
    await aim(winsAt(5000))
    const { wonItem, round } = await upgraded(player, { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900) })
    ids.push(wonItem!.inventoryItemId)
    const { item } = await coffer.getInventoryItem({ playerExternalId: 'ann', id: wonItem!.inventoryItemId })
    assert.deepEqual(
      [item.valueMinor, item.cashbackMinor, item.acquisitionType, item.shippable],
      [1900, 1710, 'game_win', true],
    )
    assert.deepEqual([item.wonAtRoundPublicId, item.sourceBoxName], [round.publicId, null])
    assert.equal(item.itemId, operator.items['prize-1900'])
  }
  const [cashed, shipped, staked] = ids as [number, number, number]
  const before = await balance()
  assert.equal((await player.cashBack(cashed)).body.item.cashbackMinor, 1710)
  assert.equal(await balance(), before + 1710)
  const { order } = await coffer.createOrder({ playerExternalId: 'ann', ...orderOf([shipped]) })
  assert.equal(order.items[0]!.inventoryItemId, shipped)
  const [mug] = (await won('mug')) as [number]
  await aim(missesAt(2500))
  const stake = { stakeItemIds: [staked, mug], chanceBps: 2500, targetItemId: prize(9500) }
  const { round } = await upgraded(player, stake)
  assert.deepEqual([round.betMinor, round.isWin, round.payoutMinor], [1710 + 810, false, 0])
  assert.deepEqual([await stateOf(cashed), await stateOf(shipped), await stateOf(staked)], ENDS)
})

const ENDS = ['cashed_back', 'ship_requested', 'consumed']

async function start(t: TestContext, settings: Record<string, unknown> = {}) {
  return startUpgrader(t, settings, ['EUR', 'USD'])
}
