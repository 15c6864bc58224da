import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type { AdminItemRow } from '@coffer/contract/admin'
import { ITEM_LIST } from '@coffer/contract/list'
import { convertOperator, importCatalogue, setRates } from '@coffer/service/administration'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { itemOf, itemsAs } from '../support/admin-items.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

let world: World
let aurum: TestOperator
let beryl: TestOperator
let catalog: DeskBrowser
let owner: DeskBrowser

/** The items of the usual boxes with stock and costs, one that is archived, and one whose key is the ID of another. */
function catalogue() {
  const { items, boxes } = sureBoxes()
  const more = {
    mug: { stock: 12, shippingCostMinor: 590 },
    keepsake: { stock: 0 },
    crown: { stock: 3, metadata: { grade: 'A', _supplier: 'secret' }, upgraderPrize: true },
  }
  return {
    items: [
      ...items.map((item) => ({ ...item, ...more[item.key as keyof typeof more] })),
      { key: 'old', name: 'Retired mug', type: 'physical' as const, valueMinor: 100, archived: true },
      { key: '1', name: 'Numbered', type: 'physical' as const, valueMinor: 700, stock: 5 },
    ],
    boxes,
  }
}

before(async (t) => {
  world = await startWorld(t as TestContext, {
    operators: { aurum: { catalogue: catalogue() }, beryl: { catalogue: sureBoxes('Other') } },
    service: { limits: { exportPageCount: 3 } },
  })
  aurum = world.operators.aurum!
  beryl = world.operators.beryl!
  catalog = await startDesk(world, 'cat@aurum.example', ['catalog'], aurum)
  owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
})

const { path, pageOf, keysOf, read, stock, cost, setValue, picture } = itemsAs(
  () => aurum,
  () => catalog,
)

const again = (change: (file: ReturnType<typeof catalogue>) => object = (file) => file) =>
  importCatalogue(world.service.ctx, aurum.operatorId, change(catalogue()) as never, '/nowhere')

const ALL = ['1', 'old', 'keepsake', 'crown', 'dust', 'spins', 'book', 'mug']

test('items: searches, filters and the export return exactly the matching rows', async () => {
  for (const [filters, expected] of [
    [{}, ALL],
    [{ search: 'MUG' }, ['old', 'mug']],
    [{ search: 'keepsake' }, ['keepsake']],
    [{ search: '%' }, []],
    [{ status: 'active', search: 'mug' }, ['mug']],
    [{ status: 'archived' }, ['old']],
    [{ type: 'physical', status: 'active' }, ['1', 'keepsake', 'crown', 'mug']],
    [{ stock: 'in_stock' }, ['1', 'crown', 'mug']],
    [{ stock: 'out_of_stock' }, ['keepsake']],
    [{ stock: 'not_counted' }, ['old', 'dust', 'spins', 'book']],
    [{ value: 'waiting' }, []],
  ] as const) {
    assert.deepEqual(await keysOf(filters), expected, JSON.stringify(filters))
    const exported = parse((await catalog.post('/items/export', filters)).text, { bom: true, columns: true })
    const keys = (exported as AdminItemRow[]).map(({ key }) => key)
    assert.deepEqual(keys, expected, JSON.stringify(filters))
  }
  const { text, headers } = await catalog.post('/items/export', { search: 'crown', type: 'physical' })
  const [columns, cells] = parse(text, { bom: true })
  assert.deepEqual(columns, [...ITEM_LIST.columns])
  const [row] = (await pageOf({ search: 'crown' })).items as [AdminItemRow]
  const cellOf = (value: unknown) => (value === null ? '' : String(value))
  assert.deepEqual(
    cells,
    ITEM_LIST.columns.map((column) => cellOf(row[column])),
  )
  assert.match(headers.get('content-disposition')!, /items\.csv/)
  const entry = (await auditEntries(owner)).find(({ action }) => action === 'item.exported')
  assert.deepEqual(entry!.details, { type: 'physical', hasSearch: true })
})

test('items: pages of every order contain each item once, forwards and back', async () => {
  const orders = {
    '-createdAt': ALL,
    name: ['1', 'old', 'book', 'crown', 'dust', 'keepsake', 'mug', 'spins'],
    valueMinor: ['dust', 'old', 'spins', 'book', '1', 'mug', 'keepsake', 'crown'],
    '-valueMinor': ['crown', 'keepsake', 'mug', '1', 'book', 'spins', 'old', 'dust'],
    stock: ['keepsake', 'crown', '1', 'mug', 'book', 'spins', 'dust', 'old'],
    '-stock': ['old', 'dust', 'spins', 'book', 'mug', '1', 'crown', 'keepsake'],
  }
  assert.deepEqual(Object.keys(orders).sort(), [...ITEM_LIST.sorts].sort())
  for (const [sort, expected] of Object.entries(orders)) {
    const pages = await walkBothWays(async (query) => {
      const { limit, cursor: given } = Object.fromEntries(new URLSearchParams(query))
      const { items, cursor } = await pageOf({ sort, limit: Number(limit), ...(given && { cursor: given }) })
      return { rows: items.map(({ key }) => key), cursor }
    }, 3)
    assert.deepEqual(pages.flat(), expected, sort)
  }
})

test('item: it is shown with its values, its boxes, its metadata and its changes', async () => {
  const item = await read('crown')
  const { boxId } = aurum.boxes.crown!
  assert.deepEqual(
    { ...item, itemId: 0, revisionId: 0, createdAt: '', values: item.values.map(({ valueMinor }) => valueMinor) },
    {
      ...{ itemId: 0, key: 'crown', name: 'Sure crown', type: 'physical', imageUrl: null, createdAt: '' },
      ...{
        valueMinor: 5000,
        currency: 'EUR',
        revisionId: 0,

        heldValue: null,
        values: [5000],
      },
      ...{ stock: 3, waitingForStock: 0, shippingCostMinor: null, defaultShippingCostMinor: 0, archivedAt: null },
      ...{ isCollectible: true, collectibleCategory: 'coin', cashback: true, upgraderPrize: true },
      metadata: { grade: 'A', _supplier: 'secret' },
      boxCount: 1,
      boxes: [
        {
          ...{ boxId, slug: 'crown', name: 'Sure box of crown', priceMinor: 5377, currency: 'EUR' },
          ...{ chanceUnits: 100_000_000, publishedValueMinor: 5000, currentRtpBps: 8368 },
          ...{ isArchived: false, isPaused: false },
        },
      ],
      changes: [],
    },
  )
})

test('stock: each change is audited, and the same catalogue file does not undo it', async () => {
  const changes = [
    [20, 12, 'Delivery 17'],
    [15, 20, undefined],
    [15, 15, undefined],
    [null, 15, undefined],
    [12, null, undefined],
  ] as const
  for (const [to, before, reason] of changes) {
    assert.equal(itemOf(await stock('mug', { stock: to, before, reason })).stock, to)
    await again()
    assert.equal((await read('mug')).stock, to)
  }
  const shown = (await read('mug')).changes
  assert.deepEqual(
    shown.map(({ action, reason, changes: [change], actorName }) => [
      ...[action, reason, change!.before, change!.after, actorName],
    ]),
    [
      ['item.stock_set', null, null, 12, 'cat@aurum.example'],
      ['item.stock_set', null, 15, null, 'cat@aurum.example'],
      ['item.stock_set', null, 20, 15, 'cat@aurum.example'],
      ['item.stock_set', 'Delivery 17', 12, 20, 'cat@aurum.example'],
    ],
  )
})

test('stock: an outdated change is refused, and bad numbers by their names', async () => {
  for (const before of [11, null]) {
    assert.equal(told(await stock('mug', { stock: 1, before })), '409 ITEM_CHANGED')
    assert.equal(told(await stock('mug', { stock: null, before })), '409 ITEM_CHANGED')
  }
  const good = { stock: 20, before: 12 }
  for (const [field, value] of [
    ['stock', -1],
    ['stock', 1.5],
    ['stock', 1_000_000_001],
    ['stock', undefined],
    ['before', -1],
    ['before', undefined],
    ['reason', ' '],
    ['reason', 'x'.repeat(501)],
  ] as const) {
    assert.deepEqual(await faultyFields(catalog, path('mug', '/stock'), { ...good, [field]: value }), [field])
  }
  const answers = await Promise.all([stock('mug', good), stock('mug', good), stock('mug', good)])
  assert.deepEqual(answers.map(told).map(String).sort(), ['200', '409 ITEM_CHANGED', '409 ITEM_CHANGED'])
  assert.equal((await read('mug')).stock, 20)
})

test('stock: an item is named by its ID, also when that is the key of another item', async () => {
  assert.equal(aurum.items.mug, 1, 'the key of another item is the ID of the mug')
  assert.equal(itemOf(await stock('mug', { stock: 13, before: 20 })).stock, 13)
  assert.equal((await read('1')).stock, 5)
})

test('shipping cost: it is set and unset, and the same file does not undo it', async () => {
  const set = async (shippingCostMinor: number | null, before: number | null) =>
    itemOf(await cost('mug', { shippingCostMinor, before, currency: 'EUR' })).shippingCostMinor
  assert.equal(await set(790, 590), 790)
  assert.equal(await set(790, 790), 790)
  await again()
  assert.equal((await read('mug')).shippingCostMinor, 790)
  assert.equal(await set(null, 790), null)
  await again()
  assert.equal((await read('mug')).shippingCostMinor, null)
  await again((file) => ({
    ...file,
    items: file.items.map((item) => (item.key === 'mug' ? { ...item, shippingCostMinor: 610 } : item)),
  }))
  assert.equal((await read('mug')).shippingCostMinor, 610, 'another number in the file counts')
  const [newest, older] = (await read('mug')).changes
  assert.deepEqual(
    [newest!.action, newest!.changes],
    ['item.shipping_cost_set', [{ field: null, before: 790, after: null }]],
  )
  assert.deepEqual(older!.changes, [{ field: null, before: 590, after: 790 }])
})

test('shipping cost: a change that is based on another cost or currency is refused', async () => {
  const unchanged = (await read('mug')).shippingCostMinor
  const body = { shippingCostMinor: 5, before: unchanged, currency: 'EUR' }
  assert.equal(told(await cost('mug', { ...body, before: null })), '409 ITEM_CHANGED')
  assert.equal(told(await cost('mug', { ...body, currency: 'JPY' })), '409 ITEM_CHANGED')
  for (const [field, value] of [
    ['shippingCostMinor', -1],
    ['shippingCostMinor', 1_000_000_000_001],
    ['shippingCostMinor', undefined],
    ['before', '5'],
    ['currency', null],
  ] as const) {
    assert.deepEqual(await faultyFields(catalog, path('mug', '/shipping-cost'), { ...body, [field]: value }), [field])
  }
  assert.equal((await read('mug')).shippingCostMinor, unchanged)
})

test('items: staff of an operator reach no item of another operator', async () => {
  const other = await startDesk(world, 'owner@beryl.example', ['owner'], beryl)
  assert.deepEqual((await pageOf({ search: 'old' }, other)).items, [])
  await setValue('crown', 90_000)
  const { heldValueId } = (await read('crown')).heldValue!
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const value = { valueMinor: 1, revisionId: 1, currency: 'EUR', reason: 'None' }
  const requests = {
    '/stock': { stock: 1, before: null },
    '/shipping-cost': { shippingCostMinor: 1, before: null, currency: 'EUR' },
    '/value/preview': { valueMinor: 1 },
    '/value': value,
  }
  for (const [key, id] of [
    ['crown', aurum.items.crown],
    ['nothing', 999_999],
  ] as const) {
    assert.equal(told(await other.get(`/items/${id}`)), '404 UNKNOWN_ITEM', key)
    assert.equal(told(await other.get(`/items/${id}?operator=aurum`)), '404 OPERATOR_NOT_FOUND')
    for (const [part, body] of Object.entries(requests)) {
      assert.equal(told(await other.post(`/items/${id}${part}`, body)), '404 UNKNOWN_ITEM', part)
      assert.equal(
        told(await other.post(`/items/${id}${part}`, { ...body, operator: 'aurum' })),
        '404 OPERATOR_NOT_FOUND',
      )
    }
  }
  for (const decision of ['approve', 'decline']) {
    const held = `/items/${aurum.items.crown}/held-values/${heldValueId}/${decision}`
    assert.equal(told(await other.post(held, { reason: 'None' })), '409 HELD_VALUE_NOT_WAITING')
    assert.equal(told(await other.post(held, { reason: 'None', operator: 'aurum' })), '404 OPERATOR_NOT_FOUND')
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inside}</svg>`)

test('picture: it is stored, shown and audited, and the same file does not undo it', async () => {
  const item = itemOf(await picture('book', svg('<g/>')))
  assert.match(item.imageUrl!, new RegExp(`^/media/${aurum.operatorId}/[0-9a-f]{32}\\.svg$`))
  const served = await fetch(`${world.service.url}${item.imageUrl}`)
  assert.equal(served.headers.get('content-type'), 'image/svg+xml')
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), svg('<g/>'))
  const [entry] = item.changes
  assert.deepEqual(
    [entry!.action, entry!.changes],
    ['item.picture_set', [{ field: null, before: null, after: item.imageUrl }]],
  )
  assert.deepEqual(itemOf(await picture('book', svg('<g/>'))), item, 'the same picture changes nothing')
  await again()
  assert.equal((await read('book')).imageUrl, item.imageUrl, 'the same catalogue file keeps the picture')
  const photo = await sharp({ create: { width: 1600, height: 800, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Ann' } } })
    .jpeg()
    .toBuffer()
  assert.ok((await sharp(photo).metadata()).exif)
  const { imageUrl } = itemOf(await picture('book', photo))
  const stored = await (await fetch(`${world.service.url}${imageUrl}`)).arrayBuffer()
  const { format, width, height, exif } = await sharp(Buffer.from(stored)).metadata()
  assert.deepEqual(
    [format, width, height, exif],
    ['webp', 600, 1200, undefined],
    'upright, smaller, and without data of a camera',
  )
  const other = 'https://pictures.example/book.png'
  await again((file) => ({
    ...file,
    items: file.items.map((one) => (one.key === 'book' ? { ...one, imageUrl: other } : one)),
  }))
  assert.equal((await read('book')).imageUrl, other, 'another picture in the file counts')
})

test('picture: bad and large images, and items of other operators, are refused', async () => {
  const unchanged = (await read('mug')).imageUrl
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('GIF89a'),
    Buffer.from('\u0089PNG\r\n\u001a\n and more', 'latin1'),
    Buffer.from('<html><script>1</script></html>'),
    svg('<script>1</script>'),
    svg(' '.repeat(world.service.ctx.limits.svgBytes)),
    svg('<image href="https://example.com/a.png"/>'),
  ]) {
    const answer = await picture('mug', bytes)
    assert.equal(told(answer), '422 VALIDATION_FAILED', `${bytes}`)
    assert.deepEqual(Object.keys((answer.body.error as unknown as { fields: object }).fields), ['picture'])
  }
  const tooLarge = Buffer.alloc(world.service.ctx.limits.mediaBytes + 1, svg(''))
  assert.equal(told(await picture('mug', tooLarge)), '413 BODY_TOO_LARGE')
  const id = beryl.items.mug
  assert.equal(told(await catalog.post(`/items/${id}/picture`, svg(''))), '404 UNKNOWN_ITEM')
  assert.equal(told(await catalog.post(`/items/${id}/picture?operator=beryl`, svg(''))), '404 OPERATOR_NOT_FOUND')
  const shipper = await startDesk(world, 'ship@aurum.example', ['shipping'], aurum)
  assert.equal(told(await picture('mug', svg(''), shipper)), '403 STAFF_FORBIDDEN')
  assert.equal((await read('mug')).imageUrl, unchanged)
})

test('items: bad filters, sorts and cursors are refused by the name of the field', async () => {
  const { cursor } = await pageOf({ limit: 1 })
  for (const [field, body] of [
    ['search', { search: '' }],
    ['status', { status: 'gone' }],
    ['type', { type: 'mug' }],
    ['stock', { stock: 'low' }],
    ['value', { value: 'approved' }],
    ['sort', { sort: 'key' }],
    ['limit', { limit: 0 }],
    ['cursor', { cursor: 'x' }],
    ['cursor', { cursor: cursor.next, sort: 'name' }],
    ['cursor', { cursor: cursor.next, type: 'physical' }],
  ] as const) {
    assert.deepEqual(await faultyFields(catalog, '/items/list', body), [field], JSON.stringify(body))
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(await faultyFields(admin, '/items/list', {}), ['operator'])
  assert.deepEqual((await pageOf({ operator: 'beryl', search: 'mug' }, admin)).items.length, 1)
})

test('shipping cost: a conversion converts it, and the converted file keeps it', async (t) => {
  const own = await startWorld(t, { wallet: false, operators: { aurum: { catalogue: catalogue() } } })
  const { operator } = own
  const desk = await startDesk(own, 'cat@aurum.example', ['catalog'], operator)
  const as = itemsAs(
    () => operator,
    () => desk,
  )
  await as.cost('mug', { shippingCostMinor: 800, before: 590, currency: 'EUR' })
  await setRates(own.service.ctx, 'EUR', { USD: '2' }, 'test')
  await convertOperator(own.service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  assert.equal((await as.read('mug')).shippingCostMinor, 1600)
  assert.equal(told(await as.cost('mug', { shippingCostMinor: 5, before: 1600, currency: 'EUR' })), '409 ITEM_CHANGED')
  const file = catalogue()
  const doubled = file.items.map((item) => ({
    ...item,
    valueMinor: item.valueMinor * 2,
    ...('shippingCostMinor' in item && { shippingCostMinor: 1180 }),
  }))
  await importCatalogue(own.service.ctx, operator.operatorId, { items: doubled, boxes: [] } as never, '/nowhere')
  assert.equal((await as.read('mug')).shippingCostMinor, 1600, 'the file says what it said before')
})
