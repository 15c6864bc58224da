import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShippingStatus } from '@coffer/contract/shipping'
import { faults } from '@coffer/reference-operator'
import { setRates } from '@coffer/service/administration'
import { getOperator } from '../../service/src/operators/index.ts'
import { cancelShippingOrder } from '../../service/src/shipping/index.ts'
import { cancelOrder, readOrder, ship, shipped, told } from '../support/shipping.ts'
import { asBackend, orderIn, refusal, type ShippingWorld, startShipping } from '../support/shipping-world.ts'

/** A backend cancels Ann's order. */
const backendCancels = ({ backend }: ShippingWorld, publicId: string) =>
  backend('cancelOrder', { params: { publicId }, body: { playerExternalId: 'ann' } })

/** The desk cancels an order. */
async function deskCancels({ world, operator }: ShippingWorld, publicId: string) {
  const { ctx } = world.service
  const found = await ctx.tx(operator.operatorId, (tx) => getOperator(tx, operator.operatorId))
  return cancelShippingOrder(ctx, { operator: found, playerId: null, publicId, actor: 'desk' })
}

test('a cancelled order gives its items and their stock back and holds no line, and its cost stays', async (t) => {
  const stage = await startShipping(t, { stock: { mug: 1, keepsake: 5 } })
  const { world, player, won, states, stockOf, coffer, order } = stage
  const [one, two, keepsake] = (await won('mug', 'mug', 'keepsake')) as [number, number, number]
  const placed = orderIn(await order([one, two, keepsake]))
  assert.deepEqual([await stockOf('mug'), await stockOf('keepsake')], [0, 4])
  world.clock.advance(60_000)
  const answer = await backendCancels(stage, placed.publicId)
  assert.equal(answer.status, 200)
  const cancelled = orderIn(answer)
  const timeline = [...placed.timeline, { status: 'cancelled' as const, at: cancelled.timeline[1]!.at }]
  assert.deepEqual(cancelled, { ...placed, status: 'cancelled', itemsValueTotalMinor: 0, items: [], timeline })
  assert.ok(Date.parse(cancelled.timeline[1]!.at) >= Date.parse(placed.createdAt) + 60_000)
  assert.deepEqual(await states(one, two, keepsake), ['unresolved', 'unresolved', 'unresolved'])
  assert.deepEqual([await stockOf('mug'), await stockOf('keepsake')], [1, 5], 'what waited had taken nothing')
  assert.deepEqual((await coffer.getOrder({ playerExternalId: 'ann', publicId: placed.publicId })).order, cancelled)
  assert.equal((await player.cashBack(one)).status, 200)
  assert.equal((await order([two, keepsake])).status, 201, 'what came back can be shipped again')
})

test('whoever cancels, and however often, one refund gives the fee back, and every answer is 200', async (t) => {
  const stage = await startShipping(t)
  const { world, player, won, balance, moved, coffer } = stage
  const mugs = (await won('mug', 'mug', 'mug')) as [number, number, number]
  const before = await balance()
  const first = [
    (publicId: string) => cancelOrder(player, publicId),
    (publicId: string) => backendCancels(stage, publicId),
    (publicId: string) => deskCancels(stage, publicId),
  ]
  for (const [n, cancel] of first.entries()) {
    const { publicId, fee } = await shipped(player, [mugs[n]!])
    assert.equal(fee?.refundedMinor, 0)
    await cancel(publicId)
    assert.equal(await balance(), before)
    const inGame = await cancelOrder(player, publicId)
    const backend = await backendCancels(stage, publicId)
    const { order } = await deskCancels(stage, publicId)
    assert.deepEqual([inGame.status, backend.status, backend.body.balanceAfterMinor], [200, 200, null])
    assert.deepEqual(orderIn(backend), order)
    assert.deepEqual(order.fee, { amountMinor: 300, currency: 'EUR', refundedMinor: 300 })
    assert.deepEqual(asBackend(inGame.body.order), order)
    assert.equal(moved().at(-1)?.idempotencyKey, `shipping:refund:${publicId}`)
    const { reference } = world.casino.wallet.ledger('aurum').at(-1)!
    assert.deepEqual(reference, { kind: 'refund', orderPublicId: publicId })
    assert.deepEqual(await told(world, { publicId }), ['created', 'cancelled back 300'])
  }
  assert.deepEqual([moved().length, await balance()], [6, before])
  const { items } = await coffer.history({ playerExternalId: 'ann', types: 'refund' })
  assert.equal(items.length, 3)
})

test('the answer of a cancel in the game names the balance after the refund; a backend is told none', async (t) => {
  const stage = await startShipping(t)
  const { player, won, balance } = stage
  const [one, two] = (await won('mug', 'mug')) as [number, number]
  const before = await balance()
  const first = await shipped(player, [one])
  assert.equal((await cancelOrder(player, first.publicId)).body.balanceAfterMinor, before)
  const second = await shipped(player, [two])
  assert.equal((await backendCancels(stage, second.publicId)).body.balanceAfterMinor, null)
  assert.equal(await balance(), before)
})

test('ten cancels at once, from both surfaces and the desk, are one refund', async (t) => {
  const stage = await startShipping(t)
  const { world, player, won, balance, moved } = stage
  const [crown] = (await won('crown')) as [number]
  const before = await balance()
  const { publicId } = await shipped(player, [crown])
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 3 === 0
        ? cancelOrder(player, publicId)
        : n % 3 === 1
          ? backendCancels(stage, publicId)
          : deskCancels(stage, publicId).then(() => ({ status: 200 })),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.deepEqual([moved().length, await balance()], [2, before])
  assert.deepEqual(await told(world, { publicId }), ['created', 'cancelled back 700'])
})

test('a refund is of the amount and in the currency of its debit, also when the rate has moved meanwhile', async (t) => {
  const { world, operator, won, moved, coffer } = await startShipping(t)
  const [crown] = (await won('crown')) as [number]
  const yen = await world.play(operator, 'ann', { currency: 'JPY' })
  const { publicId, fee, currency, shippingCostMinor } = await shipped(yen, [crown])
  assert.deepEqual(fee, { amountMinor: 1185, currency: 'JPY', refundedMinor: 0 })
  assert.deepEqual([currency, shippingCostMinor], ['EUR', 700])
  await setRates(world.service.ctx, 'EUR', { USD: '1.0834', JPY: '200', KWD: '0.3327' }, 'test')
  await world.settings(operator, { currencies: ['EUR', 'USD'], 'shipping.defaultCostMinor': 900 })
  const cancelled = await coffer.cancelOrder({ playerExternalId: 'ann', publicId })
  assert.deepEqual(cancelled.order.fee, { amountMinor: 1185, currency: 'JPY', refundedMinor: 1185 })
  assert.deepEqual(
    moved().map(({ amountMinor, currency: of }) => [amountMinor, of]),
    [
      [-1185, 'JPY'],
      [1185, 'JPY'],
    ],
  )
  const { items } = await coffer.history({ playerExternalId: 'ann', types: 'refund' })
  assert.deepEqual([items[0]!.amountMinor, items[0]!.currency, items[0]!.orderPublicId], [1185, 'JPY', publicId])
})

test('an order that nobody was charged for is cancelled without a call of the wallet', async (t) => {
  const stage = await startShipping(t, { costs: { keepsake: 0 } })
  const { world, operator, player, won, order, coffer, calls } = stage
  const [mug, keepsake] = (await won('mug', 'keepsake')) as [number, number]
  const { address, contact } = orderIn(await order([mug]))
  const bought = { playerExternalId: 'ann', clientActionId: 'n', itemId: operator.items.mug! }
  const nuggets = await coffer.buyWithNuggets({ ...bought, address: { ...address, line2: 'Shed' }, contact })
  const free = await shipped(player, [keepsake])
  const { orders } = await coffer.listOrders({ playerExternalId: 'ann' })
  assert.equal(orders.length, 3)
  calls.length = 0
  for (const { publicId } of orders) {
    const { body } = await cancelOrder(player, publicId)
    assert.deepEqual([body.order.status, body.order.fee, body.balanceAfterMinor], ['cancelled', null, null])
    assert.deepEqual(await told(world, { publicId }), ['created', 'cancelled back 0'])
  }
  assert.deepEqual(calls, [])
  assert.ok(orders.some(({ publicId }) => publicId === nuggets.order?.publicId))
  assert.ok(orders.some(({ publicId }) => publicId === free.publicId))
})

test('an order that has left the state of pending is cancelled by nobody, and keeps its items and its fee', async (t) => {
  const stage = await startShipping(t)
  const { player, won, states, moved, desk, rows } = stage
  const [mug] = (await won('mug')) as [number]
  const { publicId } = await shipped(player, [mug])
  const WAY: [ShippingStatus, string][] = [
    ['processing', 'ship_requested'],
    ['shipped', 'ship_requested'],
    ['shipped_with_replacements', 'ship_requested'],
    ['delivered', 'fulfilled'],
  ]
  for (const [status, state] of WAY) {
    await desk(publicId, { status: status as 'processing' })
    const before = await rows.fingerprint()
    refusal(await cancelOrder(player, publicId), 422, 'SHIPMENT_NOT_CANCELLABLE')
    refusal(await backendCancels(stage, publicId), 422, 'SHIPMENT_NOT_CANCELLABLE')
    await assert.rejects(deskCancels(stage, publicId), { code: 'SHIPMENT_NOT_CANCELLABLE' })
    assert.deepEqual(await rows.fingerprint(), before)
    assert.deepEqual(await states(mug), [state])
  }
  assert.equal(moved().length, 1)
  const { order } = (await readOrder(player, publicId)).body
  assert.deepEqual(order.fee, { amountMinor: 300, currency: 'EUR', refundedMinor: 0 })
  assert.deepEqual(
    order.timeline.map(({ status }) => status),
    ['pending', ...WAY.map(([status]) => status)],
  )
})

test('an order that came back through the post is not cancelled: its items are free, and its fee is not refunded', async (t) => {
  const stage = await startShipping(t)
  const { player, won, states, moved, desk } = stage
  const [mug] = (await won('mug')) as [number]
  const { publicId } = await shipped(player, [mug])
  for (const status of ['processing', 'shipped', 'returned'] as const) await desk(publicId, { status })
  refusal(await cancelOrder(player, publicId), 422, 'SHIPMENT_NOT_CANCELLABLE')
  refusal(await backendCancels(stage, publicId), 422, 'SHIPMENT_NOT_CANCELLABLE')
  assert.deepEqual([await states(mug), moved().length], [['unresolved'], 1])
  assert.equal((await ship(player, [mug])).status, 201, 'it can be sent anew')
})

test('an order is cancelled whatever the wallet says, and its refund is sent until it is taken', async (t) => {
  const stage = await startShipping(t)
  const { world, player, won, balance, states, moved } = stage
  const mugs = (await won('mug', 'mug', 'mug')) as [number, number, number]
  const before = await balance()
  const weather = [faults.serverError(), faults.serverError({ apply: true }), faults.refuse('PLAYER_BLOCKED')]
  for (const [n, fault] of weather.entries()) {
    const { publicId } = await shipped(player, [mugs[n]!])
    world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault })
    const { status, body } = await cancelOrder(player, publicId)
    assert.deepEqual([status, body.balanceAfterMinor], [200, null])
    assert.equal(body.order.fee?.refundedMinor, 300, 'it is owed from now on')
    assert.deepEqual(await states(mugs[n]!), ['unresolved'])
    assert.equal((await cancelOrder(player, publicId)).status, 200)
    for (let pass = 0; pass < 3; pass++) {
      world.clock.advance(600_000)
      await world.tick('resolver')
    }
    assert.equal(world.casino.wallet.balance('aurum', 'ann', 'EUR'), before)
  }
  assert.equal(moved().length, 6)
  assert.deepEqual((await stage.coffer.unresolved()).operations, [])
})
