import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, BackendOrder } from '@coffer/contract/shipping'
import { assertInvalid } from '../support/door.ts'
import { ADDRESS, CONTACT, cancelOrder, shipped, told } from '../support/shipping.ts'
import { orderIn, refusal, type ShippingWorld, startShipping } from '../support/shipping-world.ts'

/** Goods that a player has bought with Nuggets, and the orders that they go on. */

const HOME: Address = { ...ADDRESS, line2: 'Second floor', phone: '+353 91 000 000' }

let clicks = 0

/** Buys a mug for Ann, to an address when one is given. */
async function buy({ coffer, operator }: ShippingWorld, address: object | null = HOME, more: object = {}) {
  const clientActionId = `buy-${clicks++}`
  const delivery = address ? { address: address as Address, contact: CONTACT } : {}
  const body = { playerExternalId: 'ann', clientActionId, itemId: operator.items.mug!, ...delivery, ...more }
  return coffer.buyWithNuggets(body)
}

const idsOf = (order: BackendOrder | null) => order?.items.map((item) => item.inventoryItemId)

test('without an address a good stays in the vault, and can be shipped later like anything else', async (t) => {
  const stage = await startShipping(t)
  const { player, calls, states } = stage
  calls.length = 0
  const { item, order } = await buy(stage, null)
  assert.equal(order, null)
  assert.deepEqual(
    [item.state, item.acquisitionType, item.shippable, item.cashbackMinor],
    ['unresolved', 'bought_with_nuggets', true, null],
  )
  assert.deepEqual((await buy(stage, null, { contact: CONTACT, notes: 'Ring twice' })).order, null)
  assert.deepEqual(calls, [])
  const placed = await shipped(player, [item.id])
  assert.equal(placed.fee?.amountMinor, 300, 'the player asks for it in the game')
  assert.deepEqual(await states(item.id), ['ship_requested'])
})

test('with an address it opens an order at once, free and whatever the minimum; out of stock it waits', async (t) => {
  const settings = { 'shipping.minShipmentValueMinor': 1_000_000 }
  const stage = await startShipping(t, { settings, stock: { mug: 1 } })
  const { world, calls, order, coffer } = stage
  calls.length = 0
  const first = await buy(stage, HOME, { notes: 'Ring twice' })
  assert.deepEqual([first.item.state, first.item.shippable], ['ship_requested', false])
  const { order: opened } = first
  assert.deepEqual(
    [opened?.status, opened?.fee, opened?.shippingCostMinor, opened?.itemsValueTotalMinor, opened?.userNotes],
    ['pending', null, 300, 900, 'Ring twice'],
  )
  assert.deepEqual([opened?.address, opened?.contact], [HOME, CONTACT])
  assert.deepEqual((await coffer.getOrder({ playerExternalId: 'ann', publicId: opened!.publicId })).order, opened)
  const second = await buy(stage)
  assert.deepEqual(
    second.order?.items.map((item) => item.waitingForStock),
    [false, true],
  )
  assert.deepEqual(await told(world, opened!), ['created', 'items_added'])
  assert.deepEqual(calls, [], 'the wallet is never called')
  const { item } = await buy(stage, null)
  refusal(await order([item.id]), 422, 'SHIPMENT_BELOW_MINIMUM')
})

test('a good joins the oldest pending order whose address is the same in every field, whoever placed it', async (t) => {
  const stage = await startShipping(t)
  const { world, player, won, order, calls, coffer } = stage
  const [one, two, three] = (await won('mug', 'mug', 'mug')) as [number, number, number]
  const gone = orderIn(await order([one], { address: HOME }))
  await cancelOrder(player, gone.publicId)
  const oldest = await shipped(player, [one], { address: HOME, notes: 'Of the game' })
  const younger = orderIn(await order([two], { address: HOME }))
  calls.length = 0
  const bought = await buy(stage, { ...HOME, country: 'ie' }, { notes: 'Of the good' })
  assert.equal(bought.order?.publicId, oldest.publicId)
  assert.deepEqual(idsOf(bought.order), [one, bought.item.id])
  const { fee, shippingCostMinor, itemsValueTotalMinor, userNotes } = bought.order!
  assert.deepEqual(fee, { amountMinor: 300, currency: 'EUR', refundedMinor: 0 })
  assert.deepEqual([shippingCostMinor, itemsValueTotalMinor, userNotes], [300, 1800, 'Of the game'], 'not quoted anew')
  assert.deepEqual(await told(world, oldest), ['created', 'items_added'])
  assert.deepEqual(calls, [])

  await stage.desk(oldest.publicId, { status: 'processing' })
  assert.equal((await buy(stage)).order?.publicId, younger.publicId, 'the oldest that is still pending')
  await coffer.cancelOrder({ playerExternalId: 'ann', publicId: younger.publicId })
  const opened = await buy(stage)
  assert.ok(![gone, oldest, younger].some(({ publicId }) => publicId === opened.order?.publicId))
  assert.equal((await told(world, gone)).length, 2, 'a cancelled one takes nothing')
  const joined = orderIn(await order([three], { address: HOME }))
  assert.notEqual(joined.publicId, opened.order?.publicId, 'an order of the backend is always one of its own')
})

test('an address that differs in any one field is another order', async (t) => {
  const stage = await startShipping(t)
  const { world, coffer } = stage
  const first = await buy(stage)
  const seen = new Set([first.order!.publicId])
  for (const field of Object.keys(HOME) as (keyof Address)[]) {
    const differs = { ...HOME, [field]: field === 'country' ? 'GB' : `${HOME[field]}.` }
    seen.add((await buy(stage, differs)).order!.publicId)
    if (field === 'line2' || field === 'phone') {
      seen.add((await buy(stage, { ...HOME, [field]: null })).order!.publicId)
      const { [field]: _, ...absent } = HOME
      const again = await buy(stage, absent)
      assert.ok(seen.has(again.order!.publicId), 'what is absent is null')
    }
  }
  assert.equal(seen.size, 1 + 8 + 2)
  assert.deepEqual(await told(world, first.order!), ['created'])
  const bobs = await buy(stage, HOME, { playerExternalId: 'bob' })
  assert.ok(!seen.has(bobs.order!.publicId), 'another player has orders of their own')
  assert.equal((await coffer.listOrders({ playerExternalId: 'bob' })).orders.length, 1)
})

test('an order of fifty lines is full: the next good goes to one with room, or opens another', async (t) => {
  const stage = await startShipping(t)
  const { won, order } = stage
  const mugs: number[] = []
  for (const count of [20, 20, 9]) mugs.push(...(await won(...Array.from({ length: count }, () => 'mug' as const))))
  const full = orderIn(await order(mugs, { address: HOME }))
  const fiftieth = await buy(stage)
  assert.deepEqual([fiftieth.order?.publicId, fiftieth.order?.items.length], [full.publicId, 50])
  const opened = await buy(stage)
  assert.notEqual(opened.order?.publicId, full.publicId)
  assert.equal((await buy(stage)).order?.publicId, opened.order?.publicId)
  const params = { publicId: full.publicId }
  const body = { playerExternalId: 'ann', inventoryItemId: mugs[0]! }
  assert.equal((await stage.backend('removeOrderItem', { params, body })).status, 200)
  assert.equal((await buy(stage)).order?.publicId, full.publicId, 'a line that has left makes room')
})

test('a repeat is told of the first purchase, whatever has become of its order', async (t) => {
  const stage = await startShipping(t)
  const { player, backend, operator, rows } = stage
  const send = (more: object = {}) => {
    const purchase = { playerExternalId: 'ann', clientActionId: 'one', itemId: operator.items.mug!, ...more }
    return backend('buyWithNuggets', { body: { address: HOME, contact: CONTACT, ...purchase } })
  }
  const first = await send()
  assert.deepEqual([first.status, first.headers.get('coffer-replayed')], [201, null])
  const { publicId } = orderIn(first)
  await cancelOrder(player, publicId)
  const before = await rows.fingerprint()
  for (const again of [await send(), await send({ itemId: operator.items.crown! })]) {
    assert.deepEqual([again.status, again.text, again.headers.get('coffer-replayed')], [201, first.text, 'true'])
  }
  assert.deepEqual(await rows.fingerprint(), before)
  const { body } = await player.inventory()
  assert.equal(body.items.length, 1)
  const other = await backend('buyWithNuggets', {
    body: { playerExternalId: 'bob', clientActionId: 'one', itemId: operator.items.mug! },
  })
  assert.equal(other.headers.get('coffer-replayed'), null, 'another player')
})

test('ten goods that are bought at once to one address go on one order', async (t) => {
  const stage = await startShipping(t)
  const { world, coffer } = stage
  for (let n = 0; n < 5; n++)
    await Promise.all(Array.from({ length: 10 }, () => buy(stage, { ...HOME, line2: `Room ${n}` })))
  const { orders } = await coffer.listOrders({ playerExternalId: 'ann' })
  assert.deepEqual(
    orders.map((order) => order.items.length),
    [10, 10, 10, 10, 10],
  )
  const joined = Array.from({ length: 9 }, () => 'items_added')
  for (const order of orders) assert.deepEqual(await told(world, order), ['created', ...joined])
})

test('a good that came off a cancelled order is in the vault, where it can only be shipped', async (t) => {
  const stage = await startShipping(t)
  const { player, order, coffer, world } = stage
  const { item, order: opened } = await buy(stage)
  assert.equal((await cancelOrder(player, opened!.publicId)).status, 200)
  assert.deepEqual(await told(world, opened!), ['created', 'cancelled back 0'])
  refusal(await player.cashBack(item.id), 422, 'CASHBACK_NOT_AVAILABLE')
  const payout = { playerExternalId: 'ann', inventoryItemIds: [item.id], idempotencyKey: 'one' }
  await assert.rejects(coffer.createPayout(payout), { status: 422, code: 'PAYOUT_NOT_AVAILABLE' })
  const [row] = (await player.inventory()).body.items
  assert.deepEqual([row?.state, row?.shippable, row?.acquisitionType], ['unresolved', true, 'bought_with_nuggets'])
  assert.equal((await order([item.id])).status, 201)
})

test('an address without somebody to write to is refused, and so are goods that cannot be bought; nothing is left of either', async (t) => {
  const stage = await startShipping(t)
  const { world, operator, backend, rows, coffer } = stage
  const { book, mug } = operator.items
  const body = { playerExternalId: 'ann', clientActionId: 'one', itemId: mug!, address: HOME }
  await backend('quoteShipping', { body: { playerExternalId: 'ann', inventoryItemIds: [1] } })
  const before = await rows.fingerprint()
  assertInvalid(await backend('buyWithNuggets', { body }), 'contact', 'an address without a contact')
  const whole = { ...body, contact: CONTACT }
  for (const more of [{ address: { ...HOME, city: '' } }, { contact: {} }, { notes: 'x'.repeat(501) }]) {
    refusal(await backend('buyWithNuggets', { body: { ...whole, ...more } }), 422, 'VALIDATION_FAILED')
  }
  assertInvalid(await backend('buyWithNuggets', { body: { ...whole, itemId: book! } }), 'itemId', 'a digital good')
  refusal(await backend('buyWithNuggets', { body: { ...whole, itemId: 999_999 } }), 404, 'UNKNOWN_ITEM')
  assert.deepEqual(await rows.fingerprint(), before)
  await world.settings(operator, { 'policies.shippingEnabled': false })
  refusal(await backend('buyWithNuggets', { body: whole }), 403, 'SHIPPING_DISABLED')
  await world.settings(operator, { 'policies.shippingEnabled': true })
  await coffer.setRestrictions({ playerExternalId: 'ann', selfExcluded: true })
  refusal(await backend('buyWithNuggets', { body: whole }), 403, 'PLAYER_RESTRICTED')
  await coffer.setRestrictions({ playerExternalId: 'ann', selfExcluded: false })
  assert.equal((await backend('buyWithNuggets', { body: whole })).status, 201, 'no refusal was remembered')
})
