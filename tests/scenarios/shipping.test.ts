import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { ADDRESS, CONTACT, cancelOrder, noticesOf, removeItem, ship, shipped, told } from '../support/shipping.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

/** A mug of which there is one piece, a crown that costs 700 to ship, and everything else 300. */
function catalogue(mugs: number | null = 1): CatalogueFile {
  const file = sureBoxes()
  const items = file.items.map((item) => {
    if (item.key === 'mug') return { ...item, ...(mugs === null ? {} : { stock: mugs }) }
    return item.key === 'crown' ? { ...item, shippingCostMinor: 700 } : item
  })
  return { ...file, items }
}

async function start(t: TestContext, mugs: number | null = 1) {
  const settings = { 'session.idleMinutes': 720, 'shipping.defaultCostMinor': 300 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: catalogue(mugs), settings } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  return {
    ...{ world, operator, coffer: operator.coffer, player },
    won: async (...prizes: Parameters<typeof win>[2][]) =>
      (await win(operator, player, ...prizes)).items.map((item) => item.id),
    balance: async () => {
      const { body } = await player.call<{ balanceMinor: number }>('balance')
      return body.balanceMinor
    },
    stateOf: async (id: number) => (await operator.coffer.getInventoryItem({ playerExternalId: 'ann', id })).item.state,
  }
}

test('of three items one is out of stock, one is taken off and cashed back, and the order is cancelled and refunded once', async (t) => {
  const { world, coffer, player, won, balance, stateOf } = await start(t)
  const [first, second, crown] = (await won('mug', 'mug', 'crown')) as [number, number, number]
  const before = await balance()

  const order = await shipped(player, [first, second, crown], { notes: 'Ring twice' })
  assert.deepEqual(
    order.items.map((item) => [item.inventoryItemId, item.waitingForStock]),
    [
      [first, false],
      [second, true],
      [crown, false],
    ],
  )
  assert.deepEqual([order.status, order.shippingCostMinor, order.itemsValueTotalMinor], ['pending', 700, 6800])
  assert.deepEqual(order.fee, { amountMinor: 700, currency: 'EUR', refundedMinor: 0 })
  assert.equal(await balance(), before - 700, 'the fee of the dearest, once')

  const removed = await removeItem(player, order.publicId, second)
  assert.equal(removed.status, 200, removed.text)
  assert.equal(removed.body.item.state, 'unresolved')
  const cashed = await player.cashBack(second)
  assert.equal(cashed.status, 200, cashed.text)

  const refused = await removeItem(player, order.publicId, 999_999)
  assert.deepEqual([refused.status, refused.body.error.code], [404, 'INVENTORY_ITEM_NOT_FOUND'])

  const cancelled = await cancelOrder(player, order.publicId)
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal(cancelled.body.balanceAfterMinor, before + 810)
  assert.deepEqual(
    [cancelled.body.order.status, cancelled.body.order.items, cancelled.body.order.itemsValueTotalMinor],
    ['cancelled', [], 0],
  )
  const again = await cancelOrder(player, order.publicId)
  assert.equal(again.status, 200)
  const desk = await coffer.cancelOrder({ playerExternalId: 'ann', publicId: order.publicId })
  assert.deepEqual([desk.order.status, desk.balanceAfterMinor], ['cancelled', null])

  assert.equal(await balance(), before + 810, 'refunded once, whoever cancels again')
  assert.deepEqual(await Promise.all([first, second, crown].map(stateOf)), ['unresolved', 'cashed_back', 'unresolved'])
  assert.deepEqual(await told(world, order), ['created', 'item_removed', 'cancelled back 700'])
  const notices = await noticesOf(world, order)
  assert.deepEqual(
    notices.map(({ occurredAt }) => occurredAt).toSorted(),
    notices.map(({ occurredAt }) => occurredAt),
  )
  assert.equal(notices.at(-1)!.shippingRefundedCurrency, 'EUR')

  const { items: history } = await coffer.history({ playerExternalId: 'ann', types: 'shipping,refund' })
  assert.deepEqual(
    history.map(({ type, amountMinor, orderPublicId, status }) => [type, amountMinor, orderPublicId, status]),
    [
      ['refund', 700, order.publicId, 'settled'],
      ['shipping', -700, order.publicId, 'settled'],
    ],
  )
})

test('a good bought with Nuggets joins the open order to the same address, and opens one of its own to another', async (t) => {
  const { world, operator, coffer, player, won, balance, stateOf } = await start(t, null)
  const [crown] = (await won('crown')) as [number]
  const order = await shipped(player, [crown])
  const before = await balance()

  const buy = (clientActionId: string, address: object) =>
    coffer.buyWithNuggets({
      ...{ playerExternalId: 'ann', clientActionId, itemId: operator.items.mug!, contact: CONTACT },
      address: { ...ADDRESS, ...address },
    })
  const joined = await buy('along', {})
  assert.equal(joined.order?.publicId, order.publicId)
  assert.deepEqual(
    joined.order?.items.map((item) => item.inventoryItemId),
    [crown, joined.item.id],
  )
  assert.deepEqual(
    [joined.order?.shippingCostMinor, joined.order?.itemsValueTotalMinor],
    [700, 5900],
    'not quoted anew',
  )
  assert.equal(joined.item.state, 'ship_requested')

  const elsewhere = await buy('apart', { line2: 'Second floor' })
  assert.notEqual(elsewhere.order?.publicId, order.publicId)
  assert.equal(elsewhere.order?.fee, null)
  assert.deepEqual(await buy('apart', {}), elsewhere, 'a repeat is told of the first')
  assert.equal(await balance(), before, 'never a wallet call')
  assert.deepEqual(await told(world, order), ['created', 'items_added'])
  assert.deepEqual(await told(world, elsewhere.order!), ['created'])

  await coffer.cancelOrder({ playerExternalId: 'ann', publicId: elsewhere.order!.publicId })
  assert.deepEqual(await told(world, elsewhere.order!), ['created', 'cancelled back 0'])
  assert.equal(await stateOf(elsewhere.item.id), 'unresolved')
  assert.equal(await balance(), before, 'nothing was charged, so nothing goes back')
})

test('who ships, cancels and ships again is charged again, and each fee is an event of its own', async (t) => {
  const { world, operator, player, won, balance } = await start(t, null)
  const [crown] = (await won('crown')) as [number]
  const before = await balance()
  const first = await shipped(player, [crown])
  await cancelOrder(player, first.publicId)
  assert.equal(await balance(), before)
  const second = await shipped(player, [crown])
  assert.notEqual(second.publicId, first.publicId)
  assert.equal(await balance(), before - 700)

  const moved = world.casino.wallet
    .ledger(operator.slug)
    .filter(({ reference }) => reference !== null && 'orderPublicId' in reference)
  const keys = moved.map(({ idempotencyKey }) => idempotencyKey)
  assert.equal(new Set(keys).size, 3, 'two fees and a refund')
  assert.match(keys[0]!, /^shipping:player:[0-9a-f]{64}$/)
  assert.equal(keys[1], `shipping:refund:${first.publicId}`)
  const once = await ship(player, [crown])
  assert.deepEqual([once.status, once.body.error.code], [422, 'INVENTORY_NOT_SHIPPABLE'])
})
