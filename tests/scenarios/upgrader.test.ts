import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRound } from '@coffer/fairness'
import type { SeenCall } from '@coffer/reference-operator'
import { missesAt, settledEvent, startUpgrader, upgrade, upgraded, winsAt } from '../support/upgrader.ts'

test('a wager wins its target or nothing, is debited once, and anyone can check the roll', async (t) => {
  const { player, prize, balance, aim, stateOf } = await startUpgrader(t)
  const start = await balance()
  const body = { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900), clientActionId: 'up-1' }

  const roll = await aim(winsAt(5000))
  const won = await upgraded(player, body)
  const { round, wonItem, facts } = won
  assert.deepEqual(
    [
      round.status,
      round.mode,
      round.chanceBps,
      round.feeBps,
      round.rolledBps,
      round.isWin,
      round.betMinor,
      round.payoutMinor,
    ],
    ['settled', 'balance', 5000, 500, roll, true, 1000, 1900],
  )
  assert.deepEqual(round.target, {
    itemId: prize(1900),
    name: 'Sure prize of 1900',
    valueMinor: 1900,
    currency: 'EUR',
    imageUrl: null,
  })
  assert.equal(won.balanceAfterMinor, start - 1000)
  assert.ok(wonItem)
  assert.deepEqual([wonItem.itemId, wonItem.cashbackMinor, wonItem.state], [prize(1900), 1710, 'unresolved'])
  assert.equal(await stateOf(wonItem.inventoryItemId), 'unresolved')
  assert.deepEqual(facts, {
    currency: 'EUR',
    reels: [],
    deal: { stakeCountedMinor: 1000, stakeUncredited: { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 0 } },
  })

  const again = await upgrade(player, { ...body, wagerMinor: 5000, targetItemId: 1 })
  assert.deepEqual([again.status, again.headers.get('coffer-replayed')], [200, 'true'])
  assert.deepEqual(again.body, won)
  assert.equal(await balance(), start - 1000, 'debited once')

  const missed = await aim(missesAt(5000))
  const lost = await upgraded(player, { ...body, clientActionId: 'up-2' })
  assert.deepEqual(
    [lost.round.rolledBps, lost.round.isWin, lost.round.payoutMinor, lost.wonItem],
    [missed, false, 0, null],
  )
})

test('a round with balance is told, proven, listed and reconciled as it was played', async (t) => {
  const { world, coffer, player, prize, aim } = await startUpgrader(t)
  const body = { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900) }
  const roll = await aim(winsAt(5000))
  const { round, wonItem, facts } = await upgraded(player, body)
  await aim(missesAt(5000))
  const lost = await upgraded(player, body)

  const event = await settledEvent(world, round.publicId)
  assert.deepEqual(
    [event.gameKey, event.betMinor, event.payoutMinor, event.playerBetMinor, event.boxId, event.funding],
    ['upgrader', 1000, 1900, null, null, 'player'],
  )
  assert.deepEqual(event.facts, facts)
  assert.deepEqual(event.outcome, {
    kind: 'upgrader',
    mode: 'balance',
    chanceBps: 5000,
    feeBps: 500,
    rolledBps: roll,
    isWin: true,
    target: round.target,
    stakeItemIds: [],
    wonInventoryItemId: wonItem?.inventoryItemId,
    fairness: round.fairness,
  })

  await player.call('rotateSeed', { body: {} })
  for (const { publicId } of [round, lost.round]) {
    const proof = await (await fetch(`${world.baseUrl}/fairness/rounds/${publicId}`)).json()
    assert.equal(verifyRound(proof).status, 'verified', JSON.stringify(proof))
  }
  const { items } = await coffer.history({ playerExternalId: 'ann', types: 'upgrade' })
  assert.deepEqual(
    items.map(({ type, amountMinor, payoutMinor, idempotencyKey }) => [type, amountMinor, payoutMinor, idempotencyKey]),
    [
      ['upgrade', -1000, 0, `round:${lost.round.publicId}`],
      ['upgrade', -1000, 1900, `round:${round.publicId}`],
    ],
  )
  const { rounds } = await coffer.listRounds({ playerExternalId: 'ann' })
  assert.deepEqual(rounds, [lost.round, round])
})

test('items are counted for their cashback, consumed win or lose, and no wallet is called', async (t) => {
  const { world, coffer, player, prize, won, balance, aim, stateOf } = await startUpgrader(t)
  const [crown, keepsake, mug] = (await won('crown', 'keepsake', 'mug')) as [number, number, number]
  const start = await balance()
  const calls: SeenCall[] = []
  world.casino.wallet.onCall = (call) => calls.push(call)

  // A crown of 5000 is worth 4000 today: its cashback is 3600. A keepsake has none, and counts for all it was won for.
  await coffer.recordValue({ itemId: world.operator.items.crown!, valueMinor: 4000 })
  await aim(winsAt(5000))
  const played = await upgraded(player, {
    stakeItemIds: [keepsake, crown],
    chanceBps: 5000,
    targetItemId: prize(9500),
    clientActionId: 'items-1',
  })
  assert.deepEqual([played.round.mode, played.round.betMinor, played.round.payoutMinor], ['items', 5100, 9500])
  assert.equal(played.balanceAfterMinor, null)
  assert.deepEqual(
    played.stake?.items.map(({ inventoryItemId, valueMinor, itemValueMinor, state }) => [
      inventoryItemId,
      valueMinor,
      itemValueMinor,
      state,
    ]),
    [
      [keepsake, 1500, 1500, 'consumed'],
      [crown, 3600, 4000, 'consumed'],
    ],
  )
  assert.deepEqual(played.facts.deal, {
    stakeCountedMinor: 5100,
    stakeUncredited: { priceFallMinor: 1000, priceRiseMinor: 0, creditsShareMinor: 400 },
  })
  assert.deepEqual([await stateOf(keepsake), await stateOf(crown)], ['consumed', 'consumed'])
  assert.deepEqual(calls, [], 'no wallet call')

  const gone = await upgrade(player, { stakeItemIds: [mug, crown], chanceBps: 5000, targetItemId: prize(9500) })
  assert.deepEqual([gone.status, gone.body.error.code], [422, 'UPGRADER_ITEM_NOT_OWNED'])
  assert.deepEqual(gone.body.error.fields, { 'stakeItemIds.1': ['is consumed'] })
  assert.equal(await stateOf(mug), 'unresolved')

  const event = await settledEvent(world, played.round.publicId)
  assert.deepEqual([event.betMinor, event.payoutMinor, event.playerBetMinor], [5100, 9500, null])
  assert.ok(event.outcome.kind === 'upgrader')
  assert.deepEqual([event.outcome.mode, event.outcome.stakeItemIds], ['items', [keepsake, crown]])
  assert.equal(await balance(), start)
})
