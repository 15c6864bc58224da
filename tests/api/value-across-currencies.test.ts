import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CofferError } from '@coffer/operator-sdk'
import { convertOperator, setRates } from '@coffer/service/administration'
import { openRows } from '../support/rows.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

/** A crown was won at €50 and rose to €60; then the operator went over to dollars. */
async function start(t: TestContext) {
  const settings = { 'collectibles.creditedRiseBps': 5000 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const [crown] = (await win(operator, player, 'crown')).items
  const tell = (valueMinor: number) => {
    world.clock.advance(60_000)
    return operator.coffer.recordValue({ itemId: operator.items.crown!, valueMinor })
  }
  await tell(6000)
  await convertOperator(world.service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  const row = async () => (await operator.coffer.listInventory({ playerExternalId: 'ann' })).items[0]!
  const shown = async () => {
    const { valueMinor, currentValueMinor, wonValueMinor, cashbackMinor, cashbackUncredited, currency } = await row()
    assert.deepEqual((await player.inventory()).body.items[0], await row(), 'both surfaces show one')
    const { item } = await operator.coffer.getInventoryItem({ id: crown!.id, playerExternalId: 'ann' })
    assert.deepEqual([item.valueMinor, item.cashbackMinor, item.currency], [valueMinor, cashbackMinor, currency])
    assert.deepEqual([currentValueMinor, wonValueMinor, currency], [valueMinor, 5000, 'EUR'])
    return { valueMinor, cashbackMinor, cashbackUncredited }
  }
  const cashOut = (asked: object = {}) =>
    operator.coffer.cashout({ playerExternalId: 'ann', inventoryItemId: crown!.id, currency: 'EUR', ...asked })
  return { world, operator, player, crown: crown!, tell, row, shown, cashOut }
}

const euros = ({ coffer }: Awaited<ReturnType<typeof start>>['operator']) =>
  coffer.portfolio({ playerExternalId: 'ann', currency: 'EUR' })

test('an item that was won before an operator was converted keeps the value that it had then, to the cent', async (t) => {
  const { operator, shown, cashOut } = await start(t)
  const cashbackUncredited = { priceFallMinor: 0, priceRiseMinor: 500, creditsShareMinor: 550 }
  assert.deepEqual(await shown(), { valueMinor: 6000, cashbackMinor: 4950, cashbackUncredited })
  const held = { count: 1, currency: 'EUR', totalCurrentValueMinor: 6000, totalWonValueMinor: 5000 }
  assert.deepEqual(await euros(operator), held)
  const { item } = await cashOut()
  assert.deepEqual([item.cashbackMinor, item.uncredited, item.basisMinor], [4950, cashbackUncredited, 6000])
})

test('a value that is told in the new currency moves it, at the current rate and down', async (t) => {
  const { operator, crown, tell, shown, row, cashOut } = await start(t)
  await tell(7000)
  const cashbackUncredited = { priceFallMinor: 0, priceRiseMinor: 731, creditsShareMinor: 573 }
  assert.deepEqual(await shown(), { valueMinor: 6461, cashbackMinor: 5157, cashbackUncredited })
  assert.equal((await euros(operator)).totalCurrentValueMinor, 6461)
  const { currentRevisionId } = await row()
  const inDollars = { valueMinor: 6999, cashbackMinor: 5587, currency: 'USD' }
  await assert.rejects(cashOut({ expectedRevisionId: crown.currentRevisionId }), (error: CofferError) => {
    const { cashbackUncredited, ...current } = error.details.current as Record<string, unknown>
    assert.deepEqual(current, { ...inDollars, revisionId: currentRevisionId }, 'in the operator’s currency of now')
    assert.deepEqual(cashbackUncredited, { priceFallMinor: 0, priceRiseMinor: 792, creditsShareMinor: 621 })
    return error.code === 'PRICE_CHANGED'
  })
  const { item } = await cashOut()
  assert.deepEqual([item.cashbackMinor, item.uncredited, item.basisMinor], [5157, cashbackUncredited, 6461])
})

test('a value that is told in the new currency moves it, whatever number the conversion made of the old one', async (t) => {
  const { world, tell, shown } = await start(t)
  const [converted] = await openRows(world.databaseUrl).query<{ told: number }>(
    "select value_minor::int as told from catalogue_items where key = 'crown'",
  )
  world.clock.advance(60_000)
  await setRates(world.service.ctx, 'EUR', { USD: '2' }, 'test')
  assert.equal((await tell(converted!.told)).changed, true)
  assert.equal((await shown()).valueMinor, Math.floor(converted!.told / 2))
  assert.equal((await tell(converted!.told)).changed, false)
})

test('while no rate says what it is worth, the last value known is shown, and nothing is paid by it', async (t) => {
  const { world, operator, tell, shown, row, cashOut } = await start(t)
  await tell(7000)
  world.clock.advance(60_000)
  await setRates(world.service.ctx, 'GBP', { CHF: '1.12' }, 'test')
  assert.deepEqual(await shown(), { valueMinor: 6000, cashbackMinor: null, cashbackUncredited: null })
  assert.equal((await row()).state, 'unresolved')
  await assert.rejects(cashOut(), { status: 422, code: 'UNSUPPORTED_CURRENCY' })
  await assert.rejects(euros(operator), { code: 'UNSUPPORTED_CURRENCY' })
  world.clock.advance(60_000)
  await setRates(world.service.ctx, 'EUR', { USD: '1.25' }, 'test')
  assert.equal((await shown()).valueMinor, 5600)
  assert.equal((await cashOut()).item.basisMinor, 5600)
})
