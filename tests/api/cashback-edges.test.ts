import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

test('an item is not shippable while a cashback of it is undecided, on either surface, and is again when it did not happen', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const [mug] = (await win(operator, player, 'mug')).items
  const shown = async () => {
    const [inGame] = (await player.inventory()).body.items
    const [backend] = (await operator.coffer.listInventory({ playerExternalId: 'ann' })).items
    const { item: detail } = await operator.coffer.getInventoryItem({ playerExternalId: 'ann', id: mug!.id })
    assert.deepEqual([inGame!.shippable, backend!.shippable], [detail.shippable, detail.shippable], 'all say the same')
    return [detail.state, detail.shippable]
  }
  assert.deepEqual(await shown(), ['unresolved', true])
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.reset() })
  assert.equal((await player.cashBack(mug!.id)).status, 503)
  assert.deepEqual(await shown(), ['unresolved', false])
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') })
  world.clock.advance(120_000)
  assert.equal((await player.cashBack(mug!.id)).status, 403)
  assert.deepEqual(await shown(), ['unresolved', true])
})

test('an item whose Credits round to 0 is cashed back without a call to the wallet, once, and stands in no history', async (t) => {
  const settings = { 'cashback.percentBps': 1 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const { operator, casino } = world
  const player = await world.play(operator, 'ann')
  const [mug] = (await win(operator, player, 'mug')).items
  const movements = () => casino.wallet.ledger(operator.slug, 'ann').length
  const [before, history] = [movements(), (await operator.coffer.history()).items]
  for (const status of [200, 422]) {
    const { body, ...answer } = await player.cashBack(mug!.id)
    assert.equal(answer.status, status)
    if (status === 422) break
    const { state, cashbackMinor, uncredited, basisMinor } = body.item
    assert.deepEqual([state, cashbackMinor, basisMinor, body.balanceAfterMinor], ['cashed_back', 0, 900, null])
    assert.deepEqual(uncredited, { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 900 })
  }
  assert.deepEqual([movements(), (await operator.coffer.history()).items], [before, history])
})
