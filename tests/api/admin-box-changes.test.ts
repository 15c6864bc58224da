import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { convertOperator, importCatalogue, setRates } from '@coffer/service/administration'
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

const { path, keysOf, read, change, archive, restore, picture, publish } = boxesAs(
  () => aurum,
  () => catalog,
)

/** The payload of the newest event of a type. */
async function lastEvent(type: string): Promise<{ changes: string[]; name: string; box: { imageUrl: string } }> {
  const query = 'select payload from outbox_events where type = $1 order by event_id desc limit 1'
  const [event] = await openRows(world.databaseUrl).query<{ payload: string }>(query, [type])
  return JSON.parse(event!.payload)
}

/** Launches a player into a box; the code of a refusal. */
const launch = (boxId: number) =>
  aurum.coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: { boxId } }).then(
    () => 'launched',
    ({ code }) => code,
  )

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')

test('archive: a box cannot be played until it is restored, and the same file keeps both', async () => {
  const { boxId, boxVersionId } = aurum.boxes.garden!
  const player = await world.play(aurum, 'ann')
  await again(withBox('garden', { priceMinor: 430 }))
  await again()
  const { live } = await read('garden')
  assert.notEqual(live!.boxVersionId, boxVersionId)
  const archived = boxIn(await archive('garden'))
  assert.deepEqual([archived.status, archived.archivedAt === null], ['archived', false])
  assert.deepEqual(boxIn(await archive('garden')), archived, 'a box that is archived already stays as it is')
  await again()
  assert.equal((await read('garden')).status, 'archived')
  const reel = { reelIndex: 0, boxVersionId: live!.boxVersionId }
  const opened = await player.open({ clientActionId: 'archived', reels: [reel] })
  const bought = { playerExternalId: 'ann', mode: 'prepay' as const, clientActionId: 'bought', reels: [reel] }
  assert.equal(told(opened), '409 BOX_NOT_PLAYABLE')
  await assert.rejects(aurum.coffer.purchase(bought), { code: 'BOX_NOT_PLAYABLE' })
  assert.equal(await launch(boxId), 'BOX_NOT_PLAYABLE')
  await again(withBox('garden', { priceMinor: 440 }))
  assert.equal((await read('garden')).live!.boxVersionId, live!.boxVersionId, 'an archived box has no new version')

  const restored = boxIn(await restore('garden'))
  assert.deepEqual([restored.status, restored.archivedAt], ['on_sale', null])
  assert.deepEqual(boxIn(await restore('garden')), restored)
  assert.equal((await player.open({ clientActionId: 'restored', reels: [reel] })).status, 200)
  await again(withBox('garden', { archived: true }))
  assert.equal((await read('garden')).status, 'archived', 'a different value in the file applies')
  assert.equal(boxIn(await restore('garden')).status, 'on_sale')
  await again(withBox('garden', { archived: true }))
  assert.equal((await read('garden')).status, 'on_sale')
  await again(withBox('garden', { priceMinor: 440 }))
  assert.equal((await read('garden')).live!.priceMinor, 440, 'an import publishes what changed meanwhile')
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

test('restore: the odds of a file that was imported meanwhile do not replace those of staff', async () => {
  await archive('garden')
  await again(withBox('garden', { priceMinor: 450 }))
  await restore('garden')
  const { priceMinor, prizes } = (await read('garden')).live!
  const own = { priceMinor: priceMinor + 1, prizes: prizes.map(({ itemId, chanceUnits }) => ({ itemId, chanceUnits })) }
  await publish('garden', own)
  await again(withBox('garden', { priceMinor: 450 }))
  assert.equal((await read('garden')).live!.priceMinor, own.priceMinor, 'staff publish after the file was imported')
})

test('restore: a paused box stays paused, an unpublished one waits for an import', async () => {
  assert.equal(boxIn(await archive('vault')).unprofitableSince, null)
  const vault = boxIn(await restore('vault'))
  assert.deepEqual([vault.status, vault.unprofitableSince === null], ['paused', false])
  assert.equal(told(await restore('attic', catalog, 1)), '409 BOX_CHANGED')
  assert.equal(boxIn(await restore('attic')).status, 'unpublished')
  assert.deepEqual(await keysOf({ status: 'unpublished' }), ['attic'])
  assert.equal(await launch(aurum.boxes.attic!.boxId), 'BOX_NOT_PLAYABLE')
  await again(withBox('attic', { prizes: [] }))
  assert.equal((await read('attic')).status, 'unpublished', 'a file that archives it publishes nothing')
  await again(withBox('attic', { archived: false }))
  assert.equal((await read('attic')).status, 'on_sale')
})

/** An operator of its own with a box for each item, and a member of its catalogue's staff. */
async function startSureWorld(t: TestContext) {
  const own = await startWorld(t, { wallet: false, operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator } = own
  const { ctx } = own.service
  const desk = await startDesk(own, 'cat@aurum.example', ['catalog'], operator)
  const as = boxesAs(
    () => operator,
    () => desk,
  )
  return { own, operator, ctx, desk, as }
}

test('restore: a box in the former currency waits for an import', async (t) => {
  const { operator, ctx, desk, as } = await startSureWorld(t)
  await as.archive('mug')
  assert.equal(told(await as.restore('mug', desk, operator.boxes.book!.boxVersionId)), '409 BOX_CHANGED')
  assert.equal(told(await as.restore('mug', desk, null)), '409 BOX_CHANGED')
  await setRates(ctx, 'EUR', { USD: '2' }, 'test')
  await convertOperator(ctx, operator.operatorId, 'USD', { actor: 'test' })
  const archived = await as.read('mug')
  assert.deepEqual([archived.status, archived.live!.currency, archived.operatorCurrency], ['archived', 'EUR', 'USD'])
  const { status, live, versions, currentRtpBps } = boxIn(await as.restore('mug'))
  assert.deepEqual([status, live, currentRtpBps], ['unpublished', null, null], 'not sold in the former currency')
  assert.deepEqual(versions, archived.versions)
  const { box } = await operator.coffer.getBox({ boxId: operator.boxes.mug!.boxId })
  assert.deepEqual([box.isActive, box.boxVersionId], [false, null])
  const { items, boxes } = sureBoxes()
  const doubled = {
    items: items.map((item) => ({ ...item, valueMinor: item.valueMinor * 2 })),
    boxes: boxes.map((one) => ({ ...one, priceMinor: one.priceMinor * 2 })),
  }
  await importCatalogue(ctx, operator.operatorId, doubled, '/nowhere')
  const imported = await as.read('mug')
  assert.deepEqual([imported.status, imported.live!.versionNumber, imported.live!.currency], ['on_sale', 2, 'USD'])

  await as.archive('mug')
  await convertOperator(ctx, operator.operatorId, 'EUR', { actor: 'test' })
  await as.restore('mug')
  await convertOperator(ctx, operator.operatorId, 'USD', { actor: 'test' })
  await importCatalogue(ctx, operator.operatorId, doubled, '/nowhere')
  const back = await as.read('mug')
  assert.deepEqual([back.status, back.live!.versionNumber], ['on_sale', 3], 'the same odds as those of version 2')
})

test('conversion: a file with converted prices keeps a version of staff', async (t) => {
  const { own, operator, ctx, desk, as } = await startSureWorld(t)
  const { items, boxes } = sureBoxes()
  const itemId = operator.items.mug!
  const { valueMinor } = items.find(({ key }) => key === 'mug')!
  const published = boxIn(
    await as.publish('book', { priceMinor: valueMinor + 100, prizes: [{ itemId, chanceUnits: 100_000_000 }] }),
  )
  await setRates(ctx, 'EUR', { USD: '2' }, 'test')
  const soon = new Date(own.clock.now().getTime() + 60_000)
  const mug = { priceMinor: 1000, prizes: [{ itemId, chanceUnits: 100_000_000 }] }
  await as.schedule('mug', mug, soon)
  await as.archive('crown')
  const { checkHash } = await as.check('mug', mug)
  const { prices } = await convertOperator(ctx, operator.operatorId, 'USD', { actor: 'test' })
  assert.deepEqual(
    prices,
    boxes.map(({ key, priceMinor }) => ({ key, priceMinor: 2 * priceMinor })),
    'the prices of the file, archived boxes included',
  )
  assert.equal(told(await desk.post(as.path('mug', '/versions'), { ...mug, checkHash })), '409 BOX_CHANGED')
  const { schedule } = await as.read('mug')
  const fault = 'The price is in EUR, and the currency of the operator is USD now.'
  assert.deepEqual([schedule!.rtpBps, schedule!.faults], [null, [fault]])
  own.clock.advance(60_000)
  await own.tick('publish-scheduled')
  assert.deepEqual((await as.read('mug')).schedule!.faults, [fault])
  const converted = (await as.read('book')).live!
  assert.equal(converted.priceMinor, 2 * published.live!.priceMinor)
  const doubled = {
    items: items.map((item) => ({ ...item, valueMinor: item.valueMinor * 2 })),
    boxes: boxes.map((one) => ({ ...one, priceMinor: one.priceMinor * 2 })),
  }
  await importCatalogue(ctx, operator.operatorId, doubled, '/nowhere')
  assert.deepEqual((await as.read('book')).live, converted)
  const withCrown = (archived: boolean) => ({
    ...doubled,
    boxes: doubled.boxes.map((one) => (one.key === 'crown' ? { ...one, archived } : one)),
  })
  await importCatalogue(ctx, operator.operatorId, withCrown(true), '/nowhere')
  await importCatalogue(ctx, operator.operatorId, withCrown(false), '/nowhere')
  const { live } = await as.read('crown')
  const crown = doubled.boxes.find(({ key }) => key === 'crown')!
  assert.deepEqual([live!.currency, live!.priceMinor], ['USD', crown.priceMinor], 'no price in the former currency')
})

test('box details: changes are audited and announced, the same file keeps them', async () => {
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
  assert.deepEqual((await lastEvent('box_updated')).changes, ['name', 'description', 'attributes', 'refundable'])

  await again(withBox('kitchen', { name: 'Kitchen', customAttributes: { rank: 4 } }))
  const { name, description, refundable, attributes: own } = detailsOf(await read('kitchen'))
  assert.deepEqual(
    [name, description, refundable, own],
    ['Kitchen', null, false, { rank: 4 }],
    'the file changes the fields in which it differs from the last file',
  )
  await change('garden', { name: 'Flower garden' })
  await again(withBox('garden', { priceMinor: 450 }))
  assert.equal((await lastEvent('box_version_published')).name, 'Flower garden', 'the name that readers see')
})

test('box picture: it is audited and announced, and the same file keeps it', async () => {
  const { imageUrl, changes } = boxIn(await picture('vault', SVG))
  assert.match(imageUrl!, new RegExp(`^/media/${aurum.operatorId}/[0-9a-f]{32}\\.svg$`))
  const [entry] = changes
  assert.deepEqual(
    [entry!.action, entry!.changes],
    ['box.picture_set', [{ field: null, before: null, after: imageUrl }]],
  )
  const announced = await lastEvent('box_updated')
  assert.deepEqual([announced.changes, announced.box.imageUrl], [['image'], `${world.baseUrl}${imageUrl}`])
  assert.deepEqual(boxIn(await picture('vault', SVG)).changes, changes, 'the same picture changes nothing')
  await again()
  assert.equal((await read('vault')).imageUrl, imageUrl)
  const other = 'https://pictures.example/vault.png'
  await again(withBox('vault', { imageUrl: other }))
  assert.equal((await read('vault')).imageUrl, other, 'a different picture in the file applies')
  const bad = await picture('vault', Buffer.from('GIF89a'))
  assert.deepEqual(Object.keys((bad.body.error as unknown as { fields: object }).fields), ['picture'])
  assert.equal(told(await catalog.post(`/boxes/${beryl.boxes.mug!.boxId}/picture`, SVG)), '404 UNKNOWN_BOX')
})

test('box details: attributes and descriptions that only a file can have are changed', async (t) => {
  const catalogue = sureBoxes()
  catalogue.attributes = [{ name: 'constructor', type: 'text', default: 'none' }]
  catalogue.boxes[0]!.description = ''
  const own = await startWorld(t, { wallet: false, operators: { aurum: { catalogue } } })
  const desk = await startDesk(own, 'cat@aurum.example', ['catalog'], own.operator)
  const as = boxesAs(
    () => own.operator,
    () => desk,
  )
  const { attributes, description } = await as.read('mug')
  assert.deepEqual([attributes[0]!.value, description], [null, ''])
  const to = { name: 'Mugs', description: '', attributes: { constructor: 'Ann' } }
  const changed = detailsOf(boxIn(await as.change('mug', to)))
  assert.deepEqual({ ...changed }, { ...to, refundable: true })
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
    ['name', '\u202e'],
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
