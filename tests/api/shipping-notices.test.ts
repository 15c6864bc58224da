import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AdminDelivery } from '@coffer/contract/admin'
import type { StaffRole } from '@coffer/contract/permissions'
import type { BackendOrder, ShippingChange } from '@coffer/contract/shipping'
import { verifyWebhookEnvelope } from '@coffer/operator-sdk'
import { setStock } from '@coffer/service/administration'
import { Webhook } from 'standardwebhooks'
import { type Received, subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import {
  ADDRESS,
  CONTACT,
  cancelOrder,
  changeAddress,
  noticesOf,
  removeItem,
  ship,
  shipped,
} from '../support/shipping.ts'
import { orderIn, type ShippingWish, startShipping } from '../support/shipping-world.ts'
import { startDesk } from '../support/staff.ts'
import { makeTestClock } from '../support/test-clock.ts'

/** `fulfillment_notice`: what an operator is told of each change of an order. */

const ELSEWHERE = { ...ADDRESS, line1: '9 Mill Lane' }

/** A world whose clock stands still. */
async function startFrozen(t: TestContext, wish: ShippingWish = {}) {
  const moment = new Date()
  return startShipping(t, { ...wish, service: { clock: { ...makeTestClock(), now: () => moment } } })
}

test('each change is one notice: it names what changed, and shows the order as the read that follows it', async (t) => {
  const stage = await startFrozen(t, { stock: { keepsake: 0 } })
  const { world, operator, player, won, order, coffer, desk } = stage
  const { ctx } = world.service
  const [mug, keepsake] = (await won('mug', 'keepsake')) as [number, number]
  const placed = orderIn(await order([mug, keepsake], { notes: 'Ring twice' }))
  const { publicId } = placed
  const { operatorId } = operator
  const good = { playerExternalId: 'ann', clientActionId: 'n', itemId: operator.items.mug!, contact: CONTACT }
  const CHANGES: [ShippingChange[], () => Promise<unknown>][] = [
    [['created'], async () => {}],
    [['address'], () => changeAddress(player, publicId, ELSEWHERE)],
    [['items_added'], () => coffer.buyWithNuggets({ ...good, address: ELSEWHERE })],
    [['item_removed'], () => removeItem(player, publicId, mug)],
    [
      ['backorder'],
      async () => {
        await setStock(ctx, { operatorId, item: 'keepsake', change: { set: 5 }, actor: 'desk' })
        await world.tick('fill-backorders')
      },
    ],
    [['details'], () => desk(publicId, { userNotes: 'Ring once' })],
    [['details'], () => desk(publicId, { realizedTotalCostMinor: 450 })],
    [['status'], () => desk(publicId, { status: 'processing' })],
    [['status', 'tracking'], () => desk(publicId, { status: 'shipped', carrier: 'An Post', trackingNumber: 'A1' })],
    [['tracking'], () => desk(publicId, { trackingUrl: 'https://track.example/A1' })],
    [['status', 'replacements_sent'], () => desk(publicId, { status: 'shipped_with_replacements' })],
    [['status'], () => desk(publicId, { status: 'delivered' })],
  ]
  const reads: BackendOrder[] = []
  for (const [changes, change] of CHANGES) {
    await change()
    reads.push((await coffer.getOrder({ playerExternalId: 'ann', publicId })).order)
    assert.equal((await noticesOf(world, placed)).length, reads.length, `one notice of ${changes}`)
  }
  const notices = await noticesOf(world, placed)
  assert.deepEqual(
    notices.map(({ changes }) => changes),
    CHANGES.map(([changes]) => changes),
  )
  assert.deepEqual(
    notices.map((notice) => notice.order),
    reads,
  )
  for (const { dataVersion, playerExternalId, shippingRefundedMinor, shippingRefundedCurrency } of notices) {
    assert.deepEqual([dataVersion, playerExternalId], [2, 'ann'])
    assert.deepEqual([shippingRefundedMinor, shippingRefundedCurrency], [null, null])
  }
  const events = await stage.rows.query<{ idempotency_key: string; player_external_id: string }>(
    `select idempotency_key, player_external_id from outbox_events where type = 'fulfillment_notice' order by event_id`,
  )
  assert.deepEqual(
    events.map((event) => event.idempotency_key),
    notices.map((_, n) => `fulfillment_notice:${publicId}:${n + 1}`),
  )
})

test('notices of an order are each later than the one before, though the clock stands still', async (t) => {
  const { world, player, won, order } = await startFrozen(t)
  const [mug, other] = (await won('mug', 'mug')) as [number, number]
  const placed = orderIn(await order([mug, other]))
  for (let n = 0; n < 10; n++) await changeAddress(player, placed.publicId, { ...ADDRESS, line2: `Room ${n}` })
  await removeItem(player, placed.publicId, mug)
  const { body } = await cancelOrder(player, placed.publicId)
  const times = (await noticesOf(world, placed)).map(({ occurredAt }) => Date.parse(occurredAt))
  const first = Date.parse(placed.createdAt)
  assert.deepEqual(
    times,
    Array.from({ length: 13 }, (_, n) => first + n),
  )
  assert.equal(Date.parse(body.order.timeline[1]!.at), first + 12, 'a move is as late as its notice')
})

test('a cancel says what goes back: the fee in its own currency, or 0 in the order’s', async (t) => {
  const { world, operator, player, won, order, coffer } = await startShipping(t, { costs: { keepsake: 0 } })
  const [mug, backends, keepsake, emptied] = (await won('mug', 'mug', 'keepsake', 'mug')) as number[]
  const yen = await world.play(operator, 'ann', { currency: 'JPY' })
  const charged = await shipped(yen, [mug!])
  const ofBackend = orderIn(await order([backends!]))
  const free = await shipped(player, [keepsake!])
  const bare = orderIn(await order([emptied!]))
  for (const { publicId } of [charged, ofBackend, free]) await coffer.cancelOrder({ playerExternalId: 'ann', publicId })
  await removeItem(player, bare.publicId, emptied!)
  const EXPECTED: [{ publicId: string }, ShippingChange[], number, string][] = [
    [charged, ['cancelled'], 508, 'JPY'],
    [ofBackend, ['cancelled'], 0, 'EUR'],
    [free, ['cancelled'], 0, 'EUR'],
    [bare, ['item_removed', 'cancelled'], 0, 'EUR'],
  ]
  for (const [one, changes, minor, currency] of EXPECTED) {
    const [, last] = await noticesOf(world, one)
    assert.deepEqual(last?.changes, changes)
    assert.deepEqual([last?.shippingRefundedMinor, last?.shippingRefundedCurrency], [minor, currency])
    assert.deepEqual([last?.order.status, last?.order.items, last?.order.itemsValueTotalMinor], ['cancelled', [], 0])
  }
})

test('what changes nothing is told to nobody: repeats, refusals, reads and quotes', async (t) => {
  const { player, won, coffer, desk, rows } = await startShipping(t)
  const [mug, other] = (await won('mug', 'mug')) as [number, number]
  const placed = await shipped(player, [mug, other], { clientActionId: 'one' })
  const { publicId } = placed
  await removeItem(player, publicId, other)
  const events = () => rows.query('select event_id from outbox_events order by event_id')
  const before = await events()
  await ship(player, [mug, other], { clientActionId: 'one' })
  await ship(player, [mug])
  await ship(player, [999_999])
  await removeItem(player, publicId, other)
  await removeItem(player, publicId, mug)
  await changeAddress(player, publicId, ADDRESS)
  await changeAddress(player, publicId, { ...ADDRESS, name: '' })
  await desk(publicId, { userNotes: null, carrier: null })
  await coffer.quoteShipping({ playerExternalId: 'ann', inventoryItemIds: [mug, other] })
  await coffer.listOrders({ playerExternalId: 'ann' })
  assert.deepEqual(await events(), before)
  await cancelOrder(player, publicId)
  const after = await events()
  assert.equal(after.length, before.length + 1)
  await cancelOrder(player, publicId)
  await coffer.cancelOrder({ playerExternalId: 'ann', publicId })
  assert.deepEqual(await events(), after)
})

test('the admin shows the body of a notice to an owner alone, with an audit entry', async (t) => {
  const { world, operator, won, order, coffer } = await startFrozen(t)
  await subscribe(t, world, operator, ['fulfillment_notice'])
  await order(await won('mug'))
  const { deliveries } = await coffer.listDeliveries()
  const read = async (role: StaffRole) => {
    const desk = await startDesk(world, `${role}@aurum.example`, [role], operator)
    const { body } = await desk.get(`/webhooks/deliveries/${deliveries[0]!.id}`)
    const { delivery } = body as never as { delivery: AdminDelivery }
    assert.equal(delivery.isPersonal, true)
    return delivery.body
  }
  const recorded = () =>
    openRows(world.databaseUrl).query("select from audit_log where action = 'webhook.personal_data_read'")
  assert.equal(await read('support'), null)
  assert.equal((await recorded()).length, 0)
  assert.match((await read('owner'))!, new RegExp(ADDRESS.line1))
  assert.equal((await recorded()).length, 1)
})

test('an endpoint that wants notices is sent each once, signed so that it can be verified, and no other endpoint is', async (t) => {
  const { world, operator, player, won } = await startShipping(t)
  const { receiver, secret } = await subscribe(t, world, operator, ['fulfillment_notice'])
  const { receiver: other } = await subscribe(t, world, operator, ['box_updated'])
  const [crown] = (await won('crown')) as [number]
  const { publicId } = await shipped(player, [crown])
  await cancelOrder(player, publicId)
  await world.tick('webhooks')
  await world.tick('webhooks')
  assert.deepEqual([receiver.received.length, other.received.length], [2, 0])
  const notices = await noticesOf(world, { publicId })
  const path = new URL(receiver.url).pathname + new URL(receiver.url).search
  const sorted = receiver.received.toSorted((a, b) => a.body.idempotencyKey.localeCompare(b.body.idempotencyKey))
  for (const [n, { body, headers, text }] of (sorted as Received[]).entries()) {
    assert.deepEqual(body, {
      type: 'fulfillment_notice',
      playerExternalId: 'ann',
      idempotencyKey: `fulfillment_notice:${publicId}:${n + 1}`,
      payload: notices[n],
    })
    assert.deepEqual(new Webhook(secret).verify(text, headers as Record<string, string>), body)
    const event = verifyWebhookEnvelope({ secrets: [secret], headers, body: text, path })
    assert.equal(event.type, 'fulfillment_notice')
    assert.throws(() => verifyWebhookEnvelope({ secrets: [secret], headers, body: `${text} `, path }))
  }
})
