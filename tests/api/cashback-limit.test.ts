import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { convertOperator, setRates } from '@coffer/service/administration'
import { knock } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { refusal } from '../support/shipping-world.ts'
import { win } from '../support/sure-boxes.ts'
import { upgraderCatalogue } from '../support/upgrader.ts'
import { startWorld } from '../support/world.ts'

/** The most that one cashback pays (decisions §15). The crown is worth 5000 and pays 4500. */

async function start(t: TestContext, maxItemMinor: number | null) {
  const settings = { enabledGames: ['mystery_box', 'upgrader'], 'cashback.maxItemMinor': maxItemMinor }
  const world = await startWorld(t, { operators: { aurum: { catalogue: upgraderCatalogue(), settings } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const { id } = (await win(operator, player, 'crown')).items[0]!
  const row = async () => (await player.inventory()).body.items.find((item) => item.id === id)!
  const cashOut = (more: object = {}) =>
    knock(world, s2sRoutes.cashout, operator, { body: { playerExternalId: 'ann', inventoryItemId: id, ...more } })
  const tell = (valueMinor: number) => operator.coffer.recordValue({ itemId: operator.items.crown!, valueMinor })
  const stake = async () => {
    const query = { playerExternalId: 'ann', stakeItemIds: String(id), chanceBps: '5000' }
    const { status, text } = await knock(world, s2sRoutes.upgraderPrizesByItems, operator, { query })
    assert.equal(status, 200, text)
    return JSON.parse(text).stake.items[0].valueMinor
  }
  return { world, operator, player, id, row, cashOut, tell, stake }
}

test('a cashback above the limit is paid at no door, the row offers none, and the item stays free', async (t) => {
  const { world, operator, player, id, row, cashOut, tell } = await start(t, 9000)
  const credits = () => world.casino.wallet.ledger(operator.slug, 'ann').filter(({ type }) => type === 'credit')
  assert.equal((await row()).cashbackMinor, 4500)
  await tell(10_001)
  assert.equal((await row()).cashbackMinor, 9000, 'exactly as much is paid')
  const { currentRevisionId } = await row()
  await tell(10_002)
  assert.deepEqual(
    [(await row()).cashbackMinor, (await row()).cashbackUncredited, (await row()).valueMinor],
    [null, null, 10_002],
  )
  const current = { maxItemMinor: 9000, currency: 'EUR' }
  for (const answer of [
    await player.cashBack(id),
    await player.cashBack(id, { expectedRevisionId: currentRevisionId }),
    await cashOut(),
    await cashOut({ expectedRevisionId: currentRevisionId }),
    await cashOut({ currency: 'JPY' }),
  ]) {
    assert.deepEqual(refusal(answer, 422, 'CASHBACK_ABOVE_LIMIT').current, current)
  }
  assert.deepEqual(credits(), [])
  assert.equal((await row()).state, 'unresolved')
  assert.equal((await row()).shippable, true, 'it can be shipped')
  await world.settings(operator, { 'cashback.maxItemMinor': null })
  assert.equal((await player.cashBack(id)).body.item.cashbackMinor, 9001)
})

test('the limit is in the operator\u2019s currency, whatever currency a cashback is paid in', async (t) => {
  const { world, operator, row, cashOut } = await start(t, 4500)
  await setRates(world.service.ctx, 'EUR', { USD: '3' }, 'test')
  assert.equal((await row()).cashbackMinor, 4500)
  await world.settings(operator, { 'cashback.maxItemMinor': 4499 })
  refusal(await cashOut({ currency: 'USD' }), 422, 'CASHBACK_ABOVE_LIMIT')
  await world.settings(operator, { 'cashback.maxItemMinor': 4500 })
  const paid = await cashOut({ currency: 'USD' })
  assert.deepEqual([paid.status, JSON.parse(paid.text).item.cashbackMinor], [200, 13_500])
})

test('an operator that goes over to another currency takes its limit along, and items won before are held to it at the current rate', async (t) => {
  const { world, operator, row, cashOut } = await start(t, 4501)
  await setRates(world.service.ctx, 'EUR', { JPY: '150.01' }, 'test')
  const { operatorId } = operator
  await convertOperator(world.service.ctx, operatorId, 'JPY', { actor: 'test', allowRtpOutside: true })
  assert.equal((await operator.coffer.config()).cashback.maxItemMinor, 6751, '45.01 · 150.01, down')
  const { currency, cashbackMinor } = await row()
  assert.deepEqual([currency, cashbackMinor], ['EUR', 4500])
  // 45.00 EUR are 6750.45 JPY.
  await world.settings(operator, { 'cashback.maxItemMinor': 6750 })
  assert.equal((await row()).cashbackMinor, null, 'less than half a yen too much')
  const { current } = refusal(await cashOut(), 422, 'CASHBACK_ABOVE_LIMIT')
  assert.deepEqual(current, { maxItemMinor: 6750, currency: 'JPY' })
  await world.settings(operator, { 'cashback.maxItemMinor': 6751 })
  const alerts = () => world.lines.filter(({ name }) => name === 'cashback_above_limit').length
  assert.equal(alerts(), 1)
  await openRows(world.databaseUrl).query("update rate_tables set rates = rates - 'JPY'")
  refusal(await cashOut(), 422, 'UNSUPPORTED_CURRENCY')
  assert.equal(alerts(), 1, 'that a rate is missing says nothing of the value')
  await setRates(world.service.ctx, 'EUR', { JPY: '150.01' }, 'test')
  assert.equal((await cashOut()).status, 200)
})

test('a stake counts for what it was won for when its cashback is above the limit, and never for a value that only leapt, nor for more because of a limit', async (t) => {
  const { world, operator, tell, stake } = await start(t, 9000)
  assert.equal(await stake(), 4500)
  await tell(10_001)
  assert.equal(await stake(), 9000)
  await tell(30_000)
  assert.equal(await stake(), 5000)
  await tell(4000)
  assert.equal(await stake(), 3600)
  await world.settings(operator, { 'cashback.maxItemMinor': 3000 })
  assert.equal(await stake(), 3600, 'a limit gives nothing to what fell')
})
