import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CursorPair } from '@coffer/contract/shapes'
import type { BackendOrder, ShippingOrder } from '@coffer/contract/shipping'
import { cancelOrder, orderOf, readOrder, shipped } from '../support/shipping.ts'
import { asBackend, orderIn, refusal, startShipping } from '../support/shipping-world.ts'
import { win } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'

type Listed<Order> = { orders: Order[]; cursor: CursorPair }

test('orders are listed newest first, page by page both ways, and new ones do not move a page', async (t) => {
  const { won, order, player, backend } = await startShipping(t)
  const mugs = await won('mug', 'mug', 'mug', 'mug', 'mug', 'mug', 'mug')
  const placed: string[] = []
  for (const id of mugs.slice(0, 5)) placed.unshift(orderIn(await order([id])).publicId)
  let added = 5
  const between = async () => orderIn(await order([mugs[added++]!]))
  const idsOf = (pages: { publicId: string }[][]) => pages.map((page) => page.map(({ publicId }) => publicId))
  const expected = (ids: string[]) => [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]

  const inGame = await walkBothWays(async (query) => {
    const { body } = await player.call<Listed<ShippingOrder>>('listOrders', { query: `?${query}` })
    return { rows: body.orders, cursor: body.cursor }
  }, 2)
  assert.deepEqual(idsOf(inGame), expected(placed))
  const pages: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const rawQuery = `playerExternalId=ann&limit=2${cursor && `&cursor=${cursor}`}`
    const body = (await backend('listOrders', { rawQuery })).body as unknown as Listed<BackendOrder>
    pages.push(body.orders.map(({ publicId }) => publicId))
    if (cursor === '') await between()
    cursor = body.cursor.next
  }
  assert.deepEqual(pages, expected(placed))
})

test('a filter of statuses ignores what it does not know, and without any that is known it is none', async (t) => {
  const { won, order, player, backend, desk } = await startShipping(t)
  const mugs = await won('mug', 'mug', 'mug')
  const ids: Record<string, string> = {}
  for (const [n, status] of ['pending', 'cancelled', 'processing'].entries()) {
    ids[status] = orderIn(await order([mugs[n]!])).publicId
  }
  await cancelOrder(player, ids.cancelled!)
  await desk(ids.processing!, { status: 'processing' })
  const every = [ids.processing, ids.cancelled, ids.pending]
  const CASES: [string, (string | undefined)[]][] = [
    ['pending', [ids.pending]],
    ['cancelled,pending', [ids.cancelled, ids.pending]],
    ['lost,processing,', [ids.processing]],
    ['delivered', []],
    ['lost', every],
    ['', every],
    ['PENDING', every],
  ]
  for (const [status, expected] of CASES) {
    const inGame = await player.call<Listed<ShippingOrder>>('listOrders', { query: `?status=${status}` })
    const { body } = await backend('listOrders', { query: { playerExternalId: 'ann', status } })
    for (const { orders } of [inGame.body, body as unknown as Listed<BackendOrder>]) {
      assert.deepEqual(
        orders.map(({ publicId }) => publicId),
        expected,
        status,
      )
    }
  }
})

test('orders of another player are in no list and cannot be read, changed or cancelled; of a player nobody knows there are none', async (t) => {
  const { world, operator, won, order, player, backend, coffer, rows } = await startShipping(t)
  const [mug] = (await won('mug')) as [number]
  const { publicId } = orderIn(await order([mug]))
  const bob = await world.play(operator, 'bob')
  const before = await rows.fingerprint()
  assert.deepEqual((await bob.call<Listed<ShippingOrder>>('listOrders')).body.orders, [])
  for (const playerExternalId of ['bob', 'nobody']) {
    assert.deepEqual((await coffer.listOrders({ playerExternalId })).orders, [])
    const params = { publicId }
    const { address } = orderOf([])
    refusal(await backend('getOrder', { params, query: { playerExternalId } }), 404, 'ORDER_NOT_FOUND')
    refusal(await backend('cancelOrder', { params, body: { playerExternalId } }), 404, 'ORDER_NOT_FOUND')
    const elsewhere = { params, body: { playerExternalId, address } }
    refusal(await backend('changeOrderAddress', elsewhere), 404, 'ORDER_NOT_FOUND')
    const removal = { params, body: { playerExternalId, inventoryItemId: mug } }
    refusal(await backend('removeOrderItem', removal), 404, 'ORDER_NOT_FOUND')
  }
  refusal(await readOrder(bob, publicId), 404, 'ORDER_NOT_FOUND')
  refusal(await cancelOrder(bob, publicId), 404, 'ORDER_NOT_FOUND')
  refusal(await readOrder(player, 'ord_none'), 404, 'ORDER_NOT_FOUND')
  assert.deepEqual(await rows.fingerprint(), before)
})

test('what fulfilment really cost is the operator’s to know: no answer to a player holds it', async (t) => {
  const { won, player, desk, coffer, order, backend } = await startShipping(t)
  const [mug, other] = (await won('mug', 'mug')) as [number, number]
  const created = await player.call<{ order: ShippingOrder }>('createOrder', {
    body: orderOf([mug, other], { clientActionId: 'click' }),
  })
  const { publicId } = created.body.order
  await desk(publicId, { realizedTotalCostMinor: 87_654_321 })
  const path = `/api/play/shipping/orders/${publicId}`
  const answers = [
    created,
    await player.call('listOrders'),
    await readOrder(player, publicId),
    await player.call('changeOrderAddress', { path: `${path}/address`, body: { address: orderOf([]).address } }),
    await player.call('removeOrderItem', { path: `${path}/remove-item`, body: { inventoryItemId: other } }),
    await player.call('createOrder', { body: orderOf([mug], { clientActionId: 'click' }) }),
    await cancelOrder(player, publicId),
  ]
  for (const { status, text } of answers) {
    assert.ok(status < 300, text)
    assert.ok(text.includes(publicId) && !text.includes('realized') && !text.includes('87654321'), text)
  }
  const told = (await coffer.getOrder({ playerExternalId: 'ann', publicId })).order
  assert.equal(told.realizedTotalCostMinor, 87_654_321)
  assert.equal((await coffer.listOrders({ playerExternalId: 'ann' })).orders[0]!.realizedTotalCostMinor, 87_654_321)
  const again = await backend('cancelOrder', { params: { publicId }, body: { playerExternalId: 'ann' } })
  assert.equal(orderIn(again).realizedTotalCostMinor, 87_654_321)
  const [third] = (await won('mug')) as [number]
  orderIn(await order([third], { clientActionId: 'of the backend' }))
  const replayed = await player.call('createOrder', { body: orderOf([third], { clientActionId: 'of the backend' }) })
  assert.deepEqual([replayed.status, replayed.text.includes('realized')], [201, false])
})

test('a player reads the same of an order as its operator, but for what it really cost', async (t) => {
  const { won, player, coffer, world } = await startShipping(t)
  const [crown] = (await won('crown')) as [number]
  const { publicId } = await shipped(player, [crown])
  world.clock.advance(60_000)
  const { body } = await readOrder(player, publicId)
  const { order } = await coffer.getOrder({ playerExternalId: 'ann', publicId })
  assert.deepEqual([asBackend(body.order), body.balanceAfterMinor], [order, null])
  assert.deepEqual((await player.call<Listed<ShippingOrder>>('listOrders')).body.orders, [body.order])
  const bob = await world.play(world.operator, 'bob')
  const [bobs] = (await win(world.operator, bob, 'mug')).items
  assert.notEqual((await shipped(bob, [bobs!.id])).publicId, publicId)
})
