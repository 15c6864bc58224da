import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { walletKey } from '@coffer/contract/keys'
import { s2sRoutes } from '@coffer/contract/s2s'
import { verifyWebhook } from '@coffer/operator-sdk'
import { faults } from '@coffer/reference-operator'
import { setRates } from '@coffer/service/administration'
import { knock } from '../support/door.ts'
import { letPass } from '../support/pacing.ts'
import { subscribe } from '../support/receiver.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import {
  aimRoll,
  prizeKey,
  prizesOf,
  settledEvent,
  startUpgrader,
  UPGRADER_ON,
  upgrade,
  upgraded,
  upgraderCatalogue,
  winsAt,
} from '../support/upgrader.ts'
import { startWorld } from '../support/world.ts'

const REFUSALS = [
  ['INSUFFICIENT_FUNDS', 422, 'INSUFFICIENT_FUNDS', {}],
  ['PLAYER_BLOCKED', 403, 'PLAYER_BLOCKED', {}],
  ['LIMIT_REACHED', 503, 'WALLET_UNAVAILABLE', { walletErrorCode: 'LIMIT_REACHED' }],
] as const

test('a wager that the wallet refuses is a voided round without a roll, for good, and nothing moved', async (t) => {
  const { operator, coffer, player, balance, refuse, wager, world } = await start(t)
  const start_ = await balance()
  const before = await commitmentOf(player)
  for (const [walletCode, status, code, more] of REFUSALS) {
    refuse(walletCode)
    const body = { ...wager, clientActionId: walletCode }
    const told = await knock(world, s2sRoutes.playUpgrader, operator, { body: { playerExternalId: 'ann', ...body } })
    const { error, ...beside } = told.body
    const { publicId } = beside.round as { publicId: string }
    assert.deepEqual([told.status, told.headers.get('retry-after')], [status, null])
    assert.deepEqual(beside, { round: { publicId, status: 'voided', undecided: false }, balanceAfterMinor: 0 })
    assert.deepEqual([error.code, error.walletErrorCode], [code, 'walletErrorCode' in more ? walletCode : undefined])

    const again = await upgrade(player, { ...body, wagerMinor: 500 })
    assert.deepEqual([again.status, again.headers.get('coffer-replayed')], [status, 'true'], 'stored')
    assert.deepEqual(again.body.round, beside.round)
    const { round } = await coffer.getRound({ publicId, playerExternalId: 'ann' })
    assert.deepEqual(round, {
      ...{
        publicId,
        status: 'voided',
        undecided: false,
        mode: 'balance',
        betMinor: 1000,
        payoutMinor: 0,
        currency: 'EUR',
      },
      ...{ funding: 'player', settledAt: round.settledAt, reels: [], chanceBps: 5000, feeBps: 500 },
      target: {
        itemId: wager.targetItemId,
        name: 'Sure prize of 1900',
        valueMinor: 1900,
        currency: 'EUR',
        imageUrl: null,
      },
    })
    const proof = await fetch(`${world.baseUrl}/fairness/rounds/${publicId}`)
    assert.equal(proof.status, 404, 'nothing was rolled')
    await assert.rejects(settledEvent(world, publicId))
  }
  assert.equal(await balance(), start_)
  assert.deepEqual([await commitmentOf(player), (await coffer.history({})).items], [before, []], 'no nonce was used')
})

test('a wager of unknown outcome is provisional and in no list, and the repeated click settles that round as it was aimed', async (t) => {
  const { world, operator, coffer, player, balance, wager, aim } = await start(t)
  const start_ = await balance()
  const roll = await aim(winsAt(5000))
  world.casino.wallet.faults.push(once(faults.reset({ apply: true })))
  const told = await upgrade(player, wager)
  const { error, ...beside } = told.body
  const { publicId } = told.body.round
  assert.deepEqual([told.status, error.code, told.headers.get('retry-after')], [503, 'WALLET_UNAVAILABLE', '2'])
  assert.deepEqual(beside, { round: { publicId, status: 'voided', undecided: true }, balanceAfterMinor: null })
  assert.deepEqual((await coffer.listRounds({ playerExternalId: 'ann' })).rounds, [])
  assert.deepEqual((await player.call<{ rounds: unknown[] }>('listRounds')).body.rounds, [])
  assert.deepEqual((await coffer.history({})).items, [])
  await assert.rejects(settledEvent(world, publicId))
  const [open] = (await coffer.unresolved({})).operations
  assert.deepEqual([open?.kind, open?.amountMinor], ['round_debit', -1000])
  const { bootstrap } = await world.play(operator, 'ann', { gameKey: 'upgrader', target: {} })
  assert.deepEqual(bootstrap.resume, { publicId, clientActionId: wager.clientActionId, gameKey: 'upgrader' })

  const prize = upgraderCatalogue().items.find(({ key }) => key === prizeKey(1900))!
  await world.catalogue(operator, { items: [{ ...prize, valueMinor: 5000, archived: true }], boxes: [] })
  await world.settings(operator, { enabledGames: ['mystery_box'], 'upgrader.modes.balance': false })
  const { round, wonItem, balanceAfterMinor } = await upgraded(player, wager)
  assert.deepEqual([round.publicId, round.rolledBps, round.payoutMinor], [publicId, roll, 1900])
  assert.deepEqual([wonItem?.cashbackMinor, balanceAfterMinor], [1710, start_ - 1000])
  const debits = world.casino.wallet.ledger(operator.slug, 'ann').map(({ idempotencyKey }) => idempotencyKey)
  assert.deepEqual(debits.filter(Boolean), [walletKey.openRound(publicId)])
})

for (const policy of ['refund', 'settle'] as const) {
  test(`a wager of unknown outcome that nobody repeats comes to its end by the policy "${policy}"`, async (t) => {
    const { world, coffer, player, balance, wager, aim, refuse } = await start(t, { 'wallet.unknownDebit': policy })
    const start_ = await balance()
    await aim(winsAt(5000))
    world.casino.wallet.faults.push(once(faults.reset({ apply: true })))
    const { publicId } = (await upgrade(player, wager)).body.round
    await letPass(world, 3)
    const again = await upgrade(player, wager)
    const { round } = await coffer.getRound({ publicId, playerExternalId: 'ann' })
    const history = (await coffer.history({ types: 'upgrade,refund' })).items
    const lines = history.map(({ type, amountMinor, status, roundPublicId }) => [
      type,
      amountMinor,
      status,
      roundPublicId,
    ])
    if (policy === 'settle') {
      assert.deepEqual([again.status, again.body.round], [200, round])
      assert.deepEqual([round.status, round.payoutMinor, await balance()], ['settled', 1900, start_ - 1000])
      assert.deepEqual(lines, [['upgrade', -1000, 'settled', publicId]])
      return
    }
    assert.deepEqual([again.status, again.headers.get('retry-after')], [503, null])
    assert.deepEqual(
      [again.body.round, again.body.balanceAfterMinor],
      [{ publicId, status: 'voided', undecided: false }, null],
    )
    assert.deepEqual([round.status, round.refundedMinor, round.rolledBps], ['voided', 1000, undefined])
    assert.deepEqual(lines, [
      ['refund', 1000, 'settled', publicId],
      ['upgrade', -1000, 'voided', publicId],
    ])
    assert.equal(await balance(), start_)
    await assert.rejects(settledEvent(world, publicId))

    world.casino.wallet.faults.push(once(faults.reset()))
    const lost = (await upgrade(player, { ...wager, clientActionId: 'refused later' })).body.round
    refuse('INSUFFICIENT_FUNDS')
    await letPass(world, 3)
    const voided = (await coffer.getRound({ publicId: lost.publicId, playerExternalId: 'ann' })).round
    assert.deepEqual([voided.status, voided.refundedMinor], ['voided', undefined], 'the wallet refused the probe')
    assert.equal((await coffer.history({ types: 'upgrade,refund' })).items.length, 2)
    assert.equal(await balance(), start_)
  })
}

test('a wager is charged in the currency that it was given in; the operator’s leg is rounded down, and the event has both', async (t) => {
  const { world, operator, coffer, wager } = await start(t)
  world.casino.wallet.setBalance(operator.slug, 'bob', 'USD', 5000)
  const player = await world.play(operator, 'bob', { gameKey: 'upgrader', target: {}, currency: 'USD' })
  await aimRoll(world, operator, player, winsAt(5000))
  // 10.85 dollars are 10.0147 euro; a prize of 19.00 euro is 20.5846 dollars, its cashback of 17.10 is 18.5261.
  const { round, wonItem, facts, balanceAfterMinor } = await upgraded(player, { ...wager, wagerMinor: 1085 })
  assert.deepEqual([round.betMinor, round.payoutMinor, round.currency], [1085, 2058, 'USD'])
  assert.deepEqual([round.target.valueMinor, round.target.currency, balanceAfterMinor], [2058, 'USD', 5000 - 1085])
  const { inventoryItemId } = wonItem!
  assert.deepEqual(wonItem, {
    ...{ inventoryItemId, itemId: wager.targetItemId, name: 'Sure prize of 1900', state: 'unresolved' },
    ...{ currency: 'USD', cashbackMinor: 1852 },
    cashbackUncredited: { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 206 },
  })
  const none = { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 0 }
  assert.deepEqual(facts, { currency: 'USD', reels: [], deal: { stakeCountedMinor: 1085, stakeUncredited: none } })
  const event = await settledEvent(world, round.publicId)
  assert.deepEqual([event.betMinor, event.payoutMinor, event.currency], [1001, 1900, 'EUR'])
  assert.deepEqual([event.playerBetMinor, event.playerCurrency, event.facts], [1085, 'USD', facts])
  assert.ok(event.outcome.kind === 'upgrader')
  assert.deepEqual([event.outcome.target.valueMinor, event.outcome.target.currency], [1900, 'EUR'])
  const [line] = (await coffer.history({ types: 'upgrade' })).items
  assert.deepEqual([line?.amountMinor, line?.payoutMinor, line?.currency], [-1085, 2058, 'USD'])

  // The figures of a round stay those of its rate.
  await setRates(world.service.ctx, 'EUR', { USD: '2' }, 'test')
  assert.deepEqual((await coffer.getRound({ publicId: round.publicId, playerExternalId: 'bob' })).round, round)
})

test('a stake of items is shown in another currency, and nothing of it was paid by the player in any', async (t) => {
  const { world, player, prize, won, aim } = await start(t)
  const [mug] = await won('mug')
  await aim(winsAt(7500))
  const body = { stakeItemIds: [mug], chanceBps: 7500, targetItemId: prize(950), currency: 'USD' }
  const { round, stake, wonItem, facts, balanceAfterMinor } = await upgraded(player, body)
  assert.deepEqual([round.betMinor, round.payoutMinor, round.currency, round.mode], [877, 1029, 'USD', 'items'])
  assert.deepEqual([stake!.totalMinor, stake!.currency, stake!.items[0]!.valueMinor], [877, 'USD', 877])
  assert.deepEqual([wonItem!.cashbackMinor, wonItem!.currency, balanceAfterMinor], [926, 'USD', null])
  const uncredited = { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 98 }
  assert.deepEqual(facts, { currency: 'USD', reels: [], deal: { stakeCountedMinor: 877, stakeUncredited: uncredited } })
  const event = await settledEvent(world, round.publicId)
  assert.deepEqual([event.betMinor, event.payoutMinor, event.currency, event.facts], [810, 950, 'EUR', facts])
  assert.deepEqual([event.playerBetMinor, event.playerCurrency], [null, null])
})

test('a bet may be nothing in one of the two currencies, and is played all the same', async (t) => {
  const crumb = { key: 'crumb', name: 'Crumb', type: 'physical' as const, upgraderPrize: true }
  const yen = sureBoxes()
  const settings = { ...UPGRADER_ON, 'upgrader.minWagerMinor': 0 }
  const world = await startWorld(t, {
    operators: {
      yen: { currency: 'JPY', settings, catalogue: { ...yen, items: [...yen.items, { ...crumb, valueMinor: 9 }] } },
      euro: {
        settings: { ...settings, 'upgrader.chancePresetsBps': [500, 5000] },
        catalogue: { ...yen, items: [{ ...crumb, valueMinor: 11 }], boxes: [] },
      },
    },
  })
  const [inYen, inEuro] = [world.operators.yen!, world.operators.euro!]
  const ann = await world.play(inYen, 'ann', { gameKey: 'upgrader', target: {}, currency: 'EUR' })
  const crown = (await win(inYen, await world.play(inYen, 'ann'), 'crown')).items[0]!.id
  await inYen.coffer.recordValue({ itemId: inYen.items.crown!, valueMinor: 2 })
  await aimRoll(world, inYen, ann, winsAt(1000))
  // A crown of 2 yen counts for 1, which is half a cent; at a tenth it wins 9 yen, which are 5.3.
  const asked = { stakeItemIds: [crown], chanceBps: 1000 }
  const [offered] = (await prizesOf(ann, asked)).body.prizes
  assert.deepEqual([offered?.valueMinor, offered?.rtpBps], [5, 9000])
  const { round, stake, facts } = await upgraded(ann, { ...asked, targetItemId: inYen.items.crumb! })
  assert.deepEqual([round.betMinor, round.payoutMinor, round.currency, stake!.totalMinor], [0, 5, 'EUR', 0])
  // 4998 yen of its price have gone, and 1 is the share that cashback keeps, each rounded up.
  const stakeUncredited = { priceFallMinor: 2953, priceRiseMinor: 0, creditsShareMinor: 1 }
  assert.deepEqual(facts.deal, { stakeCountedMinor: 0, stakeUncredited })
  const event = await settledEvent(world, round.publicId)
  assert.deepEqual([event.betMinor, event.payoutMinor, event.currency, event.playerBetMinor], [1, 9, 'JPY', null])

  world.casino.wallet.setBalance(inEuro.slug, 'bob', 'JPY', 100)
  const bob = await world.play(inEuro, 'bob', { gameKey: 'upgrader', target: {}, currency: 'JPY' })
  const wagered = await upgraded(bob, { wagerMinor: 1, chanceBps: 500, targetItemId: inEuro.items.crumb! })
  assert.deepEqual([wagered.round.betMinor, wagered.balanceAfterMinor], [1, 99])
  const told = await settledEvent(world, wagered.round.publicId)
  assert.deepEqual([told.betMinor, told.currency, told.playerBetMinor, told.playerCurrency], [0, 'EUR', 1, 'JPY'])
})

test('the event of a play is delivered to the casino, signed, as the answer told it, and once for a repeated click', async (t) => {
  const { world, operator, player, prize, won, wager } = await start(t)
  const { receiver, secret } = await subscribe(t, world, operator, ['round_settled'])
  const [mug] = await won('mug')
  const items = { stakeItemIds: [mug], chanceBps: 7500, targetItemId: prize(950), clientActionId: 'staked' }
  const played = [await upgraded(player, wager), await upgraded(player, items)]
  await upgraded(player, wager)
  await world.tick('webhooks')
  const events = receiver.received
    .map(({ headers, text }) =>
      verifyWebhook({ secrets: secret, headers, body: text, now: world.clock.now().getTime() }),
    )
    .filter(({ payload }) => (payload as { gameKey: string }).gameKey === 'upgrader')
  assert.deepEqual(
    events.map(({ idempotencyKey }) => idempotencyKey).sort(),
    played.map(({ round }) => `round_settled:${round.publicId}`).sort(),
  )
  for (const { round, wonItem, facts, stake } of played) {
    const event = events.find(({ idempotencyKey }) => idempotencyKey.endsWith(round.publicId))!
    assert.deepEqual([event.type, event.playerExternalId], ['round_settled', 'ann'])
    const { mode, chanceBps, feeBps, rolledBps, isWin, target, fairness } = round
    assert.deepEqual(event.payload, {
      ...{ dataVersion: 2, occurredAt: round.settledAt, roundPublicId: round.publicId, gameKey: 'upgrader' },
      ...{ betMinor: round.betMinor, payoutMinor: round.payoutMinor, currency: 'EUR' },
      ...{ playerBetMinor: null, playerCurrency: null, funding: 'player', boxId: null, facts },
      outcome: {
        ...{ kind: 'upgrader', mode, chanceBps, feeBps, rolledBps, isWin, target, fairness },
        stakeItemIds: stake?.items.map((item) => item.inventoryItemId) ?? [],
        wonInventoryItemId: wonItem?.inventoryItemId ?? null,
      },
    })
  }
})

const once = (fault: ReturnType<typeof faults.ok>) => ({ when: { type: 'wallet.debit' as const }, times: 1, fault })

async function start(t: TestContext, settings: Record<string, unknown> = {}) {
  const stage = await startUpgrader(t, settings, ['EUR', 'USD'])
  const wager = { wagerMinor: 1000, chanceBps: 5000, targetItemId: stage.prize(1900), clientActionId: 'wager' }
  const refuse = (code: string) => stage.world.casino.wallet.faults.push(once(faults.refuse(code)))
  return { ...stage, wager, refuse }
}

async function commitmentOf(player: Awaited<ReturnType<typeof start>>['player']) {
  return (await player.call<object>('fairnessState')).body
}
