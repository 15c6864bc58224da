import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { convertOperator, setRates } from '@coffer/service/administration'
import { type BoxWorld, startBoxWorld, withBox } from '../support/admin-box-world.ts'
import { boxesAs, boxIn, detailsOf } from '../support/admin-boxes.ts'
import { told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

let world: World
let aurum: TestOperator
let beryl: TestOperator
let catalog: DeskBrowser
let again: BoxWorld['again']

before(async (t) => {
  ;({ world, aurum, beryl, catalog, again } = await startBoxWorld(t as TestContext))
})

const { path, keysOf, read, change, archive, restore, picture } = boxesAs(
  () => aurum,
  () => catalog,
)

/** The newest event `box_updated`. */
async function lastUpdate(): Promise<{ changes: string[]; box: { imageUrl: string } }> {
  const [event] = await openRows(world.databaseUrl).query<{ payload: string }>(
    "select payload from outbox_events where type = 'box_updated' order by event_id desc limit 1",
  )
  return JSON.parse(event!.payload)
}

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')

test('archive: nobody can open the box until it is restored, and the same file undoes neither', async () => {
  const { boxId, boxVersionId } = aurum.boxes.garden!
  const launch = () =>
    aurum.coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: { boxId } }).then(
      () => 'launched',
      ({ code }) => code,
    )
  await again(withBox('garden', { priceMinor: 430 }))
  await again()
  const { live } = await read('garden')
  assert.notEqual(live!.boxVersionId, boxVersionId)
  const archived = boxIn(await archive('garden'))
  assert.deepEqual([archived.status, archived.archivedAt === null], ['archived', false])
  assert.deepEqual(boxIn(await archive('garden')), archived, 'a box that is archived already stays as it is')
  await again()
  assert.equal((await read('garden')).status, 'archived')
  assert.equal(await launch(), 'BOX_NOT_PLAYABLE')
  await again(withBox('garden', { priceMinor: 440 }))
  assert.equal((await read('garden')).live!.boxVersionId, live!.boxVersionId, 'an archived box has no new version')

  const restored = boxIn(await restore('garden'))
  assert.deepEqual([restored.status, restored.archivedAt], ['on_sale', null])
  assert.deepEqual(boxIn(await restore('garden')), restored)
  assert.equal(await launch(), 'launched')
  await again(withBox('garden', { archived: true }))
  assert.equal((await read('garden')).status, 'archived', 'another word in the file counts')
  assert.equal(boxIn(await restore('garden')).status, 'on_sale')
  await again(withBox('garden', { archived: true }))
  assert.equal((await read('garden')).status, 'on_sale')
  const entries = restored.changes.map(({ action, reason, actorName }) => [action, reason, actorName])
  assert.deepEqual(entries, [
    ['box.restored', 'In season again', 'cat@aurum.example'],
    ['box.archived', 'Out of season', 'cat@aurum.example'],
  ])
  const rows = openRows(world.databaseUrl)
  const events = await rows.query<{ type: string }>(
    `select type from outbox_events where (payload::jsonb ->> 'boxId')::bigint = $1
     and type in ('box_archived', 'box_updated') order by event_id`,
    [boxId],
  )
  const types = events.map(({ type }) => type)
  assert.deepEqual(types, ['box_archived', 'box_updated', 'box_archived', 'box_updated'])
})

test('restore: a paused box stays paused, and one that was never published waits for an import', async () => {
  assert.equal(boxIn(await archive('vault')).unprofitableSince, null)
  const vault = boxIn(await restore('vault'))
  assert.deepEqual([vault.status, vault.unprofitableSince === null], ['paused', false])
  assert.equal(told(await restore('attic', catalog, 1)), '409 BOX_CHANGED')
  assert.equal(boxIn(await restore('attic')).status, 'unpublished')
  assert.deepEqual(await keysOf({ status: 'unpublished' }), ['attic'])
  await again()
  assert.equal((await read('attic')).status, 'on_sale', 'the import publishes it')
})

test('restore: another live version and a version in another currency are refused', async (t) => {
  const own = await startWorld(t, { wallet: false, operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator } = own
  const desk = await startDesk(own, 'cat@aurum.example', ['catalog'], operator)
  const as = boxesAs(
    () => operator,
    () => desk,
  )
  await as.archive('mug')
  assert.equal(told(await as.restore('mug', desk, operator.boxes.book!.boxVersionId)), '409 BOX_CHANGED')
  assert.equal(told(await as.restore('mug', desk, null)), '409 BOX_CHANGED')
  await setRates(own.service.ctx, 'EUR', { USD: '2' }, 'test')
  await convertOperator(own.service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  assert.equal(told(await as.restore('mug')), '422 UNSUPPORTED_CURRENCY', 'a version in the former currency')
  const { status, live, operatorCurrency } = await as.read('mug')
  assert.deepEqual([status, live!.currency, operatorCurrency], ['archived', 'EUR', 'USD'])
})

test('box details: each change is audited and announced, and the same file undoes nothing', async () => {
  const { boxVersionId } = (await read('kitchen')).live!
  const to = {
    ...{ name: 'Winter kitchen', description: null, refundable: false },
    attributes: { rank: -1.5, season: 'winter' },
  }
  const changed = boxIn(await change('kitchen', { ...to, reason: 'Season' }))
  assert.deepEqual(detailsOf(changed), to)
  assert.deepEqual(boxIn(await change('kitchen', {})), changed, 'the same details change nothing')
  await again()
  const after = await read('kitchen')
  assert.deepEqual(detailsOf(after), to, 'the same catalogue file keeps the details')
  assert.equal(after.live!.boxVersionId, boxVersionId)
  const { box } = await aurum.coffer.getBox({ boxId: aurum.boxes.kitchen!.boxId })
  const attributes = { featured: false, rank: -1.5, season: 'winter' }
  assert.deepEqual(
    [box.name, box.description, box.refundable, box.customAttributes],
    [...['Winter kitchen', null, false, attributes]],
  )
  assert.deepEqual(
    after.changes.map(({ action, reason, changes }) => [action, reason, changes]),
    [
      [
        'box.changed',
        'Season',
        [
          { field: 'name', before: 'Kitchen box', after: 'Winter kitchen' },
          { field: 'description', before: 'A mug more often than not.', after: null },
          { field: 'refundable', before: true, after: false },
          { field: 'attributes.featured', before: true, after: null },
          { field: 'attributes.rank', before: 3, after: '-1.5' },
          { field: 'attributes.season', before: null, after: 'winter' },
        ],
      ],
    ],
  )
  assert.deepEqual((await lastUpdate()).changes, ['name', 'description', 'attributes', 'refundable'])

  await again(withBox('kitchen', { name: 'Kitchen', customAttributes: { rank: 4 } }))
  const { name, description, refundable, attributes: own } = detailsOf(await read('kitchen'))
  assert.deepEqual(
    [name, description, refundable, own],
    ['Kitchen', null, false, { rank: 4 }],
    'the file changes what it says differently than before',
  )
})

test('box picture: it is shown, audited and announced, and the same file does not undo it', async () => {
  const { imageUrl, changes } = boxIn(await picture('vault', SVG))
  assert.match(imageUrl!, new RegExp(`^/media/${aurum.operatorId}/[0-9a-f]{32}\\.svg$`))
  const [entry] = changes
  assert.deepEqual(
    [entry!.action, entry!.changes],
    ['box.picture_set', [{ field: null, before: null, after: imageUrl }]],
  )
  const announced = await lastUpdate()
  assert.deepEqual([announced.changes, announced.box.imageUrl], [['image'], `${world.baseUrl}${imageUrl}`])
  assert.deepEqual(boxIn(await picture('vault', SVG)).changes, changes, 'the same picture changes nothing')
  await again()
  assert.equal((await read('vault')).imageUrl, imageUrl)
  const other = 'https://pictures.example/vault.png'
  await again(withBox('vault', { imageUrl: other }))
  assert.equal((await read('vault')).imageUrl, other, 'another picture in the file counts')
  const bad = await picture('vault', Buffer.from('GIF89a'))
  assert.equal(told(bad), '422 VALIDATION_FAILED')
  assert.equal(told(await catalog.post(`/boxes/${beryl.boxes.mug!.boxId}/picture`, SVG)), '404 UNKNOWN_BOX')
})

test('box details: an outdated change is refused, and bad values by their names', async () => {
  const details = detailsOf(await read('garden'))
  const good = { ...details, name: 'Garden box', before: details }
  const post = (body: object) => catalog.post(path('garden'), body)
  for (const differs of [
    { name: 'Another' },
    { description: 'Other' },
    { refundable: false },
    { attributes: { rank: 1 } },
  ]) {
    const basis = { ...details, ...differs }
    assert.equal(told(await post({ ...good, before: basis })), '409 BOX_CHANGED', JSON.stringify(differs))
  }
  for (const [field, value] of [
    ['name', ''],
    ['name', 'x'.repeat(201)],
    ['name', '\u0000'],
    ['description', ''],
    ['description', 'x'.repeat(2001)],
    ['description', undefined],
    ['refundable', 'yes'],
    ['attributes', undefined],
    ['attributes.rank', { rank: '3' }],
    ['attributes.rank', { rank: null }],
    ['attributes.featured', { featured: 1 }],
    ['attributes.season', { season: 'x'.repeat(501) }],
    ['attributes.unknown', { unknown: true }],
    ['attributes.constructor', { constructor: true }],
    ['reason', ' '],
  ] as const) {
    const [name] = field.split('.') as [string]
    assert.deepEqual(await faultyFields(catalog, path('garden'), { ...good, [name]: value }), [field])
  }
  const answers = await Promise.all([post(good), post(good), post(good)])
  assert.deepEqual(answers.map(told).map(String).sort(), ['200', '409 BOX_CHANGED', '409 BOX_CHANGED'])
  for (const part of ['/archive', '/restore']) {
    const fields = part === '/restore' ? ['boxVersionId', 'reason'] : ['reason']
    assert.deepEqual((await faultyFields(catalog, path('garden', part), {})).sort(), fields)
  }
})
