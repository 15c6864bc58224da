import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { type EventType, envelopeOf } from '@coffer/contract/events'
import type { BoxRow } from '@coffer/contract/shapes'
import { openRows } from '../support/rows.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

type Told = { type: EventType; playerExternalId: null; idempotencyKey: string; payload: Record<string, unknown> }

type Start = {
  world: World
  file: CatalogueFile
  boxId: number
  /** Imports the file as it is now and returns the events that it caused, each checked against the contract. */
  importNow(): Promise<Told[]>
}

async function start(t: TestContext, file = sureBox()): Promise<Start> {
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const rows = openRows(world.databaseUrl)
  const readAfter = (eventId: number) =>
    rows.query<{ event_id: string; type: EventType; key: string; player: null; payload: string }>(
      `select event_id, type, idempotency_key as key, player_external_id as player, payload from outbox_events
       where event_id > $1 and type like 'box%' order by event_id`,
      [eventId],
    )
  let seen = Number((await readAfter(0)).at(-1)?.event_id ?? 0)
  const importNow = async () => {
    await world.catalogue(world.operator, file)
    const found = await readAfter(seen)
    seen = Number(found.at(-1)?.event_id ?? seen)
    return found.map(({ type, key, player, payload }): Told => {
      const told = { type, playerExternalId: player, idempotencyKey: key, payload: JSON.parse(payload) }
      return envelopeOf(type).parse(told) as unknown as Told
    })
  }
  return { world, file, boxId: Object.values(world.operator.boxes)[0]!.boxId, importNow }
}

const shownIn = (told: Told | undefined) => told!.payload.box as BoxRow
const keysOf = (told: Told[]) => told.map(({ idempotencyKey }) => idempotencyKey)

test('a first import tells of a published version and of nothing else, and the same file again of nothing', async (t) => {
  const { world, file, importNow } = await start(t)
  assert.deepEqual(await importNow(), [])
  file.boxes.push({ ...file.boxes[0]!, key: 'other', slug: 'other', customAttributes: {} })
  const told = await importNow()
  assert.deepEqual(keysOf(told), [`box_version_published:${world.operator.boxes.other!.boxVersionId}`])
})

test('a new version alone is told as a version, and an item that a box does not show as nothing', async (t) => {
  const { world, file, importNow } = await start(t)
  file.boxes[0]!.priceMinor = 501
  assert.deepEqual(keysOf(await importNow()), [`box_version_published:${world.operator.boxes.sure!.boxVersionId}`])
  Object.assign(file.items[0]!, { stock: 3, shippingCostMinor: 700, imageUrl: 'https://images.example/mug.png' })
  assert.deepEqual(await importNow(), [])
})

test('each thing that readers see of a box is named when it changes, with the box as the catalogue shows it now', async (t) => {
  const { world, file, boxId, importNow } = await start(t)
  const [box] = file.boxes
  const changes: [string, Partial<CatalogueFile['boxes'][number]>][] = [
    ['name', { name: 'Surer thing' }],
    ['description', { description: 'Always a mug.' }],
    ['image', { imageUrl: 'https://images.example/box.png' }],
    ['refundable', { refundable: false }],
  ]
  let sequence = 0
  for (const [name, change] of changes) {
    Object.assign(box!, change)
    const [told, ...others] = await importNow()
    sequence += 1
    assert.deepEqual([told?.idempotencyKey, others], [`box_updated:${boxId}:${sequence}`, []])
    assert.deepEqual(told?.payload.changes, [name])
    const { boxes } = await world.operator.coffer.listBoxes({ ids: [boxId] })
    assert.deepEqual(told?.payload.box, boxes[0])
  }
  Object.assign(box!, { name: 'Sure thing', description: undefined, priceMinor: 505 })
  const [published, told] = await importNow()
  assert.equal(published?.type, 'box_version_published')
  assert.deepEqual([told?.idempotencyKey, told?.payload.changes], [`box_updated:${boxId}:5`, ['name', 'description']])
  assert.equal(shownIn(told).priceMinor, 505, 'with its new version')
})

test('a declared attribute that changes what boxes show is told of each of them, of boxes outside the file too', async (t) => {
  const whole = sureBox()
  whole.boxes.push({ ...whole.boxes[0]!, key: 'other', slug: 'other' })
  whole.attributes = [{ name: 'rank', type: 'number', default: 1 }]
  whole.boxes[0]!.customAttributes = { rank: 5 }
  const { world, file, boxId, importNow } = await start(t, whole)
  const otherId = world.operator.boxes.other!.boxId
  file.attributes![0]!.default = 2
  file.boxes.length = 0
  const [told, ...others] = await importNow()
  assert.deepEqual([told?.payload.boxId, told?.payload.changes, others], [otherId, ['attributes'], []])
  assert.deepEqual(shownIn(told).customAttributes, { rank: 2 })
  file.attributes!.push({ name: 'featured', type: 'boolean', default: false })
  assert.deepEqual(keysOf(await importNow()), [`box_updated:${boxId}:1`, `box_updated:${otherId}:2`])
  assert.deepEqual(await importNow(), [])
})

test('archiving and its return are told once each, and the numbers of a box rise over both kinds of event', async (t) => {
  const { world, file, boxId, importNow } = await start(t)
  const [box] = file.boxes
  const { boxVersionId } = world.operator.boxes.sure!
  Object.assign(box!, { archived: true, name: 'Retired' })
  const [updated, archived, ...others] = await importNow()
  assert.deepEqual(keysOf([updated!, archived!]), [`box_updated:${boxId}:1`, `box_archived:${boxId}:2`])
  assert.deepEqual([updated?.payload.changes, others], [['name'], []])
  assert.equal(shownIn(updated).isActive, false)
  const { occurredAt, ...payload } = archived!.payload
  assert.match(String(occurredAt), /Z$/)
  assert.deepEqual(payload, { dataVersion: 2, boxId, slug: 'sure', lastBoxVersionId: boxVersionId })
  assert.deepEqual(await importNow(), [])

  box!.archived = false
  const [back, ...rest] = await importNow()
  assert.deepEqual([back?.idempotencyKey, back?.payload.changes, rest], [`box_updated:${boxId}:3`, ['active'], []])
  box!.archived = true
  assert.deepEqual(keysOf(await importNow()), [`box_archived:${boxId}:4`])
})

test('a refused import tells of nothing, and uses up no number', async (t) => {
  const { world, file, boxId, importNow } = await start(t)
  const [box] = file.boxes
  Object.assign(box!, { name: 'Never', priceMinor: 100 })
  await assert.rejects(world.catalogue(world.operator, file))
  box!.priceMinor = 500
  assert.deepEqual(keysOf(await importNow()), [`box_updated:${boxId}:1`])
})
