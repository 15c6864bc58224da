import assert from 'node:assert/strict'
import { test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { Address } from '@coffer/contract/shipping'
import { knock } from '../support/door.ts'
import {
  ADDRESS,
  CONTACT,
  cancelOrder,
  changeAddress,
  readOrder,
  removeItem,
  shipped,
  told,
} from '../support/shipping.ts'
import { asBackend, orderIn, refusal, type ShippingWorld, startShipping } from '../support/shipping-world.ts'
import { win } from '../support/sure-boxes.ts'

/** Changes of an order while it is pending: its address, and items taken off it. */

const ELSEWHERE: Address = { ...ADDRESS, line1: '9 Mill Lane', line2: 'Shed', country: 'GB', phone: '+44 1' }

const backendMoves = ({ backend }: ShippingWorld, publicId: string, address: object) =>
  backend('changeOrderAddress', { params: { publicId }, body: { playerExternalId: 'ann', address } })

const backendRemoves = ({ backend }: ShippingWorld, publicId: string, inventoryItemId: number) =>
  backend('removeOrderItem', { params: { publicId }, body: { playerExternalId: 'ann', inventoryItemId } })

test('a pending order is sent elsewhere from both surfaces, and its cost and its fee stay', async (t) => {
  const stage = await startShipping(t)
  const { world, operator, player, won, calls } = stage
  const [crown] = (await won('crown')) as [number]
  const placed = await shipped(player, [crown])
  await world.settings(operator, { 'shipping.defaultCostMinor': 9000 })
  await world.catalogue(operator, {
    items: [
      {
        key: 'crown',
        name: 'Sure crown',
        type: 'physical',
        valueMinor: 5000,
        isCollectible: true,
        collectibleCategory: 'coin',
        shippingCostMinor: 9000,
      },
    ],
    boxes: [],
  })
  calls.length = 0
  const moved = await changeAddress(player, placed.publicId, { ...ELSEWHERE, country: 'gb' })
  assert.deepEqual([moved.status, moved.body.order], [200, { ...placed, address: ELSEWHERE }])
  const back = orderIn(await backendMoves(stage, placed.publicId, ADDRESS))
  assert.deepEqual(back, asBackend(placed))
  assert.deepEqual((await readOrder(player, placed.publicId)).body.order, placed)
  assert.deepEqual(await told(world, placed), ['created', 'address', 'address'])
  assert.deepEqual(calls, [])
})

test('the address that an order has already changes nothing and is told to nobody', async (t) => {
  const stage = await startShipping(t)
  const { world, player, won, rows, order } = stage
  const [mug] = (await won('mug')) as [number]
  const { publicId } = orderIn(await order([mug]))
  const before = await rows.fingerprint()
  const { line2: _, ...shorter } = ADDRESS
  for (const same of [ADDRESS, shorter, { ...ADDRESS, country: 'ie' }]) {
    assert.equal((await changeAddress(player, publicId, same)).status, 200)
    assert.equal((await backendMoves(stage, publicId, same)).status, 200)
  }
  assert.deepEqual(await rows.fingerprint(), before)
  for (const [field, value] of Object.entries(ELSEWHERE)) {
    assert.equal((await changeAddress(player, publicId, { ...ADDRESS, [field]: `${value}`.slice(0, 2) })).status, 200)
  }
  assert.equal((await told(world, { publicId })).length, 9, 'each of the eight fields is one')
})

test('an order past pending keeps its address and its items', async (t) => {
  const stage = await startShipping(t)
  const { player, won, rows, order, desk } = stage
  const [gone, left, away] = (await won('mug', 'mug', 'mug')) as [number, number, number]
  const cancelled = orderIn(await order([gone])).publicId
  await cancelOrder(player, cancelled)
  const processing = orderIn(await order([left, away])).publicId
  assert.equal((await removeItem(player, processing, away)).status, 200)
  await desk(processing, { status: 'processing' })
  const before = await rows.fingerprint()
  for (const [publicId, id] of [
    [cancelled, gone],
    [processing, left],
  ] as const) {
    refusal(await changeAddress(player, publicId, ELSEWHERE), 422, 'SHIPMENT_NOT_EDITABLE')
    refusal(await changeAddress(player, publicId, ADDRESS), 422, 'SHIPMENT_NOT_EDITABLE')
    refusal(await backendMoves(stage, publicId, ELSEWHERE), 422, 'SHIPMENT_NOT_EDITABLE')
    refusal(await removeItem(player, publicId, id), 422, 'SHIPMENT_NOT_EDITABLE')
    refusal(await backendRemoves(stage, publicId, id), 422, 'SHIPMENT_NOT_EDITABLE')
  }
  assert.equal((await removeItem(player, processing, away)).status, 200, 'what was done is done')
  assert.deepEqual(await rows.fingerprint(), before)
})

test('an item taken off its order is free to be cashed back, its stock too, and the others go on at the same cost', async (t) => {
  const stage = await startShipping(t, { stock: { crown: 1 } })
  const { world, player, won, stockOf, balance } = stage
  const [mug, crown] = (await won('mug', 'crown')) as [number, number]
  const placed = await shipped(player, [mug, crown])
  assert.equal(await stockOf('crown'), 0)
  const before = await balance()
  const removed = await removeItem(player, placed.publicId, crown)
  assert.equal(removed.status, 200, removed.text)
  const lines = placed.items.filter((item) => item.inventoryItemId === mug)
  assert.deepEqual(removed.body.order, { ...placed, items: lines, itemsValueTotalMinor: 900 })
  assert.equal(removed.body.order.fee?.refundedMinor, 0, 'the fee is not quoted anew')
  const { items } = (await player.inventory()).body
  assert.deepEqual([removed.body.item], items, 'as the vault shows it')
  assert.deepEqual([removed.body.item.id, await stockOf('crown'), await balance()], [crown, 1, before])
  assert.equal((await player.cashBack(crown)).body.item.cashbackMinor, 4500)
  assert.deepEqual(await told(world, placed), ['created', 'item_removed'])
})

test('a repeat of a removal is 200 on both surfaces, whatever has become of the item and the order since', async (t) => {
  const stage = await startShipping(t)
  const { world, player, won, order, states } = stage
  const [mug, other] = (await won('mug', 'mug')) as [number, number]
  const { publicId } = orderIn(await order([mug, other]))
  assert.equal((await backendRemoves(stage, publicId, mug)).status, 200)
  assert.equal((await player.cashBack(mug)).status, 200)
  for (const answer of [await removeItem(player, publicId, mug), await backendRemoves(stage, publicId, mug)]) {
    assert.equal(answer.status, 200, answer.text)
    const { item } = JSON.parse(answer.text) as { item: { state: string } }
    assert.equal(item.state, 'cashed_back')
  }
  await cancelOrder(player, publicId)
  const next = orderIn(await order([other]))
  assert.equal((await removeItem(player, publicId, mug)).body.order.status, 'cancelled')
  refusal(await removeItem(player, publicId, other), 422, 'SHIPMENT_NOT_EDITABLE')
  assert.deepEqual(await states(other), ['ship_requested'], 'it stands on another order')
  assert.deepEqual(await told(world, { publicId }), ['created', 'item_removed', 'cancelled back 0'])
  assert.deepEqual(await told(world, next), ['created'])
})

test('the last item of an order that the player paid for stays on it; any other emptied order is cancelled with nothing to give back', async (t) => {
  const stage = await startShipping(t, { costs: { keepsake: 0 } })
  const { world, operator, player, won, order, coffer, calls, rows, states } = stage
  const [paid, backends, free] = (await won('mug', 'mug', 'keepsake')) as [number, number, number]
  const charged = await shipped(player, [paid])
  const before = await rows.fingerprint()
  refusal(await removeItem(player, charged.publicId, paid), 422, 'SHIPMENT_NOT_EDITABLE')
  refusal(await backendRemoves(stage, charged.publicId, paid), 422, 'SHIPMENT_NOT_EDITABLE')
  assert.deepEqual(await rows.fingerprint(), before)

  const ofBackend = orderIn(await order([backends]))
  const ofGame = await shipped(player, [free])
  const bought = { playerExternalId: 'ann', clientActionId: 'n', itemId: operator.items.mug! }
  const goods = await coffer.buyWithNuggets({ ...bought, address: ELSEWHERE, contact: CONTACT })
  calls.length = 0
  const EMPTIED: [string, number][] = [
    [ofBackend.publicId, backends],
    [ofGame.publicId, free],
    [goods.order!.publicId, goods.item.id],
  ]
  for (const [publicId, id] of EMPTIED) {
    const { status, body, text } = await removeItem(player, publicId, id)
    assert.equal(status, 200, text)
    assert.deepEqual(
      [body.order.status, body.order.items, body.order.itemsValueTotalMinor, body.order.fee],
      ['cancelled', [], 0, null],
    )
    assert.deepEqual(await told(world, { publicId }), ['created', 'item_removed+cancelled back 0'])
    assert.equal((await backendRemoves(stage, publicId, id)).status, 200, 'again')
    assert.equal((await cancelOrder(player, publicId)).status, 200, 'it is cancelled already')
    assert.equal((await told(world, { publicId })).length, 2)
  }
  assert.deepEqual(calls, [])
  assert.deepEqual(await states(backends, free, goods.item.id), ['unresolved', 'unresolved', 'unresolved'])
  assert.equal((await player.cashBack(goods.item.id)).body.error.code, 'CASHBACK_NOT_AVAILABLE')
})

test('an item that does not stand on an order cannot be taken off it', async (t) => {
  const stage = await startShipping(t)
  const { world, operator, player, won, order, rows } = stage
  const [mug, other, free] = (await won('mug', 'mug', 'mug')) as [number, number, number]
  const { publicId } = orderIn(await order([mug]))
  orderIn(await order([other]))
  const bob = await world.play(operator, 'bob')
  const bobs = (await win(operator, bob, 'mug')).items[0]!.id
  const body = { playerExternalId: 'bob', inventoryItemIds: [bobs], address: ADDRESS, contact: CONTACT }
  orderIn(await knock(world, s2sRoutes.createOrder, operator, { body }))
  const before = await rows.fingerprint()
  for (const id of [other, free, bobs, 999_999]) {
    refusal(await removeItem(player, publicId, id), 404, 'INVENTORY_ITEM_NOT_FOUND')
    refusal(await backendRemoves(stage, publicId, id), 404, 'INVENTORY_ITEM_NOT_FOUND')
  }
  refusal(await removeItem(bob, publicId, mug), 404, 'ORDER_NOT_FOUND')
  assert.deepEqual(await rows.fingerprint(), before)
})
