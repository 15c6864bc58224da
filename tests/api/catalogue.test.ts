import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { snapshotHash } from '@coffer/fairness'
import { sampleBox } from '@coffer/fixtures'
import { sql } from 'kysely'
import {
  type BoxListQuery,
  browseBoxes,
  findVersion,
  importCatalogue,
  itemsByIds,
  liveVersionOf,
  showBox,
} from '../../service/src/catalog/index.ts'
import { fairness } from '../../service/src/http/fairness.ts'
import type { Operator } from '../../service/src/operators/index.ts'
import { type CatalogueWorld, faultsOf, openCatalogueWorld, refusedWith } from '../support/catalogue-world.ts'

let world: CatalogueWorld
let operatorCount = 0

before(async () => {
  world = await openCatalogueWorld()
})
after(() => world.close())

const newOperator = () => {
  operatorCount += 1
  return world.operator(`casino-${operatorCount}`, 'EUR', { currencies: ['EUR', 'JPY', 'KWD'] })
}
const importFile = (operator: Operator, file: CatalogueFile) =>
  importCatalogue(world.ctx, operator.operatorId, file, '/nowhere')
const browse = (operator: Operator, query: BoxListQuery = {}, currency = operator.currency) =>
  browseBoxes(world.ctx, operator, query, { currency })
const snapshotOf = async (boxVersionId: number) =>
  fairness.public.boxVersionSnapshot(world.ctx, null, { params: { boxVersionId }, query: undefined, body: undefined })

/** Everything that an import may write, of one operator. */
async function contentsOf({ operatorId }: Operator): Promise<Record<string, unknown[]>> {
  return world.ctx.systemTx(async (tx) => {
    const tables = [
      'catalogue_items',
      'item_revisions',
      'box_attributes',
      'boxes',
      'box_versions',
      'box_version_prizes',
    ]
    const contents: Record<string, unknown[]> = {}
    for (const table of [...tables, 'outbox_events', 'media']) {
      const { rows } = await sql`select t::text from ${sql.table(table)} t where operator_id = ${operatorId}
        order by 1`.execute(tx)
      contents[table] = rows
    }
    return contents
  })
}

test('a file imported twice changes nothing the second time', async () => {
  const operator = await newOperator()
  const first = await importFile(operator, sampleBox())
  const contents = await contentsOf(operator)
  world.setNow('2026-01-01T01:00:00.000Z')
  assert.deepEqual(await importFile(operator, sampleBox()), first)
  assert.deepEqual(await contentsOf(operator), contents)
  const items = await world.ctx.tx(operator.operatorId, (tx) =>
    itemsByIds(tx, operator.operatorId, Object.values(first.items)),
  )
  const collectible = items.get(first.items['sample-collectible']!)
  assert.deepEqual(collectible?.metadata, { metal: 'silver', year: 1887 })
  assert.equal(collectible?.cashback, true)
  assert(collectible.revisionId > 0)
})

test('imports at the same time leave what one of them would', async () => {
  const operator = await newOperator()
  // Connections are opened beforehand, or the first import would be over when the others begin.
  const open = () => world.ctx.tx(operator.operatorId, (tx) => sql`select pg_sleep(0.1)`.execute(tx))
  await Promise.all(Array.from({ length: 6 }, open))
  const all = await Promise.all(Array.from({ length: 6 }, () => importFile(operator, sampleBox())))
  for (const imported of all) assert.deepEqual(imported, all[0])
  const { item_revisions, box_versions, outbox_events } = await contentsOf(operator)
  assert.deepEqual([item_revisions?.length, box_versions?.length, outbox_events?.length], [5, 1, 1])
})

test('a changed price or prize publishes a new version, and the old snapshot stays byte for byte what it was', async () => {
  const operator = await newOperator()
  const file = sampleBox()
  const { boxes } = await importFile(operator, file)
  const oldId = boxes.sample!.boxVersionId!
  const oldSnapshot = await snapshotOf(oldId)
  file.boxes[0]!.priceMinor = 510
  const newId = (await importFile(operator, file)).boxes.sample!.boxVersionId!
  assert(newId > oldId)
  assert.deepEqual(JSON.stringify(await snapshotOf(oldId)), JSON.stringify(oldSnapshot))
  const versions = await world.ctx.tx(operator.operatorId, async (tx) => [
    await findVersion(tx, operator.operatorId, oldId),
    await liveVersionOf(tx, operator.operatorId, boxes.sample!.boxId),
  ])
  assert.deepEqual(
    versions.map((v) => [v?.boxVersionId, v?.priceMinor, v?.isLive, v?.onSale]),
    [
      [oldId, 500, false, false],
      [newId, 510, true, true],
    ],
  )
  file.items[0]!.valueMinor = 101
  const third = (await importFile(operator, file)).boxes.sample!.boxVersionId!
  assert.equal((await contentsOf(operator)).item_revisions?.length, 6)
  assert(third > newId)
  file.items[1]!.name = 'Six free spins'
  const fourth = (await importFile(operator, file)).boxes.sample!.boxVersionId!
  assert(fourth > third)
  file.boxes[0]!.prizes.reverse()
  assert((await importFile(operator, file)).boxes.sample!.boxVersionId! > fourth)
})

test('a snapshot is hashed as published, with its fields in the published order, and may be kept for ever', async () => {
  const operator = await newOperator()
  world.setNow('2026-02-03T04:05:06.789Z')
  const { boxes, items } = await importFile(operator, sampleBox())
  const { body, headers } = await snapshotOf(boxes.sample!.boxVersionId!)
  const { snapshotHash: hash, ...rest } = body as { snapshotHash: string; ranges: object[] }
  assert.equal(hash, snapshotHash(rest))
  const fields = ['algorithmKey', 'boxVersionId', 'publishedAt', 'priceMinor', 'currency', 'totalUnits', 'ranges']
  assert.deepEqual(Object.keys(body as object), [...fields, 'snapshotHash'])
  assert.equal(
    JSON.stringify(rest.ranges[1]),
    `{"itemId":${items['sample-bonus']},"name":"Five free spins","type":"bonus","valueMinor":200,"start":30000000,"end":52000000}`,
  )
  assert.deepEqual(headers, { 'cache-control': 'public, max-age=31536000, immutable', etag: `"${hash}"` })
  await assert.rejects(snapshotOf(999_999_999), refusedWith('UNKNOWN_BOX'))
})

test('each published version is announced once, with what was before it', async () => {
  const operator = await newOperator()
  const file = sampleBox()
  world.setNow('2026-03-01T00:00:00.000Z')
  const first = (await importFile(operator, file)).boxes.sample!
  file.boxes[0]!.priceMinor = 520
  const second = (await importFile(operator, file)).boxes.sample!
  const { rows } = await world.ctx.systemTx((tx) =>
    sql<{ key: string; type: string; player: null; payload: string }>`
      select idempotency_key as key, type, player_external_id as player, payload from outbox_events
      where operator_id = ${operator.operatorId} order by event_id`.execute(tx),
  )
  assert.deepEqual(
    rows.map(({ key, type, player }) => [key, type, player]),
    [first, second].map((box) => [`box_version_published:${box.boxVersionId}`, 'box_version_published', null]),
  )
  const { snapshotHash: hash, ...payload } = JSON.parse(rows[1]!.payload)
  assert.match(hash, /^[0-9a-f]{64}$/)
  assert.deepEqual(payload, {
    dataVersion: 2,
    occurredAt: '2026-03-01T00:00:00.000Z',
    boxId: second.boxId,
    boxVersionId: second.boxVersionId,
    previousBoxVersionId: first.boxVersionId,
    versionNumber: 2,
    name: 'Sample box',
    slug: 'sample',
    priceMinor: 520,
    currency: 'EUR',
    rtpBps: 9000,
    snapshotUrl: `http://coffer.test/fairness/box-versions/${second.boxVersionId}/snapshot`,
  })
})

/** What the publish gate refuses: the edit, the field that is named, and the words. */
const REFUSED_BY_THE_GATE: [edit: (file: CatalogueFile) => void, path: string, words: RegExp][] = [
  [(file) => file.boxes[0]!.prizes.splice(0), 'boxes.0.prizes', /at least one prize/],
  [
    (file) => {
      file.boxes[0]!.prizes[0]!.chanceUnits += 1
    },
    'boxes.0.prizes',
    /100000000 units, not 100000001/,
  ],
  [
    (file) => {
      file.boxes[0]!.prizes[1]!.item = 'sample-nuggets'
    },
    'boxes.0.prizes.1.item',
    /already/,
  ],
  [
    (file) => {
      file.boxes[0]!.prizes[1]!.item = 'ghost'
    },
    'boxes.0.prizes.1.item',
    /no item ghost/,
  ],
  [
    (file) => {
      file.boxes[0]!.priceMinor = 472
    },
    'boxes.0.prizes',
    /99\.15%.*more than/,
  ],
  [
    (file) => {
      file.boxes[0]!.priceMinor = 551
    },
    'boxes.0.prizes',
    /84\.93%.*less than/,
  ],
  [(file) => file.boxes.push({ ...file.boxes[0]!, slug: 'other' }), 'boxes.1.key', /already/],
  [(file) => file.boxes.push({ ...file.boxes[0]!, key: 'other' }), 'boxes.1.slug', /already/],
  [
    (file) => {
      file.boxes[0]!.key = 'renamed'
    },
    'boxes.0.slug',
    /belongs to the box sample/,
  ],
  [(file) => file.items.push(file.items[0]!), 'items.5.key', /already/],
  [
    (file) => {
      file.items[0]!.metadata = { a: ['\u0000'] }
    },
    'items.0.metadata',
    /U\+0000/,
  ],
  [
    (file) => {
      file.boxes[0]!.customAttributes = { mood: 1 }
    },
    'boxes.0.customAttributes.mood',
    /not a declared/,
  ],
]

test('each rule of the publish gate refuses the whole file and says which box and why', async () => {
  const operator = await newOperator()
  await importFile(operator, sampleBox())
  const contents = await contentsOf(operator)
  for (const [edit, path, words] of REFUSED_BY_THE_GATE) {
    const file = sampleBox()
    edit(file)
    const faults = await faultsOf(importFile(operator, file))
    assert.deepEqual(Object.keys(faults), [path])
    assert.match(faults[path]!.join(), words)
  }
  assert.deepEqual(await contentsOf(operator), contents)
})

test('custom attributes are checked against their declarations, and never republish a box', async () => {
  const operator = await newOperator()
  const file = sampleBox()
  file.attributes = [
    { name: 'featured', type: 'boolean', default: false },
    { name: 'rank', type: 'number', default: 100 },
    { name: 'constructor', type: 'text', default: 'plain' },
  ]
  const before = (await importFile(operator, file)).boxes.sample!
  const shown = async () => (await showBox(world.ctx, operator, before.boxId, operator)).customAttributes
  assert.deepEqual(await shown(), { constructor: 'plain', featured: false, rank: 100 })
  file.boxes[0]!.customAttributes = { rank: 'high', featured: true }
  assert.deepEqual(await faultsOf(importFile(operator, file)), {
    'boxes.0.customAttributes.rank': ['must be of the declared type, number'],
  })
  file.boxes[0]!.customAttributes = { rank: 2.5, featured: true }
  assert.deepEqual((await importFile(operator, file)).boxes.sample, before)
  assert.deepEqual(await shown(), { constructor: 'plain', featured: true, rank: 2.5 })
  await importFile(operator, { attributes: [{ name: 'rank', type: 'text', default: 'low' }], items: [], boxes: [] })
  assert.deepEqual(await shown(), { constructor: 'plain', featured: true, rank: 'low' })
  assert.equal((await browse(operator, { 'meta.rank': 'low' })).boxes.length, 1)
})

test('an archived box leaves the list and cannot be bought; its odds stay readable, and it can come back', async () => {
  const operator = await newOperator()
  const file = sampleBox()
  const { boxId, boxVersionId } = (await importFile(operator, file)).boxes.sample!
  file.boxes[0]!.archived = true
  assert.deepEqual((await importFile(operator, file)).boxes.sample, { boxId, boxVersionId })
  assert.deepEqual((await browse(operator)).boxes, [])
  assert.deepEqual((await browse(operator, { isActive: 'false' })).boxes[0]?.boxId, boxId)
  assert.equal((await browse(operator, { ids: [boxId] })).boxes[0]?.isActive, false)
  assert.equal((await showBox(world.ctx, operator, boxId, operator)).prizes.length, 5)
  const version = await world.ctx.tx(operator.operatorId, (tx) => findVersion(tx, operator.operatorId, boxVersionId!))
  assert.deepEqual([version?.isLive, version?.onSale], [true, false])
  file.boxes[0]!.archived = false
  await importFile(operator, file)
  assert.equal((await browse(operator)).boxes[0]?.boxVersionId, boxVersionId)
})

test('two boxes can exchange their slugs in one import', async () => {
  const operator = await newOperator()
  const file = sampleBox()
  file.boxes.push({ ...file.boxes[0]!, key: 'second', slug: 'second' })
  await importFile(operator, file)
  file.boxes[0]!.slug = 'second'
  file.boxes[1]!.slug = 'sample'
  const { boxes } = await importFile(operator, file)
  const [found] = (await browse(operator, { slug: 'second' })).boxes
  assert.equal(found?.boxId, boxes.sample!.boxId)
})

test('boxes, items and versions of one operator do not exist for another', async () => {
  const [mine, theirs] = [await newOperator(), await newOperator()]
  const { boxes, items } = await importFile(theirs, sampleBox())
  const { boxId, boxVersionId } = boxes.sample!
  await assert.rejects(showBox(world.ctx, mine, boxId, mine), refusedWith('UNKNOWN_BOX'))
  assert.deepEqual((await browse(mine, { ids: [boxId] })).boxes, [])
  await world.ctx.tx(mine.operatorId, async (tx) => {
    assert.equal(await findVersion(tx, mine.operatorId, boxVersionId!), null)
    assert.equal((await itemsByIds(tx, mine.operatorId, Object.values(items))).size, 0)
  })
})
