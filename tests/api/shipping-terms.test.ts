import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '@coffer/service/platform'
import { ADDRESS, CONTACT, cancelOrder, readOrder, removeItem, shipped, told } from '../support/shipping.ts'
import { orderIn, quote, refusal, type ShippingWorld, startShipping } from '../support/shipping-world.ts'

/** An item that is taken off never leaves an order that could not have been placed for what was paid (decisions §15). */

const backendRemoves = ({ backend }: ShippingWorld, publicId: string, inventoryItemId: number) =>
  backend('removeOrderItem', { params: { publicId }, body: { playerExternalId: 'ann', inventoryItemId } })

/** Asks on both surfaces, and looks that nothing came of it. */
async function refuses(stage: ShippingWorld, publicId: string, id: number, reason: string, current: object) {
  const before = await stage.rows.fingerprint()
  for (const answer of [await removeItem(stage.player, publicId, id), await backendRemoves(stage, publicId, id)]) {
    const error = refusal(answer, 422, 'SHIPMENT_NOT_EDITABLE')
    assert.deepEqual([error.reason, error.current], [reason, current])
  }
  assert.deepEqual(await stage.rows.fingerprint(), before)
}

const UNCOVERED = { shippingCostMinor: 2500, paidCostMinor: 500, currency: 'EUR' }

test('a dear item whose shipping is cheap cannot be taken off again to send the others for its fee', async (t) => {
  const stage = await startShipping(t, { costs: { crown: 500, mug: 2500 } })
  const { world, player, won, balance, moved } = stage
  const mugs = await won('mug', 'mug', 'mug')
  const [crown] = (await won('crown')) as [number]
  assert.equal((await quote(player, mugs)).body.quote.shippingCostMinor, 2500)
  const before = await balance()
  const placed = await shipped(player, [...mugs, crown])
  assert.equal(placed.fee?.amountMinor, 500)
  await refuses(stage, placed.publicId, crown, 'COST_NOT_COVERED', UNCOVERED)
  assert.deepEqual((await readOrder(player, placed.publicId)).body.order, placed)
  assert.equal((await removeItem(player, placed.publicId, mugs[0]!)).status, 200, 'the dear one still decides the cost')
  assert.deepEqual(await told(world, placed), ['created', 'item_removed'])
  assert.equal((await cancelOrder(player, placed.publicId)).status, 200)
  assert.equal(await balance(), before, 'a cancel gives the whole fee back')
  assert.equal((await shipped(player, mugs)).fee?.amountMinor, 2500)
  assert.deepEqual(
    moved().map(({ amountMinor }) => amountMinor),
    [-500, 500, -2500],
  )
})

test('an order that cost nothing, and one of a backend, keep what made them cost so little', async (t) => {
  const stage = await startShipping(t, { costs: { keepsake: 0, crown: 500, mug: 2500 } })
  const { player, won, order } = stage
  const [keepsake, mug, crown, small] = (await won('keepsake', 'mug', 'crown', 'mug')) as [
    number,
    number,
    number,
    number,
  ]
  const free = await shipped(player, [keepsake, mug])
  assert.deepEqual([free.fee, free.shippingCostMinor], [null, 0])
  await refuses(stage, free.publicId, keepsake, 'COST_NOT_COVERED', { ...UNCOVERED, paidCostMinor: 0 })
  const ofBackend = orderIn(await order([crown, small]))
  assert.equal(ofBackend.shippingCostMinor, 500, 'what the operator is told to charge by itself')
  await refuses(stage, ofBackend.publicId, crown, 'COST_NOT_COVERED', UNCOVERED)
  assert.equal((await removeItem(player, ofBackend.publicId, small)).status, 200)
  assert.equal((await removeItem(player, ofBackend.publicId, crown)).body.order.status, 'cancelled')
})

test('what remains of an order is worth at least the minimum that it was placed under, whatever the minimum is now', async (t) => {
  const settings = { 'shipping.minShipmentValueMinor': 2500, 'shipping.defaultCostMinor': 500 }
  const stage = await startShipping(t, { costs: {}, settings })
  const { world, operator, player, won, order } = stage
  const [crown, mug, second, small] = (await won('crown', 'mug', 'crown', 'mug')) as [number, number, number, number]
  const inGame = await shipped(player, [crown, mug])
  const ofBackend = orderIn(await order([second, small]))
  const below = { valueMinor: 900, minimumMinor: 2500, currency: 'EUR' }
  await world.settings(operator, { 'shipping.minShipmentValueMinor': 0, 'shipping.defaultCostMinor': 0 })
  await refuses(stage, inGame.publicId, crown, 'BELOW_MINIMUM', below)
  await refuses(stage, ofBackend.publicId, second, 'BELOW_MINIMUM', below)
  await world.settings(operator, { 'shipping.minShipmentValueMinor': 900_000, 'shipping.defaultCostMinor': 9000 })
  for (const [publicId, id] of [
    [inGame.publicId, mug],
    [ofBackend.publicId, small],
  ] as const) {
    assert.equal((await removeItem(player, publicId, id)).status, 200, 'it stands on the terms of its day')
  }
})

test('goods bought with Nuggets go along for nothing, and hold no order up that could not stand without them', async (t) => {
  const settings = { 'shipping.minShipmentValueMinor': 1500, 'shipping.defaultCostMinor': 300 }
  const stage = await startShipping(t, { costs: { crown: 500, mug: 2500 }, settings })
  const { operator, player, won, coffer } = stage
  const [crown, mug] = (await won('crown', 'mug')) as [number, number]
  const placed = await shipped(player, [crown, mug])
  const buy = (key: 'crown' | 'mug', clientActionId: string) =>
    coffer.buyWithNuggets({
      ...{ playerExternalId: 'ann', clientActionId, itemId: operator.items[key]! },
      ...{ address: ADDRESS, contact: CONTACT },
    })
  const good = await buy('crown', 'good-1')
  const joined = await buy('mug', 'good-2')
  assert.equal(joined.order?.publicId, placed.publicId)
  const below = { valueMinor: 900, minimumMinor: 1500, currency: 'EUR' }
  await refuses(stage, placed.publicId, crown, 'BELOW_MINIMUM', below)
  assert.equal((await removeItem(player, placed.publicId, mug)).status, 200)
  assert.equal((await removeItem(player, placed.publicId, good.item.id)).status, 200, 'a good comes off at any time')
  assert.equal((await removeItem(player, placed.publicId, crown)).status, 200, 'what was sold needs no minimum')
  const last = refusal(await removeItem(player, placed.publicId, joined.item.id), 422, 'SHIPMENT_NOT_EDITABLE')
  assert.equal(last.reason, 'LAST_ITEM')
})

/** What the migration has made. */
const TAKEN_BACK = [
  'alter table shipping_orders drop column minimum_minor',
  'alter table shipping_lines drop column shipping_cost_minor, drop column goes_along',
  'drop table held_values',
  "delete from migrations where name like '0026%'",
]

test('orders that an earlier build has placed are held to what is known of them', async (t) => {
  const settings = { 'shipping.minShipmentValueMinor': 1500 }
  const stage = await startShipping(t, { costs: { crown: 500, mug: 2500 }, settings })
  const { world, operator, player, won, coffer, order } = stage
  const [crown, mug, second, keepsake, small] = (await won('crown', 'mug', 'mug', 'keepsake', 'mug')) as number[]
  const placed = await shipped(player, [crown!, mug!, second!])
  const other = orderIn(await order([keepsake!, small!]))
  const good = { playerExternalId: 'ann', clientActionId: 'good', itemId: operator.items.mug! }
  const joined = await coffer.buyWithNuggets({ ...good, address: ADDRESS, contact: CONTACT })
  assert.equal(joined.order?.publicId, placed.publicId)
  for (const statement of TAKEN_BACK) await stage.rows.query(statement)
  assert.equal((await migrate(world.databaseUrl)).applied.length, 1)
  await refuses(stage, placed.publicId, crown!, 'COST_NOT_COVERED', UNCOVERED)
  const below = { valueMinor: 900, minimumMinor: 1500, currency: 'EUR' }
  await refuses(stage, other.publicId, keepsake!, 'BELOW_MINIMUM', below)
  for (const id of [joined.item.id, mug!]) assert.equal((await removeItem(player, placed.publicId, id)).status, 200)
  assert.equal((await removeItem(player, other.publicId, small!)).status, 200)
})
