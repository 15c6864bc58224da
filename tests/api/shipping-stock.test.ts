import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import type { ShippingOrder } from '@coffer/contract/shipping'
import { changeOrder, setStock } from '@coffer/service/administration'
import { openMeeting } from '../support/racing.ts'
import { openPool, openRows } from '../support/rows.ts'
import { cancelOrder, noticesOf, readOrder, removeItem, ship, shipped, told } from '../support/shipping.ts'
import { type SureKey, sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

/** The sure boxes, with so many pieces of some items. */
function stocked(stock: Partial<Record<SureKey, number>>): CatalogueFile {
  const file = sureBoxes()
  return { ...file, items: file.items.map((item) => ({ ...item, ...pieces(stock[item.key as SureKey]) })) }
}

const pieces = (stock: number | undefined) => (stock === undefined ? {} : { stock })

async function start(t: TestContext, stock: Partial<Record<SureKey, number>>, options: object = {}) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: stocked(stock) } }, ...options })
  const { operator, service } = world
  const player = await world.play(operator, 'ann')
  const rows = openRows(world.databaseUrl)
  const won = async (...keys: SureKey[]) => (await win(operator, player, ...keys)).items.map((item) => item.id)
  return {
    ...{ world, operator, player, rows, won },
    order: async (...keys: SureKey[]) => shipped(player, await won(...keys)),
    stockOf: async (key: SureKey) => {
      const [row] = await rows.query<{ stock: string | null }>('select stock from catalogue_items where key = $1', [
        key,
      ])
      return row!.stock === null ? null : Number(row!.stock)
    },
    setStock: (key: SureKey, change: Parameters<typeof setStock>[1]['change']) =>
      setStock(service.ctx, { operatorId: operator.operatorId, item: key, change, actor: 'test' }),
    fill: () => world.tick('fill-backorders'),
    waiting: async (...orders: ShippingOrder[]) => {
      const now = await Promise.all(orders.map(async ({ publicId }) => (await readOrder(player, publicId)).body.order))
      return now.map(({ items }) => items.map((item) => item.waitingForStock))
    },
  }
}

test('a piece is taken when an order is placed, and given back when the order is cancelled or the item taken off', async (t) => {
  const { player, order, stockOf, fill } = await start(t, { mug: 3 })
  const both = await order('mug', 'mug', 'keepsake')
  assert.equal(await stockOf('mug'), 1)
  assert.equal(await stockOf('keepsake'), null, 'what is not counted stays so')
  const [first, , last] = both.items as [ShippingOrder['items'][0], unknown, ShippingOrder['items'][0]]
  assert.equal((await removeItem(player, both.publicId, first.inventoryItemId)).status, 200)
  assert.equal(await stockOf('mug'), 2)
  assert.equal((await removeItem(player, both.publicId, last.inventoryItemId)).status, 200)
  assert.equal((await cancelOrder(player, both.publicId)).status, 200)
  await cancelOrder(player, both.publicId)
  assert.deepEqual([await stockOf('mug'), await stockOf('keepsake')], [3, null], 'once, however often it is cancelled')
  assert.equal(await fill(), 0)
})

test('what was ordered while its item was not counted gives nothing back when it is', async (t) => {
  const { player, order, setStock, stockOf } = await start(t, {})
  const uncounted = await order('mug')
  await setStock('mug', { set: 4 })
  assert.equal((await cancelOrder(player, uncounted.publicId)).status, 200)
  assert.equal(await stockOf('mug'), 4)
})

test('an order of what is not counted waits for nobody who holds the catalogue, as an import does to its end', async (t) => {
  const { world, player, won, rows, stockOf } = await start(t, { mug: 1 })
  const [first, second] = (await won('keepsake', 'keepsake')) as [number, number]
  const importing = await openPool(world.databaseUrl).connect()
  t.after(() => importing.release(true))
  await importing.query('begin')
  await importing.query("select from catalogue_items where key = 'keepsake' for no key update")
  const order = await shipped(player, [first, second])
  assert.equal((await cancelOrder(player, order.publicId)).status, 200)
  await importing.query('rollback')
  assert.deepEqual([await stockOf('keepsake'), await stockOf('mug')], [null, 1])
  assert.deepEqual(await rows.query('select from shipping_lines where took_stock or waiting_for_stock'), [])
})

test('new stock goes to the oldest line that waits, one piece each, and each order is told once', async (t) => {
  const { world, order, setStock, stockOf, fill, waiting } = await start(t, { mug: 0, crown: 0 })
  const orders = [await order('mug'), await order('mug', 'keepsake', 'mug'), await order('crown', 'mug')]
  assert.deepEqual(await waiting(...orders), [[true], [true, false, true], [true, true]])
  assert.equal(await fill(), 0, 'nothing has come')

  await setStock('mug', { add: 2 })
  assert.equal(await fill(), 2)
  assert.deepEqual(await waiting(...orders), [[false], [false, false, true], [true, true]])
  await setStock('mug', { add: 1 })
  await setStock('crown', { add: 5 })
  assert.equal(await fill(), 2)
  assert.deepEqual(await waiting(...orders), [[false], [false, false, false], [false, true]])
  await setStock('mug', { set: 9 })
  assert.equal(await fill(), 1)
  assert.equal(await fill(), 0)
  assert.deepEqual([await stockOf('mug'), await stockOf('crown')], [8, 4])

  assert.deepEqual(await told(world, orders[0]!), ['created', 'backorder'])
  assert.deepEqual(await told(world, orders[1]!), ['created', 'backorder', 'backorder'])
  assert.deepEqual(await told(world, orders[2]!), ['created', 'backorder', 'backorder'])
  const last = (await noticesOf(world, orders[2]!)).at(-1)!
  assert.deepEqual(
    last.order.items.map((item) => item.waitingForStock),
    [false, false],
  )
})

test('two lines of an order that turn together are told in one notice, also while the order is packed', async (t) => {
  const { world, operator, order, setStock, fill } = await start(t, { mug: 0, crown: 0 })
  const both = await order('mug', 'crown', 'mug')
  const { operatorId } = operator
  const packed = { operatorId, publicId: both.publicId, save: { status: 'processing' }, actor: 'test' } as const
  await changeOrder(world.service.ctx, packed)
  await setStock('mug', { set: 5 })
  await setStock('crown', { set: 5 })
  assert.equal(await fill(), 3)
  assert.deepEqual(await told(world, both), ['created', 'status', 'backorder'])
})

test('who orders later waits behind those who wait already, and is served at once when there is enough for all', async (t) => {
  const { order, setStock, stockOf, fill, waiting } = await start(t, { mug: 0 })
  const first = await order('mug')
  await setStock('mug', { set: 1 })
  const second = await order('mug')
  assert.deepEqual(await waiting(first, second), [[true], [true]])
  assert.equal(await fill(), 1)
  assert.deepEqual(await waiting(first, second), [[false], [true]])
  await setStock('mug', { set: 2 })
  const third = await order('mug')
  assert.deepEqual(await waiting(second, third), [[true], [false]])
  assert.equal(await fill(), 1)
  assert.equal(await stockOf('mug'), 0)
})

test('a piece that a cancel or a removal gives back goes to the oldest line that waits', async (t) => {
  const { player, order, stockOf, fill, waiting } = await start(t, { mug: 2 })
  const held = [await order('mug'), await order('mug', 'keepsake')] as const
  const late = [await order('mug'), await order('mug')]
  assert.deepEqual(await waiting(...late), [[true], [true]])
  await cancelOrder(player, held[0].publicId)
  assert.equal(await fill(), 1)
  assert.deepEqual(await waiting(...late), [[false], [true]])
  await removeItem(player, held[1].publicId, held[1].items[0]!.inventoryItemId)
  assert.equal(await fill(), 1)
  assert.deepEqual(await waiting(...late), [[false], [false]])
  assert.equal(await stockOf('mug'), 0)
})

test('a line that left its order is not served, and gives no piece back', async (t) => {
  const { player, order, setStock, stockOf, fill } = await start(t, { mug: 0 })
  const cancelled = await order('mug')
  const short = await order('mug', 'keepsake')
  await cancelOrder(player, cancelled.publicId)
  await removeItem(player, short.publicId, short.items[0]!.inventoryItemId)
  assert.equal(await stockOf('mug'), 0)
  await setStock('mug', { set: 1 })
  assert.equal(await fill(), 0)
  assert.equal(await stockOf('mug'), 1)
})

test('an item that is counted no more frees all its lines, and takes no stock of them', async (t) => {
  const { player, order, setStock, stockOf, fill, waiting } = await start(t, { mug: 0 }, { service: few(2) })
  const orders = [await order('mug', 'mug'), await order('mug'), await order('mug', 'mug')]
  await setStock('mug', 'unlimited')
  assert.equal(await fill(), 5, 'more than one batch holds')
  assert.deepEqual(await waiting(...orders), [[false, false], [false], [false, false]])
  await setStock('mug', { set: 3 })
  await cancelOrder(player, orders[1]!.publicId)
  assert.equal(await stockOf('mug'), 3)
})

/** So many items and lines at a time. */
const few = (backorderBatchCount: number) => ({ limits: { backorderBatchCount } })

test('items without stock that many wait for keep nobody else waiting, of whatever operator', async (t) => {
  const catalogue = stocked({ mug: 0, crown: 0, keepsake: 0 })
  const world = await startWorld(t, {
    operators: { aurum: { catalogue }, beryl: { catalogue } },
    service: few(1),
  })
  const orders: Record<string, ShippingOrder> = {}
  for (const operator of Object.values(world.operators)) {
    const player = await world.play(operator, 'ann')
    for (let again = 0; again < 3; again++) {
      const { items } = await win(operator, player, 'mug', 'mug', 'crown')
      await shipped(
        player,
        items.map((item) => item.id),
      )
    }
    const { items } = await win(operator, player, 'keepsake')
    orders[operator.slug] = await shipped(player, [items[0]!.id])
  }
  for (const { operatorId } of Object.values(world.operators)) {
    await setStock(world.service.ctx, { operatorId, item: 'keepsake', change: { set: 1 }, actor: 'test' })
  }
  assert.equal(await world.tick('fill-backorders'), 2)
  for (const order of Object.values(orders)) assert.deepEqual(await told(world, order), ['created', 'backorder'])
})

test('two that fill at once give each piece once', async (t) => {
  const { world, order, setStock, stockOf, fill, waiting } = await start(t, { mug: 0 })
  const orders = []
  for (let count = 0; count < 8; count++) orders.push(await order('mug', 'mug'))
  await setStock('mug', { set: 11 })
  const turned = await Promise.all([fill(), fill(), fill(), fill()])
  assert.equal(
    turned.reduce((sum, count) => sum + count),
    11,
  )
  assert.equal(await stockOf('mug'), 0)
  assert.equal((await waiting(...orders)).flat().filter((waits) => waits).length, 5)
  const backorders = (await Promise.all(orders.map((one) => told(world, one)))).flat()
  assert.equal(backorders.filter((changes) => changes === 'backorder').length, 6, 'one for each order that turned')
})

test('a cancel and a fill at once neither lose a piece nor make one', async (t) => {
  const { player, order, setStock, stockOf, fill, waiting } = await start(t, { mug: 0 })
  for (let round = 0; round < 6; round++) {
    const mine = await order('mug')
    const other = await order('mug')
    await setStock('mug', { set: 1 })
    await Promise.all([cancelOrder(player, mine.publicId), fill()])
    await fill()
    assert.deepEqual([await waiting(other), await stockOf('mug')], [[[false]], 0])
  }
})

test('twenty players who order at once for five pieces: five have theirs, fifteen wait', async (t) => {
  const { world, operator, rows, stockOf } = await start(t, { mug: 5 })
  const names = Array.from({ length: 20 }, (_, number) => `player-${number}`)
  const ready = await Promise.all(
    names.map(async (name) => {
      const player = await world.play(operator, name)
      const { items } = await win(operator, player, 'mug')
      return () => ship(player, [items[0]!.id])
    }),
  )
  const answers = await Promise.all(ready.map((order) => order()))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  const lines = answers.flatMap(({ body }) => body.order.items)
  assert.deepEqual(
    [false, true].map((waits) => lines.filter((line) => line.waitingForStock === waits).length),
    [5, 15],
  )
  assert.equal(await stockOf('mug'), 0)
  const [taken] = await rows.query<{ count: string }>('select count(*) from shipping_lines where took_stock')
  assert.equal(Number(taken!.count), 5)
})

test('an import that names another stock serves those who wait, and the same file again does not', async (t) => {
  const { world, operator, order, stockOf, fill, waiting } = await start(t, { mug: 0 })
  const orders = [await order('mug'), await order('mug')]
  await world.catalogue(operator, stocked({ mug: 0 }))
  assert.equal(await fill(), 0)
  await world.catalogue(operator, stocked({ mug: 1 }))
  assert.equal(await fill(), 1)
  assert.deepEqual(await waiting(...orders), [[false], [true]])
  await world.catalogue(operator, stocked({ mug: 1 }))
  assert.deepEqual([await fill(), await stockOf('mug')], [0, 0])
  await world.catalogue(operator, stocked({}))
  assert.equal(await fill(), 1)
})

test('stock is set, raised and lowered, never below nothing; each change is audited, and no change is not', async (t) => {
  const { operator, rows, setStock, stockOf } = await start(t, { mug: 3 })
  assert.deepEqual(await setStock('mug', { add: 4 }), { itemId: operator.items.mug, key: 'mug', from: 3, to: 7 })
  assert.equal((await setStock('mug', { add: -7 })).to, 0)
  const refusals = [{ add: -1 }, { set: -1 }, { set: 1.5 }, { set: 1_000_000_001 }]
  for (const change of refusals) await assert.rejects(setStock('mug', change), { code: 'VALIDATION_FAILED' })
  await assert.rejects(setStock('crown', { add: 1 }), { code: 'VALIDATION_FAILED' })
  await assert.rejects(setStock('nothing' as SureKey, { set: 1 }), { code: 'UNKNOWN_ITEM' })
  await setStock('mug', { set: 0 })
  await setStock(String(operator.items.crown) as SureKey, { set: 2 })
  assert.deepEqual([await stockOf('mug'), await stockOf('crown')], [0, 2])
  const entries = await rows.query<{ details: { key: string; from: number | null; to: number | null } }>(
    `select details from audit_log where action = 'item.stock_set' order by entry_number`,
  )
  assert.deepEqual(
    entries.map(({ details: { key, from, to } }) => [key, from, to]),
    [
      ['mug', 3, 7],
      ['mug', 7, 0],
      ['crown', null, 2],
    ],
  )
})

test('an order that is placed while another one begins to wait leaves to it what comes for it', async (t) => {
  const { world, operator, won, player, fill } = await start(t, { mug: 0 })
  const other = await world.play(operator, 'bob')
  const older = await won('mug')
  const younger = (await win(operator, other, 'mug')).items.map((item) => item.id)
  const pool = openPool(world.databaseUrl)
  const meeting = openMeeting(world.databaseUrl, 'stock-race')
  const statement = "select from catalogue_items where key = 'mug' for no key update"
  const piece = () => pool.query("update catalogue_items set stock = stock + 1 where key = 'mug'")
  const movers: (() => Promise<unknown>)[] = [() => shipped(player, older), piece, () => shipped(other, younger)]
  const [first, , second] = (await meeting.queue({ statement }, movers)) as [ShippingOrder, unknown, ShippingOrder]
  const waits = async () => {
    const orders = [await readOrder(player, first.publicId), await readOrder(other, second.publicId)]
    return orders.map(({ body }) => body.order.items[0]!.waitingForStock)
  }
  assert.deepEqual(await waits(), [true, true], 'both wait for the next piece')
  await fill()
  assert.deepEqual(await waits(), [false, true], 'the older one gets the piece')
})
