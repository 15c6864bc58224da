import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { setRates } from '@coffer/service/administration'
import { letPass } from '../support/pacing.ts'
import type { Player } from '../support/player.ts'
import {
  aimRoll,
  type Played,
  prizeKey,
  settledEvent,
  startUpgrader,
  upgrade,
  upgraderCatalogue,
  winsAt,
} from '../support/upgrader.ts'

/** Longer than a test; it ends when it is told to. */
const UNTIL_TOLD_MS = 600_000
const DOLLARS_MINOR = 100_000

/** A wager of 11.00 dollars on the prize of 19.00 euro, which is 20.58 dollars at 1.0834. */
const wagerOn = (targetItemId: number) => ({
  ...{ wagerMinor: 1100, chanceBps: 5000, targetItemId, currency: 'USD' },
  clientActionId: 'wager',
})

type Stage = Awaited<ReturnType<typeof start>>

async function start(t: Parameters<typeof startUpgrader>[0]) {
  const stage = await startUpgrader(t, { 'wallet.unknownDebit': 'settle' })
  const { world, operator } = stage
  const enter = async (name: string) => {
    world.casino.wallet.setBalance(operator.slug, name, 'USD', DOLLARS_MINOR)
    return world.play(operator, name, { gameKey: 'upgrader', target: {} })
  }
  const balanceOf = ({ externalId }: Player) => world.casino.wallet.balance(operator.slug, externalId, 'USD')
  return { ...stage, enter, balanceOf }
}

/** Nothing stays as it was when the wager was recorded: neither the prize nor the game nor the rate. */
async function changeEverything({ world, operator }: Stage): Promise<void> {
  const prize = upgraderCatalogue().items.find(({ key }) => key === prizeKey(1900))!
  const changed = { ...prize, type: 'nuggets' as const, valueMinor: 9000, upgraderPrize: false, archived: true }
  await world.catalogue(operator, { items: [changed], boxes: [] })
  await world.settings(operator, {
    enabledGames: ['mystery_box'],
    'upgrader.modes.balance': false,
    'upgrader.chancePresetsBps': [1000],
    'upgrader.defaultChanceBps': 1000,
    'upgrader.houseEdgeBps': 2000,
  })
  world.clock.advance(1_000)
  await setRates(world.service.ctx, 'GBP', { CHF: '1.12' }, 'test')
}

function assertAsPinned({ round, wonItem }: Played, { externalId }: Player): void {
  assert.deepEqual(
    [round.status, round.isWin, round.feeBps, round.betMinor, round.payoutMinor, round.target.valueMinor],
    ['settled', true, 500, 1100, 2058, 2058],
    externalId,
  )
  assert.deepEqual([wonItem!.currency, wonItem!.cashbackMinor], ['USD', 1852], '17.10 euro at the pinned rate')
}

test('a wager that was paid settles with the target and the rate of its beginning, whatever has changed meanwhile', async (t) => {
  const stage = await start(t)
  const { world, operator, enter, balanceOf, rows, prize } = stage
  const { wallet } = world.casino
  const [live, left] = [await enter('live'), await enter('left')]
  for (const player of [live, left]) await aimRoll(world, operator, player, winsAt(5000))

  const fault = faults.reset({ apply: true })
  wallet.faults.push({ when: { type: 'wallet.debit', player: 'left' }, times: 1, fault })
  const undecided = await upgrade(left, wagerOn(prize(1900)))
  assert.deepEqual([undecided.status, undecided.headers.get('retry-after')], [503, '2'])
  wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.slow(UNTIL_TOLD_MS) })
  const asked = Promise.withResolvers<void>()
  wallet.onCall = () => asked.resolve()
  const waiting = upgrade(live, wagerOn(prize(1900)))
  await Promise.race([asked.promise, waiting])

  await changeEverything(stage)
  await wallet.endWaits()
  const played = await waiting
  assert.equal(played.status, 200, played.text)
  await letPass(world, 3)
  const settled = await upgrade(left, wagerOn(prize(1900)))
  assert.deepEqual([settled.status, settled.headers.get('coffer-replayed')], [200, 'true'], settled.text)
  for (const [player, { body }] of [
    [live, played],
    [left, settled],
  ] as const) {
    assertAsPinned(body, player)
    assert.equal(balanceOf(player), DOLLARS_MINOR - 1100)
    const { betMinor, payoutMinor, playerBetMinor } = await settledEvent(world, body.round.publicId)
    assert.deepEqual([betMinor, payoutMinor, playerBetMinor], [1015, 1900, 1100])
  }
  const won = await rows.query(`select type, state, won_value_minor::int as value, currency from inventory_items`)
  const aimedAt = { type: 'physical', state: 'unresolved', value: 1900, currency: 'EUR' }
  assert.deepEqual(won, Array(2).fill(aimedAt), 'the thing that was aimed at, and worth that')
})

test('a wager that the wallet accepts after its round was given up is given back, and nothing is rolled', async (t) => {
  const { world, operator, enter, balanceOf, rows, prize } = await start(t)
  await world.settings(operator, { 'wallet.unknownDebit': 'refund' })
  const { wallet } = world.casino
  const player = await enter('late')
  const asked = Promise.withResolvers<void>()
  wallet.onCall = () => asked.resolve()
  const when = { type: 'wallet.debit' as const }
  wallet.faults.push({ when, times: 1, fault: faults.tooSlow(UNTIL_TOLD_MS) })
  wallet.faults.push({ when, times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') })
  const late = upgrade(player, wagerOn(prize(1900)))
  await Promise.race([asked.promise, late])
  await letPass(world, 3)
  const voided = await upgrade(player, wagerOn(prize(1900)))
  assert.deepEqual([voided.status, voided.headers.get('retry-after')], [503, null], voided.text)
  const { publicId } = voided.body.round

  await wallet.endWaits()
  assert.equal((await late).status, 503)
  await letPass(world, 1)
  assert.equal(balanceOf(player), DOLLARS_MINOR)
  const { round } = await operator.coffer.getRound({ publicId, playerExternalId: 'late' })
  assert.deepEqual([round.status, round.refundedMinor], ['voided', 1100])
  const [deal] = await rows.query('select rolled_bps, won_inventory_item_id from round_deals')
  assert.deepEqual(deal, { rolled_bps: null, won_inventory_item_id: null })
})
