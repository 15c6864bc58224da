import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { ORDER_LIST } from '@coffer/contract/list'
import { faults } from '@coffer/reference-operator'
import { eraseOrders } from '@coffer/service/administration'
import { parse } from 'csv-parse/sync'
import { appendAudit } from '../../service/src/audit/index.ts'
import { dayOf, days, hours, later } from '../../service/src/kernel/index.ts'
import { orderIn, ordersAs, viewsOf } from '../support/admin-orders.ts'
import { playersAs } from '../support/admin-players.ts'
import { failNext } from '../support/admin-rounds.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import type { Player } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { ADDRESS, CONTACT, told as noticesOf, removeItem, shipped } from '../support/shipping.ts'
import { shippingCatalogue } from '../support/shipping-world.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import { type SureKey, win } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

let world: World
let aurum: TestOperator
let beryl: TestOperator
let desk: DeskBrowser
let owner: DeskBrowser
let ann: Player
let bob: Player
/** When the last orders of the list were placed. */
let listedAt: Date
/** Orders of the list, by what is special about them. They stay as they are. */
const ORDERS: Record<string, string> = {}

before(async (t) => {
  const settings = { 'shipping.defaultCostMinor': 300, 'game.maxReels': 20, 'session.idleMinutes': 720 }
  world = await startWorld(t as TestContext, {
    operators: {
      aurum: { catalogue: shippingCatalogue({ stock: { keepsake: 0 } }), settings },
      beryl: { catalogue: shippingCatalogue(), settings },
    },
    service: { limits: { exportPageCount: 2 } },
  })
  aurum = world.operators.aurum!
  beryl = world.operators.beryl!
  await enter()
  await signIn()
  ORDERS.plain = (await place(ann, 'mug')).publicId
  ORDERS.waiting = (await place(bob, 'keepsake', 'mug')).publicId
  ORDERS.shipped = (await place(ann, 'mug')).publicId
  world.clock.advance(days(1))
  await signIn()
  await enter()
  await orders.change(ORDERS.shipped!, { status: 'processing' })
  await orders.change(ORDERS.shipped!, { status: 'shipped', carrier: 'Post', trackingNumber: 'T-1' })
  ORDERS.packed = (await place(bob, 'mug')).publicId
  await orders.change(ORDERS.packed!, { status: 'processing', realizedTotalCostMinor: 512 })
  ORDERS.cancelled = (await place(ann, 'mug')).publicId
  await orders.cancel(ORDERS.cancelled!)
  listedAt = world.clock.now()
})

/** Players enter the game, where their sessions end like those of staff. */
async function enter() {
  ann = await world.play(aurum, 'ann')
  bob = await world.play(aurum, 'bob')
}

/** A day of the orders of the list: 0 is the last one. */
const dayAgo = (count: number) => dayOf(later(listedAt, -days(count)))

/** Signs staff in. Their sessions end while the clock of a test moves. */
async function signIn() {
  const at = `${world.clock.now().getTime()}@aurum.example`
  desk = await startDesk(world, `shipping-${at}`, ['shipping'], aurum)
  owner = await startDesk(world, `owner-${at}`, ['owner'], aurum)
}

const orders = ordersAs(() => desk)

/** An order of new prizes of a player, in the game. */
async function place(player: Player, ...prizes: SureKey[]) {
  const { items } = await win(aurum, player, ...prizes)
  return shipped(
    player,
    items.map(({ id }) => id),
    { notes: 'Ring twice' },
  )
}

/** The names of orders in a list. */
const namesOf = (ids: readonly string[]) =>
  ids.map((id) => Object.keys(ORDERS).find((name) => ORDERS[name] === id) ?? id)

const ALL = ['cancelled', 'packed', 'shipped', 'waiting', 'plain']

test('orders: searches, filters and the export return exactly the matching rows', async () => {
  for (const [filters, expected] of [
    [{}, ALL],
    [{ status: 'to_ship' }, ['packed', 'waiting', 'plain']],
    [{ status: 'pending' }, ['waiting', 'plain']],
    [{ status: 'shipped' }, ['shipped']],
    [{ stock: 'waiting' }, ['waiting']],
    [{ stock: 'in_stock', status: 'to_ship' }, ['packed', 'plain']],
    [{ stock: 'waiting', status: 'processing' }, []],
    [{ search: 'ann' }, ['cancelled', 'shipped', 'plain']],
    [{ search: 'an' }, []],
    [{ search: 'ann', status: 'to_ship' }, ['plain']],
    [{ search: 'bob', stock: 'waiting' }, ['waiting']],
    [{ search: 'ann', stock: 'waiting' }, []],
    [{ search: 'T-1' }, ['shipped']],
    [{ search: ORDERS.packed! }, ['packed']],
    [{ from: dayAgo(0) }, ['cancelled', 'packed']],
    [{ to: dayAgo(1) }, ['shipped', 'waiting', 'plain']],
    [{ from: dayAgo(1), to: dayAgo(1), status: 'shipped' }, ['shipped']],
    [{ from: dayAgo(-1) }, []],
    [{ to: dayAgo(2) }, []],
  ] as const) {
    // The pace at which a person may export.
    world.clock.advance(1_000)
    const asked = JSON.stringify(filters)
    assert.deepEqual(namesOf(await orders.idsOf(filters)), expected, asked)
    assert.deepEqual(namesOf(await orders.idsOf({ ...filters, sort: 'createdAt' })), expected.toReversed(), asked)
    const exported = parse((await desk.post('/orders/export', filters)).text, { bom: true, columns: true })
    assert.deepEqual(namesOf((exported as { publicId: string }[]).map(({ publicId }) => publicId)), expected, asked)
  }
  const filters = { search: 'bob', stock: 'waiting' }
  const { text } = await desk.post('/orders/export', filters)
  const [columns, cells = []] = parse(text, { bom: true })
  assert.deepEqual(columns, [...ORDER_LIST.columns])
  const { createdAt: at } = (await orders.pageOf(filters)).orders[0]!
  const items = 'Sure keepsake; Sure mug'
  const expected = [ORDERS.waiting, at, 'bob', 'pending', at, items, '2', '1', 'IE', '2400', '300', '', 'EUR', '', '']
  assert.deepEqual(cells, expected)
  const entry = (await auditEntries(owner)).find(({ action }) => action === 'order.exported')
  const period = { from: null, to: null }
  assert.deepEqual(entry!.details, { status: null, stock: 'waiting', period, hasSearch: true })
})

test('orders: neither a list nor its export contains personal data of an order', async () => {
  for (const { status, text } of [await desk.post('/orders/list', {}), await desk.post('/orders/export', {})]) {
    assert.ok(status === 200 && text.includes(ORDERS.shipped!), text)
    for (const personal of [ADDRESS.name, ADDRESS.line1, ADDRESS.city, ADDRESS.postalCode, CONTACT.email, 'T-1']) {
      assert.ok(!text.includes(personal), personal)
    }
  }
})

test('orders: pages of each filter contain each order once, forwards and back', async () => {
  for (const filters of [{}, { sort: 'createdAt' }, { status: 'to_ship' }, { search: 'ann' }, { to: dayAgo(1) }]) {
    const read = async (query: string) => {
      const { limit, cursor: given } = Object.fromEntries(new URLSearchParams(query))
      const page = await orders.pageOf({ ...filters, limit: Number(limit), ...(given && { cursor: given }) })
      return { rows: page.orders, cursor: page.cursor }
    }
    const whole = (await orders.pageOf(filters)).orders
    assert.ok(whole.length > 2)
    assert.deepEqual((await walkBothWays(read, 1)).flat(), whole, JSON.stringify(filters))
  }
})

test('orders: bad filters, cursors and changes are refused by the name of the field', async () => {
  const { cursor } = await orders.pageOf({ limit: 1 })
  for (const [field, values] of [
    ['cursor', [cursor.next, 'x', Buffer.from('["next","a",1,""]').toString('base64url')]],
    ['search', ['', 'x'.repeat(201)]],
    ['status', ['', 'open', 'Pending']],
    ['stock', ['', 'available']],
    ['from', ['', '2026-02-30', 'today']],
    ['to', ['2026-1-1']],
    ['sort', ['status']],
    ['limit', [0, 201, 1.5]],
  ] as const) {
    for (const value of values) {
      const body = { ...(field === 'cursor' && { status: 'pending' }), [field]: value }
      assert.deepEqual(await faultyFields(desk, '/orders/list', body), [field], `${field} ${value}`)
    }
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(await faultyFields(admin, '/orders/list', {}), ['operator'])
  assert.deepEqual(namesOf(await orders.idsOf({ operator: 'aurum' }, admin)), ALL)
  const { version } = await orders.read(ORDERS.plain!)
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const path = `/orders/${ORDERS.plain}`
  for (const [body, fields] of [
    [{ version: 0 }, ['version']],
    [{ version: undefined }, ['version']],
    [{ status: 'shipped' }, ['status']],
    [{ status: 'cancelled' }, ['status']],
    [{ status: 'lost' }, ['status']],
    [{ carrier: 'x'.repeat(201) }, ['carrier']],
    [{ trackingNumber: 'x'.repeat(201) }, ['trackingNumber']],
    [{ trackingUrl: 'javascript:alert(1)' }, ['trackingUrl']],
    [{ trackingUrl: `https://x.example/${'x'.repeat(2048)}` }, ['trackingUrl']],
    [{ realizedTotalCostMinor: -1 }, ['realizedTotalCostMinor']],
    [{ realizedTotalCostMinor: 0.5 }, ['realizedTotalCostMinor']],
    [{ realizedTotalCostMinor: 1_000_000_000_001 }, ['realizedTotalCostMinor']],
    [{ userNotes: 'x'.repeat(501) }, ['userNotes']],
    [{ address: { ...ADDRESS, name: '' } }, ['address.name']],
    [{ address: { ...ADDRESS, country: 'Ireland' } }, ['address.country']],
    [{ carrier: 'Post', reason: '' }, ['reason']],
    [{ carrier: 'Post', reason: 'x'.repeat(501) }, ['reason']],
    [{ items: [] }, ['items']],
  ] as const) {
    assert.deepEqual(await faultyFields(desk, path, { version, ...body }), fields, JSON.stringify(body))
  }
  for (const body of [{ version }, { version, reason: ' ' }, { reason: 'None' }]) {
    const field = 'version' in body ? 'reason' : 'version'
    assert.deepEqual(await faultyFields(desk, `${path}/cancel`, body), [field])
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

test('orders: staff of an operator reach no order of another operator', async () => {
  const other = await startDesk(world, 'sam@beryl.example', ['owner'], beryl)
  assert.deepEqual(await orders.idsOf({}, other), [])
  assert.deepEqual(await orders.idsOf({ search: 'T-1' }, other), [])
  assert.deepEqual(await orders.idsOf({ search: ORDERS.plain! }, other), [])
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const path = `/orders/${ORDERS.plain}`
  for (const [asked, code] of [
    [other.get(path), '404 ORDER_NOT_FOUND'],
    [other.get(`${path}?operator=aurum`), '404 OPERATOR_NOT_FOUND'],
    [other.post(path, { version: 1, status: 'processing' }), '404 ORDER_NOT_FOUND'],
    [other.post(path, { version: 1, status: 'processing', operator: 'aurum' }), '404 OPERATOR_NOT_FOUND'],
    [other.post(`${path}/cancel`, { version: 1, reason: 'None' }), '404 ORDER_NOT_FOUND'],
    [other.post(`${path}/cancel`, { version: 1, reason: 'None', operator: 'aurum' }), '404 OPERATOR_NOT_FOUND'],
    [desk.get('/orders/ord_unknown'), '404 ORDER_NOT_FOUND'],
  ] as const) {
    assert.equal(told(await asked), code)
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

test('order: it is shown with address, fee and changes, and each view is recorded', async () => {
  const { publicId } = await place(ann, 'mug', 'mug')
  await orders.change(publicId, { carrier: 'Post', trackingNumber: 'T-2', reason: 'Label printed' })
  const order = await orders.read(publicId)
  assert.deepEqual([order.address, order.contact, order.userNotes], [ADDRESS, CONTACT, 'Ring twice'])
  assert.deepEqual([order.origin, order.version, order.nextStatuses], ['game', 2, ['processing']])
  assert.deepEqual(order.fee, { amountMinor: 300, currency: 'EUR', refundedMinor: 0 })
  assert.deepEqual([order.refundState, order.operations, order.leftItems], [null, null, []])
  const backend = await aurum.coffer.getOrder({ playerExternalId: 'ann', publicId })
  for (const [field, value] of Object.entries(backend.order)) {
    assert.deepEqual(order[field as keyof typeof order], value, field)
  }
  const [change] = order.changes
  assert.equal(order.changes.length, 1, 'views are not changes')
  assert.deepEqual(
    [change!.action, change!.actorName, change!.reason],
    ['order.changed', desk.staff.email, 'Label printed'],
  )
  const carrier = { field: 'carrier', before: null, after: 'Post' }
  assert.deepEqual(change!.changes, [carrier, { field: 'trackingNumber' }])

  const { operations } = await orders.read(publicId, owner)
  assert.deepEqual(
    operations!.map(({ kind, state, amountMinor, calls }) => [kind, state, amountMinor, calls.length]),
    [['shipping_debit', 'accepted', 300, 1]],
  )
  // `change` has read the version.
  assert.deepEqual(
    (await viewsOf(owner, publicId)).map(({ actorName, details }) => [actorName, details]),
    [owner, desk, desk].map(({ staff }) => [staff.email, {}]),
  )
})

test('order: one change saves all of it, with one notice and one audit entry', async () => {
  const { publicId } = await place(ann, 'mug')
  const address = { ...ADDRESS, line1: '2 Quay Street' }
  assert.equal((await orders.change(publicId, { address, userNotes: 'Ring once' })).status, 200)
  await orders.change(publicId, { status: 'processing' })
  const parcel = { carrier: 'Post', trackingNumber: 'T-3', trackingUrl: 'https://post.example/T-3' }
  const save = { status: 'shipped', ...parcel, realizedTotalCostMinor: 450, reason: 'Handed over' }
  const order = orderIn(await orders.change(publicId, save))
  const { carrier, trackingNumber, trackingUrl } = order
  assert.deepEqual({ carrier, trackingNumber, trackingUrl }, parcel)
  assert.deepEqual([order.status, order.realizedTotalCostMinor, order.version], ['shipped', 450, 4])
  assert.deepEqual([order.address, order.userNotes], [address, 'Ring once'])
  assert.deepEqual(order.nextStatuses, ['delivered', 'shipped_with_replacements', 'returned'])
  assert.deepEqual(await noticesOf(world, { publicId }), [
    'created',
    'address+details',
    'status',
    'status+tracking+details',
  ])
  assert.deepEqual(
    order.changes.map(({ changes }) => changes.map(({ field }) => field)),
    [
      ['status', 'carrier', 'trackingNumber', 'trackingUrl', 'realizedTotalCostMinor'],
      ['status'],
      ['address', 'userNotes'],
    ],
  )
  const { text } = await owner.post('/audit/list', { object: publicId })
  for (const personal of [ADDRESS.name, '2 Quay Street', 'Ring once', 'T-3']) assert.ok(!text.includes(personal))

  const returned = orderIn(await orders.change(publicId, { status: 'returned' }))
  assert.deepEqual([returned.items, returned.nextStatuses], [[], []])
  const [left] = returned.leftItems
  assert.deepEqual(
    [left!.inventoryItemId, left!.because, left!.leftAt],
    [order.items[0]!.inventoryItemId, 'returned', returned.timeline.at(-1)!.at],
  )
  const { version } = returned
  const before = await viewsOf(owner, publicId)
  const same = await orders.change(publicId, { carrier: 'Post', trackingNumber: 'T-3', version })
  assert.equal(orderIn(same).version, version, 'the same values are no change')
  assert.equal(orderIn(await orders.change(publicId, { version })).version, version)
  assert.equal((await viewsOf(owner, publicId)).length, before.length + 2, 'each answer without a change is a view')
})

test('order: a change of an outdated version is refused, and of concurrent changes one is made', async () => {
  const player = await world.play(aurum, 'cyd')
  const { publicId, items } = await place(player, 'mug', 'mug')
  const { version } = await orders.read(publicId)
  assert.equal((await removeItem(player, publicId, items[0]!.inventoryItemId)).status, 200)
  for (const [part, body] of [
    ['', { status: 'processing' }],
    ['', { carrier: 'Post' }],
    ['/cancel', { reason: 'None' }],
  ] as const) {
    assert.equal(told(await desk.post(`/orders/${publicId}${part}`, { ...body, version })), '409 ORDER_CHANGED', part)
  }
  const current = await orders.read(publicId)
  assert.deepEqual(
    [current.status, current.carrier, current.items.length, current.leftItems[0]?.because],
    ['pending', null, 1, 'removed'],
  )
  const change = { version: current.version }
  const answers = await Promise.all([
    desk.post(`/orders/${publicId}`, { ...change, status: 'processing' }),
    owner.post(`/orders/${publicId}/cancel`, { ...change, reason: 'None' }),
    owner.post(`/orders/${publicId}`, { ...change, carrier: 'Post' }),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(told).join())
  assert.equal((await orders.read(publicId)).version, current.version + 1)
})

test('order: a cancel returns the items and refunds the fee exactly once', async () => {
  const player = await world.play(aurum, 'dee')
  const balance = async () => (await player.call<{ balanceMinor: number }>('balance')).body.balanceMinor
  const { items } = await win(aurum, player, 'mug')
  const before = await balance()
  const { publicId } = await shipped(player, [items[0]!.id])
  const { version } = await orders.read(publicId)
  failNext(world, 'credit', faults.serverError())
  const cancelled = orderIn(await orders.cancel(publicId, { version }))
  assert.deepEqual([cancelled.status, cancelled.refundState], ['cancelled', 'open'])
  assert.deepEqual(cancelled.fee, { amountMinor: 300, currency: 'EUR', refundedMinor: 300 })
  const left = cancelled.leftItems.map(({ inventoryItemId, because }) => [inventoryItemId, because])
  assert.deepEqual(left, [[items[0]!.id, 'cancelled']])
  assert.equal(await balance(), before - 300)
  // A repeated request after a lost answer is not a second cancel, whatever its version.
  const views = await viewsOf(owner, publicId)
  assert.equal((await orders.cancel(publicId, { version })).status, 200)
  assert.equal((await viewsOf(owner, publicId)).length, views.length + 1)
  world.clock.advance(200_000)
  await world.tick('resolver')
  const refunded = await orders.read(publicId, owner)
  assert.equal(refunded.refundState, 'accepted')
  const operations = refunded.operations!.map(({ kind, state }) => `${kind} ${state}`)
  assert.deepEqual(operations, ['shipping_debit accepted', 'shipping_refund accepted'])
  assert.equal(await balance(), before)
  const entries = refunded.changes.map(({ action, reason }) => [action, reason])
  assert.deepEqual(entries, [['order.cancelled', 'Asked by telephone']])
  assert.equal(told(await orders.change(publicId, { carrier: 'Post' })), '422 SHIPMENT_NOT_EDITABLE')
})

test('order: an erased order keeps its status, and its cost can be recorded', async () => {
  const player = await world.play(aurum, 'eve')
  const { publicId } = await place(player, 'mug')
  for (const status of ['processing', 'shipped', 'delivered']) await orders.change(publicId, { status })
  world.clock.advance(hours(1))
  await signIn()
  await eraseOrders(
    world.service.ctx,
    { operatorId: aurum.operatorId, playerId: await playersAs(() => owner).idOf('eve') },
    'test',
  )
  // What entries recorded before values of personal data were left out.
  const changes = [{ field: 'trackingNumber', from: null, to: 'T-9' }]
  const { ctx } = world.service
  const former = { actor: 'cli', action: 'order.changed' as const, details: { publicId, changes }, at: ctx.clock.now() }
  await ctx.systemTx((tx) => appendAudit(ctx, tx, aurum.operatorId, former))
  const erased = await orders.read(publicId)
  const shown = erased.changes.slice(0, 2).map((change) => [change.action, change.changes])
  const withoutValue = [{ field: 'trackingNumber' }]
  assert.deepEqual(shown, [
    ['order.changed', withoutValue],
    ['order.erased', []],
  ])
  assert.deepEqual([erased.address.name, erased.contact.email, erased.address.country], ['', '', 'IE'])
  assert.deepEqual(erased.nextStatuses, [])
  assert.equal(told(await orders.change(publicId, { carrier: 'Post' })), '422 SHIPMENT_NOT_EDITABLE')
  const costed = orderIn(await orders.change(publicId, { realizedTotalCostMinor: 700 }))
  assert.equal(costed.realizedTotalCostMinor, 700)
})
