import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderSaveInput, ShippingStatus } from '@coffer/contract/shipping'
import { SHIPPING_STATUSES } from '@coffer/contract/shipping'
import { changeOrder } from '@coffer/service/administration'
import { ORDER_MOVES } from '../../service/src/shipping/index.ts'
import { ADDRESS, noticesOf, readOrder, shipped, told } from '../support/shipping.ts'
import { orderIn, type ShippingWorld, startShipping } from '../support/shipping-world.ts'

/** How an order comes to each status. */
const WAYS: Record<Exclude<ShippingStatus, 'cancelled'>, ShippingStatus[]> = {
  pending: [],
  processing: ['processing'],
  shipped: ['processing', 'shipped'],
  delivered: ['processing', 'shipped', 'delivered'],
  shipped_with_replacements: ['processing', 'shipped', 'shipped_with_replacements'],
  returned: ['processing', 'shipped', 'returned'],
}

/** An order of a player's own mug, as far as it is to have come. */
async function orderAt({ order, won, desk, coffer }: ShippingWorld, status: ShippingStatus) {
  const { publicId } = orderIn(await order(await won('mug')))
  if (status === 'cancelled') await coffer.cancelOrder({ playerExternalId: 'ann', publicId })
  else for (const step of WAYS[status]) await desk(publicId, { status: step })
  return publicId
}

test('the desk moves an order along the table and no other way, and is told which ways there are', async (t) => {
  const stage = await startShipping(t)
  const { desk, coffer, world } = stage
  const words: Record<string, string> = {}
  for (const from of SHIPPING_STATUSES) {
    const publicId = await orderAt(stage, from)
    const before = await told(world, { publicId })
    for (const to of SHIPPING_STATUSES.filter((one) => one !== from)) {
      if (to !== 'cancelled' && ORDER_MOVES[from].includes(to)) {
        const { order, changes } = await desk(await orderAt(stage, from), { status: to })
        assert.equal(order.status, to)
        assert.ok(changes.includes('status'), `${from} to ${to}`)
        continue
      }
      const refused = await desk(publicId, { status: to }).then(
        () => assert.fail(`${from} became ${to}`),
        (error) => error,
      )
      assert.equal(refused.code, 'VALIDATION_FAILED', `${from} to ${to}`)
      words[`${from} to ${to}`] = refused.details.fields.status[0]
    }
    const { order } = await coffer.getOrder({ playerExternalId: 'ann', publicId })
    assert.equal(order.status, from, 'what was refused has changed nothing')
    assert.deepEqual(await told(world, { publicId }), before)
  }
  assert.equal(
    words['shipped to pending'],
    'a shipped order can become delivered or shipped_with_replacements or returned',
  )
  assert.equal(words['returned to shipped'], 'a returned order stays so')
  assert.match(words['pending to cancelled'] ?? '', /^cannot be saved.* a pending order can become processing$/)
})

test('the table of moves is the one that was decided', () => {
  assert.deepEqual(ORDER_MOVES, {
    pending: ['processing', 'cancelled'],
    processing: ['shipped'],
    shipped: ['delivered', 'shipped_with_replacements', 'returned'],
    delivered: ['shipped_with_replacements'],
    shipped_with_replacements: ['delivered'],
    returned: [],
    cancelled: [],
  })
})

test('one save is one notice, which names everything that it changed, and shows the order as it is then', async (t) => {
  const { world, order, won, desk } = await startShipping(t)
  const { publicId } = orderIn(await order(await won('mug', 'crown'), { notes: 'Ring twice' }))
  const address = { ...ADDRESS, line1: '2 Quay Street' }
  const saves: [save: OrderSaveInput, changes: string][] = [
    [{ carrier: 'An Post' }, 'tracking'],
    [{ address }, 'address'],
    [{ userNotes: 'Ring once' }, 'details'],
    [{ userNotes: null, realizedTotalCostMinor: 512 }, 'details'],
    [{ status: 'processing', carrier: 'GLS' }, 'status+tracking'],
    [
      {
        status: 'shipped',
        carrier: 'DHL',
        trackingNumber: 'T1',
        trackingUrl: 'https://dhl.example/T1',
        userNotes: 'x',
      },
      'status+tracking+details',
    ],
    [{ status: 'shipped_with_replacements', trackingNumber: 'T2' }, 'status+tracking+replacements_sent'],
    [{ trackingUrl: '', carrier: null }, 'tracking'],
    [{ status: 'delivered', realizedTotalCostMinor: 0 }, 'status+details'],
  ]
  for (const [save, changes] of saves) assert.equal((await desk(publicId, save)).changes.join('+'), changes)
  assert.deepEqual(await told(world, { publicId }), ['created', ...saves.map(([, changes]) => changes)])
  const notices = await noticesOf(world, { publicId })
  const last = notices.at(-1)!.order
  assert.deepEqual(
    [last.status, last.carrier, last.trackingNumber, last.trackingUrl, last.userNotes, last.realizedTotalCostMinor],
    ['delivered', null, 'T2', null, 'x', 0],
  )
  assert.deepEqual(last.address, address)
  assert.deepEqual(
    last.timeline.map(({ status }) => status),
    ['pending', 'processing', 'shipped', 'shipped_with_replacements', 'delivered'],
  )
  assert.ok(notices.every((notice) => notice.shippingRefundedMinor === null))
})

test('a save that changes nothing is neither told nor audited', async (t) => {
  const { world, order, won, desk, rows } = await startShipping(t)
  const { publicId } = orderIn(await order(await won('mug')))
  await desk(publicId, { status: 'processing', carrier: 'DHL', realizedTotalCostMinor: 5 })
  const before = await rows.fingerprint()
  const same = {
    status: 'processing',
    carrier: 'DHL',
    trackingNumber: null,
    trackingUrl: '',
    address: ADDRESS,
  } as const
  for (const save of [same, {}, { realizedTotalCostMinor: 5, userNotes: null }]) {
    const { changes, order: shown } = await desk(publicId, save)
    assert.deepEqual([changes, shown.status], [[], 'processing'])
  }
  assert.deepEqual(await rows.fingerprint(), before)
  assert.deepEqual(await told(world, { publicId }), ['created', 'status+tracking+details'])
})

test('an order that is delivered fulfils its items, and replacements that arrive later leave them so', async (t) => {
  const { world, order, won, desk, states } = await startShipping(t)
  const ids = await won('mug', 'crown')
  const { publicId } = orderIn(await order(ids))
  for (const status of ['processing', 'shipped'] as const) await desk(publicId, { status })
  assert.deepEqual(await states(...ids), ['ship_requested', 'ship_requested'])
  const first = (await desk(publicId, { status: 'delivered' })).order
  assert.deepEqual(await states(...ids), ['fulfilled', 'fulfilled'])
  assert.equal(first.items.length, 2, 'they stay on their order')
  world.clock.advance(60_000)
  const sent = (await desk(publicId, { status: 'shipped_with_replacements' })).order
  assert.ok(sent.replacementsSentAt! > first.deliveredAt!)
  world.clock.advance(60_000)
  const again = (await desk(publicId, { status: 'delivered' })).order
  assert.ok(again.deliveredAt! > sent.replacementsSentAt!)
  assert.equal(again.replacementsSentAt, sent.replacementsSentAt)
  assert.deepEqual(await states(...ids), ['fulfilled', 'fulfilled'])
  assert.deepEqual((await told(world, { publicId })).slice(3), ['status', 'status+replacements_sent', 'status'])
})

test('items of an order whose first parcel was replaced are fulfilled when the replacement arrives', async (t) => {
  const stage = await startShipping(t)
  const [id] = (await stage.won('mug')) as [number]
  const { publicId } = orderIn(await stage.order([id]))
  for (const status of ['processing', 'shipped', 'shipped_with_replacements'] as const) {
    await stage.desk(publicId, { status })
    assert.deepEqual(await stage.states(id), ['ship_requested'])
  }
  await stage.desk(publicId, { status: 'delivered' })
  assert.deepEqual(await stage.states(id), ['fulfilled'])
})

test('a returned order gives its items back to the vault, and neither its fee nor its stock', async (t) => {
  const { world, player, won, desk, states, balance, moved, stockOf } = await startShipping(t, { stock: { mug: 3 } })
  const ids = await won('mug', 'crown')
  const { publicId, fee } = await shipped(player, ids)
  assert.deepEqual([fee?.amountMinor, await stockOf('mug')], [700, 2])
  const before = await balance()
  for (const status of ['processing', 'shipped'] as const) await desk(publicId, { status })
  const { order } = await desk(publicId, { status: 'returned' })
  assert.deepEqual([order.items, order.itemsValueTotalMinor, order.fee?.refundedMinor], [[], 0, 0])
  assert.deepEqual(await states(...ids), ['unresolved', 'unresolved'])
  assert.deepEqual([await balance(), (await moved()).length, await stockOf('mug')], [before, 1, 2])
  const last = (await noticesOf(world, { publicId })).at(-1)!
  assert.deepEqual([last.changes, last.shippingRefundedMinor, last.order.items], [['status'], null, []])
  const again = await shipped(player, ids)
  assert.notEqual(again.publicId, publicId, 'they can be ordered anew')
})

test('what waits for stock when its order is shipped waits no more: the desk has the goods', async (t) => {
  const { world, order, won, desk, stockOf } = await startShipping(t, { stock: { mug: 1, crown: 0 } })
  const { publicId, items } = orderIn(await order(await won('mug', 'mug', 'crown', 'keepsake')))
  assert.deepEqual(
    items.map((item) => item.waitingForStock),
    [false, true, true, false],
  )
  await desk(publicId, { status: 'processing' })
  const saved = await desk(publicId, { status: 'shipped', carrier: 'DHL' })
  assert.deepEqual(saved.changes, ['status', 'tracking', 'backorder'])
  assert.ok(saved.order.items.every((item) => !item.waitingForStock))
  assert.deepEqual([await stockOf('mug'), await stockOf('crown')], [0, 0], 'never below nothing')
  assert.equal(await world.tick('fill-backorders'), 0)
  const other = orderIn(await order(await won('keepsake'))).publicId
  await desk(other, { status: 'processing' })
  assert.deepEqual((await desk(other, { status: 'shipped' })).changes, ['status'])
})

test('what sending an order has really cost is told to the backend and never to the player', async (t) => {
  const { world, player, coffer, won, desk } = await startShipping(t)
  const { publicId } = await shipped(player, await won('mug'))
  await desk(publicId, { realizedTotalCostMinor: 87_654_321 })
  const { order } = await coffer.getOrder({ playerExternalId: 'ann', publicId })
  assert.equal(order.realizedTotalCostMinor, 87_654_321)
  const listed = await coffer.listOrders({ playerExternalId: 'ann' })
  assert.equal(listed.orders[0]?.realizedTotalCostMinor, 87_654_321)
  assert.equal((await noticesOf(world, { publicId })).at(-1)!.order.realizedTotalCostMinor, 87_654_321)
  for (const { text } of [await readOrder(player, publicId), await player.call('listOrders')]) {
    assert.ok(text.includes(publicId))
    assert.doesNotMatch(text, /realized|87654321/i)
  }
})

test('the audit log says what was saved, with old and new values, and nothing of the person', async (t) => {
  const { order, won, desk, rows } = await startShipping(t)
  const { publicId } = orderIn(await order(await won('mug'), { notes: 'Beware of Rex' }))
  await desk(publicId, {
    ...{
      status: 'processing',
      carrier: 'DHL',
      trackingNumber: 'T1',
      userNotes: 'Rex is gone',
      realizedTotalCostMinor: 9,
    },
    address: { ...ADDRESS, name: 'Bob Bowman', line1: '3 Hill Road' },
  })
  const entries = await rows.query<{ actor: string; details: unknown }>(
    `select actor, details from audit_log where action = 'order.changed'`,
  )
  assert.deepEqual(entries, [
    {
      actor: 'desk',
      details: {
        publicId,
        changes: [
          { field: 'status', from: 'pending', to: 'processing' },
          { field: 'carrier', from: null, to: 'DHL' },
          { field: 'trackingNumber' },
          { field: 'address' },
          { field: 'userNotes' },
          { field: 'realizedTotalCostMinor', from: null, to: 9 },
        ],
      },
    },
  ])
  const [everything] = await rows.query<{ text: string }>(
    "select string_agg(details::text, ' ') as text from audit_log",
  )
  assert.doesNotMatch(everything!.text, /Ann Archer|Bowman|Quay|Hill Road|Galway|example\.test|Rex/)
})

test('notices of one order are each later than the one before, also while the clock stands still', async (t) => {
  const { world, order, won, desk } = await startShipping(t)
  const ids = await won('mug')
  const stopped = world.clock.now()
  world.clock.now = () => stopped
  const { publicId } = orderIn(await order(ids))
  for (const status of WAYS.delivered) await desk(publicId, { status })
  for (const carrier of ['a', 'b', 'c']) await desk(publicId, { carrier })
  const times = (await noticesOf(world, { publicId })).map(({ occurredAt }) => Date.parse(occurredAt))
  assert.deepEqual(
    times.map((at) => at - stopped.getTime()),
    [0, 1, 2, 3, 4, 5, 6],
  )
})

test('an order was delivered, and its replacements sent, when its status says so, also by a clock that is behind', async (t) => {
  const { world, order, won, desk } = await startShipping(t)
  const { publicId } = orderIn(await order(await won('mug')))
  for (const status of ['processing', 'shipped'] as const) await desk(publicId, { status })
  world.clock.advance(-60_000)
  for (const status of ['shipped_with_replacements', 'delivered'] as const) await desk(publicId, { status })
  const { timeline, deliveredAt, replacementsSentAt } = (await noticesOf(world, { publicId })).at(-1)!.order
  const [, , , replaced, delivered] = timeline.map(({ at }) => at)
  assert.deepEqual([replacementsSentAt, deliveredAt], [replaced, delivered])
})

test('a save is refused that is no save, that names nobody\u2019s order, or that comes too late', async (t) => {
  const { world, coffer, operator, order, won, desk, rows } = await startShipping(t)
  const { publicId } = orderIn(await order(await won('mug')))
  const before = await rows.fingerprint()
  const faults: [save: object, field: string][] = [
    [{ trackingUrl: 'javascript:alert(1)' }, 'trackingUrl'],
    [{ trackingUrl: 'https:parcel' }, 'trackingUrl'],
    [{ trackingUrl: ' https://a.example' }, 'trackingUrl'],
    [{ trackingUrl: `https://a.example/${'a'.repeat(2048)}` }, 'trackingUrl'],
    [{ carrier: 'a'.repeat(201) }, 'carrier'],
    [{ userNotes: 'a'.repeat(501) }, 'userNotes'],
    [{ realizedTotalCostMinor: -1 }, 'realizedTotalCostMinor'],
    [{ realizedTotalCostMinor: 1.5 }, 'realizedTotalCostMinor'],
    [{ address: { ...ADDRESS, country: 'Ireland' } }, 'address.country'],
    [{ status: 'packed' }, 'status'],
    [{ colour: 'red' }, 'save'],
  ]
  for (const [save, field] of faults) {
    await assert.rejects(desk(publicId, save), (error: { code: string; details: { fields: object } }) => {
      assert.deepEqual([error.code, Object.keys(error.details.fields)], ['VALIDATION_FAILED', [field]])
      return true
    })
  }
  const nobodys = `ord_${'0'.repeat(26)}`
  await assert.rejects(desk(nobodys, { carrier: 'DHL' }), { code: 'ORDER_NOT_FOUND' })
  const elsewhere = { operatorId: operator.operatorId + 1, publicId, save: { carrier: 'DHL' }, actor: 'desk' }
  await assert.rejects(changeOrder(world.service.ctx, elsewhere), { code: 'ORDER_NOT_FOUND' })
  assert.deepEqual(await rows.fingerprint(), before)

  await desk(publicId, { status: 'processing' })
  const late = { address: { ...ADDRESS, line1: '4 Hill Road' } }
  await assert.rejects(desk(publicId, late), { code: 'SHIPMENT_NOT_EDITABLE' })
  const cancelled = orderIn(await order(await won('mug'))).publicId
  await coffer.cancelOrder({ playerExternalId: 'ann', publicId: cancelled })
  await assert.rejects(desk(cancelled, { realizedTotalCostMinor: 5 }), { code: 'SHIPMENT_NOT_EDITABLE' })
  assert.deepEqual((await desk(cancelled, { status: 'cancelled' })).changes, [])
})
