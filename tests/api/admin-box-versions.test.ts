import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, type TestContext, test } from 'node:test'
import type { AdminBox, AdminItemRow } from '@coffer/contract/admin'
import type { PlayBoxDetail } from '@coffer/contract/play'
import { type BoxWorld, startBoxWorld, withBox } from '../support/admin-box-world.ts'
import { boxesAs, boxIn, entriesOf, type Planned, plannedOf } from '../support/admin-boxes.ts'
import { bodyOf } from '../support/admin-players.ts'
import { told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import type { TestOperator, World } from '../support/world.ts'

let world: World
let aurum: TestOperator
let beryl: TestOperator
let catalog: DeskBrowser
let again: BoxWorld['again']

before(async (t) => {
  ;({ world, aurum, beryl, catalog, again } = await startBoxWorld(t as TestContext))
})

const { path, read, archive, restore, check, preview, publish } = boxesAs(
  () => aurum,
  () => catalog,
)
const planned = (priceMinor: number, percents: Record<string, number>) => plannedOf(aurum, priceMinor, percents)
const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000)

test('publish: a checked version is sold and announced, and the same file keeps it', async () => {
  const { boxVersionId: formerId, boxId } = aurum.boxes.garden!
  const offer = planned(500, { spins: 90, mug: 10 })
  const checked = await check('garden', offer)
  const { prizes, checkHash, ...facts } = checked
  assert.deepEqual(facts, {
    ...{ currency: 'EUR', priceMinor: 500, rtpBps: 9100, cashedRtpBps: 1710 },
    ...{ maxPrizeMinor: 950, minRtpBps: 8500, maxRtpBps: 9900, faults: [] },
  })
  assert.deepEqual(
    prizes.map(({ key, name, valueMinor, stock }) => [key, name, valueMinor, stock]),
    [
      ['spins', 'Twenty spins', 400, null],
      ['mug', 'Enamel mug', 950, 0],
    ],
  )
  const body = { ...offer, checkHash, reason: 'Mugs for spring' }
  const box = boxIn(await catalog.post(path('garden', '/versions'), body))
  const { live } = box
  assert.deepEqual([live!.versionNumber, live!.priceMinor, live!.rtpBps, box.versionCount], [2, 500, 9100, 2])
  assert.equal(told(await catalog.post(path('garden', '/versions'), body)), '409 BOX_CHANGED', 'a repeat')
  assert.deepEqual(entriesOf(box)[0], {
    ...{ action: 'box.published', by: 'cat@aurum.example', reason: 'Mugs for spring' },
    fields: [
      ['versionNumber', 1, 2],
      ['priceMinor', 420, 500],
      ['rtpBps', 9523, 9100],
    ],
  })
  const [event] = await openRows(world.databaseUrl).query<{ payload: string }>(
    `select payload from outbox_events where idempotency_key = $1`,
    [`box_version_published:${live!.boxVersionId}`],
  )
  const { boxId: announcedId, previousBoxVersionId, priceMinor } = JSON.parse(event!.payload)
  assert.deepEqual([announcedId, previousBoxVersionId, priceMinor], [boxId, formerId, 500])
  const player = await world.play(aurum, 'ann')
  const open = (boxVersionId: number) =>
    player.open({ clientActionId: `open-${boxVersionId}`, reels: [{ reelIndex: 0, boxVersionId }] })
  assert.equal(told(await open(formerId!)), '409 BOX_NOT_PLAYABLE')
  assert.equal((await open(live!.boxVersionId)).status, 200)

  await again()
  assert.equal((await read('garden')).live!.boxVersionId, live!.boxVersionId, 'the same file')
  await again(withBox('garden', { priceMinor: 430 }))
  const ofFile = (await read('garden')).live!
  assert.deepEqual([ofFile.priceMinor, ofFile.prizes.length], [430, 1], 'another price in the file sets the odds, too')
  await again(withBox('garden', { priceMinor: 430 }))
  assert.equal((await read('garden')).live!.boxVersionId, ofFile.boxVersionId)
})

test('publish: an item revalued by the file gets a version with the odds of staff', async () => {
  const { live } = boxIn(await publish('kitchen', planned(1000, { mug: 60, spins: 37, coin: 3 })))
  assert.equal(live!.rtpBps, 9040)
  const withMug = (valueMinor: number) => (file: Parameters<ReturnType<typeof withBox>>[0]) => ({
    ...file,
    items: file.items.map((item) => (item.key === 'mug' ? { ...item, valueMinor } : item)),
  })
  await again(withMug(1000))
  const revalued = (await read('kitchen')).live!
  const mug = revalued.prizes.find(({ name }) => name === 'Enamel mug')
  assert.deepEqual([revalued.versionNumber, mug!.chanceUnits, mug!.valueMinor], [3, 60_000_000, 1000])
  await assert.rejects(again(withMug(1300)), ({ details }: { details: { fields: Record<string, string[]> } }) => {
    const [message] = details.fields['boxes.0.prizes']!
    assert.match(message!, /more than the highest allowed 99\.00% \(with the price and the odds of version 3,/)
    return true
  })
  await again()
  assert.equal((await read('kitchen')).live!.versionNumber, 4)
})

test('check: every reason against a version is named, and publishing is refused', async () => {
  const { live } = await read('garden')
  const { mug, spins } = aurum.items
  const cases: [string, Planned, string[]][] = [
    ['too little', planned(1000, { mug: 80, spins: 20 }), ['prizes']],
    ['too much', planned(959, { mug: 100 }), ['prizes']],
    ['not the whole', planned(500, { spins: 90 }), ['prizes']],
    ['no price', planned(0, { mug: 100 }), ['priceMinor']],
    ['no prizes', { priceMinor: 500, prizes: [] }, ['prizes']],
    [
      'twice',
      {
        priceMinor: 420,
        prizes: [
          { itemId: spins!, chanceUnits: 40_000_000 },
          { itemId: spins!, chanceUnits: 60_000_000 },
        ],
      },
      ['prizes.1.itemId'],
    ],
    ['the live version', { priceMinor: live!.priceMinor, prizes: live!.prizes }, ['prizes']],
  ]
  for (const [name, offer, paths] of cases) {
    const body = {
      priceMinor: offer.priceMinor,
      prizes: offer.prizes.map(({ itemId, chanceUnits }) => ({ itemId, chanceUnits })),
    }
    const checked = await check('garden', body)
    assert.deepEqual(
      checked.faults.map((fault) => fault.path),
      paths,
      name,
    )
    const refused = { ...body, checkHash: checked.checkHash }
    assert.deepEqual(await faultyFields(catalog, path('garden', '/versions'), refused), paths, name)
  }
  const palace = { key: 'palace', name: 'Palace', type: 'physical', valueMinor: 1_000_000_000_000 }
  const { items } = await again((file) => ({ ...file, items: [...file.items, palace] }))
  const largest = { priceMinor: 1, prizes: [{ itemId: items.palace!, chanceUnits: 100_000_000 }] }
  const { rtpBps, faults } = await check('garden', largest)
  assert.deepEqual([rtpBps, faults.length], [Number.MAX_SAFE_INTEGER, 1])
  const old = await check('old', planned(1000, { mug: 100 }))
  assert.deepEqual(
    old.faults.map(({ path: field }) => field),
    ['boxId', 'prizes'],
    'an archived box, and its live version',
  )
  for (const itemId of [beryl.items.mug!, 999_999]) {
    const offer = {
      priceMinor: 1000,
      prizes: [
        { itemId: mug!, chanceUnits: 1 },
        { itemId, chanceUnits: 99_999_999 },
      ],
    }
    assert.deepEqual(await faultyFields(catalog, path('garden', '/versions/check'), offer), ['prizes.1.itemId'])
  }
  assert.equal((await read('garden')).live!.boxVersionId, live!.boxVersionId)
})

test('preview: the draft is shown as players see it after publication', async () => {
  await world.settings(aurum, { 'theme.tokens': { colorPrimary: '#2244cc' }, 'inventory.expiryDays': 30 })
  for (const [key, priceMinor] of [
    ['mug', 1000],
    ['spins', 420],
    ['coin', 6600],
  ] as const) {
    const offer = planned(priceMinor, { [key]: 100 })
    const { box, wins, ...settings } = await preview('kitchen', offer)
    await publish('kitchen', offer)
    const player = await world.play(aurum, 'ann')
    const { tenant, theme, policies, presentation, locales, game } = player.bootstrap
    assert.deepEqual(settings, { tenant, theme, policies, presentation, locales, maxReels: game.maxReels })
    const shown = (await player.call<{ box: PlayBoxDetail }>('getBox', { path: `/api/play/boxes/${box.boxId}` })).body
    const { freeOpens: _, ...published } = shown.box
    const ofPublication = { boxVersionId: box.boxVersionId, snapshotUrl: null, snapshotHash: null }
    assert.deepEqual(box, { ...published, ...ofPublication }, key)
    assert.ok(box.rtpBps !== null && (box.rtpCashedBps === 0) === (key === 'spins'))
    const reels = [{ reelIndex: 0, boxVersionId: published.boxVersionId! }]
    const [won] = (await player.open({ clientActionId: `preview-${key}`, reels })).body.items
    const { id, wonAtRoundPublicId, createdAt, expiresAt } = won!
    assert.equal(wins[0]!.expiresAt === undefined, expiresAt === undefined)
    const own = { id, wonAtRoundPublicId, createdAt, ...(expiresAt && { expiresAt }) }
    assert.deepEqual([{ ...wins[0], ...own }], [won], key)
  }
})

test('preview: an incomplete version is refused by field, and any RTP is allowed', async () => {
  const { mug } = aurum.items
  const cases: [Planned, string[]][] = [
    [planned(1000, { mug: 60 }), ['prizes']],
    [{ priceMinor: 1000, prizes: [] }, ['prizes']],
    [planned(0, { mug: 100 }), ['priceMinor']],
    [{ priceMinor: 1000, prizes: [1, 2].map(() => ({ itemId: mug!, chanceUnits: 50_000_000 })) }, ['prizes.1.itemId']],
    [{ priceMinor: 1000, prizes: [{ itemId: 999_999, chanceUnits: 100_000_000 }] }, ['prizes.0.itemId']],
  ]
  for (const [offer, fields] of cases) {
    assert.deepEqual(await faultyFields(catalog, path('garden', '/versions/preview'), offer), fields)
  }
  assert.equal((await preview('garden', planned(1, { mug: 100 }))).box.rtpBps, 9_500_000)
  assert.equal((await preview('old', planned(1000, { mug: 100 }))).box.isActive, true, 'an archived box')
})

test('publish: a version is refused if anything has changed since it was checked', async () => {
  const offer = planned(6000, { coin: 85, mug: 15 })
  const changes: (() => Promise<unknown>)[] = [
    () => aurum.coffer.recordValue({ itemId: aurum.items.coin!, valueMinor: 6210 }),
    () => publish('vault', planned(6700, { coin: 100 })),
    () => archive('vault'),
    () => restore('vault'),
  ]
  for (const change of changes) {
    const { checkHash } = await check('vault', offer)
    await change()
    assert.equal(told(await catalog.post(path('vault', '/versions'), { ...offer, checkHash })), '409 BOX_CHANGED')
  }
  const box = boxIn(await publish('vault', offer))
  assert.deepEqual([box.status, box.live!.versionNumber, box.live!.prizes[0]!.valueMinor], ['on_sale', 3, 6210])
})

test('new box: it is unpublished until staff publish, and a file overwrites it', async () => {
  const details = { name: 'Winter box', description: null, refundable: false, attributes: { rank: 7 } }
  const body = { key: 'winter', slug: 'winter-box', ...details }
  const answer = await catalog.post('/boxes', { ...body, reason: 'For the winter' })
  assert.equal(answer.status, 201)
  const { box } = answer.body as unknown as { box: AdminBox }
  assert.deepEqual(
    [box.key, box.slug, box.name, box.status, box.live, box.refundable],
    ['winter', 'winter-box', 'Winter box', 'unpublished', null, false],
  )
  assert.deepEqual(entriesOf(box), [
    {
      ...{ action: 'box.created', by: 'cat@aurum.example', reason: 'For the winter' },
      fields: [
        ['name', null, 'Winter box'],
        ['refundable', null, false],
        ['attributes.rank', null, 7],
      ],
    },
  ])
  const wrong: [object, string[]][] = [
    [{}, ['key', 'slug']],
    [{ key: 'winter-2' }, ['slug']],
    [{ slug: 'winter-2' }, ['key']],
    [{ key: 'garden-box', slug: 'kitchen' }, ['key', 'slug']],
    [{ key: 'no spaces', slug: 'Upper' }, ['key', 'slug']],
    [{ key: 'winter-2', slug: 'winter-2', name: '  ' }, ['name']],
    [{ key: 'winter-2', slug: 'winter-2', attributes: { unknown: 1 } }, ['attributes.unknown']],
  ]
  for (const [differs, paths] of wrong) {
    assert.deepEqual(await faultyFields(catalog, '/boxes', { ...body, ...differs }), paths)
  }
  aurum.boxes.winter = { boxId: box.boxId, boxVersionId: null }
  const first = boxIn(await publish('winter', planned(1000, { mug: 100 })))
  assert.deepEqual([first.status, first.live!.versionNumber], ['on_sale', 1])
  assert.deepEqual(entriesOf(first)[0]!.fields, [
    ['versionNumber', null, 1],
    ['currency', null, 'EUR'],
    ['priceMinor', null, 1000],
    ['rtpBps', null, 9500],
  ])
  const player = await world.play(aurum, 'bea')
  const reels = [{ reelIndex: 0, boxVersionId: first.live!.boxVersionId }]
  assert.equal((await player.open({ clientActionId: 'winter', reels })).status, 200)
  await again()
  assert.equal((await read('winter')).live!.versionNumber, 1)
  await archive('winter')
  const filed = {
    key: 'winter',
    slug: 'winter',
    name: 'Winter',
    priceMinor: 1050,
    prizes: [{ item: 'mug', chanceUnits: 100_000_000 }],
  }
  await again((file) => ({ ...file, boxes: [...file.boxes, filed] }))
  const { status, slug, name, refundable, live } = await read('winter')
  assert.deepEqual([status, slug, name, refundable], ['archived', 'winter', 'Winter', true])
  assert.equal(live!.priceMinor, 1000, 'an import publishes no box that staff have archived')
  await restore('winter')
  await again((file) => ({ ...file, boxes: [...file.boxes, filed] }))
  assert.equal((await read('winter')).live!.priceMinor, 1050)
})

test('versions: boxes of another operator cannot be checked or published', async () => {
  const { boxId } = Object.values(beryl.boxes)[0]!
  const offer = planned(1000, { mug: 100 })
  const requests: [string, object][] = [
    ['versions/check', offer],
    ['versions/preview', offer],
    ['versions', { ...offer, checkHash: '0'.repeat(64) }],
    ['schedule', { ...offer, currency: 'EUR', publishAt: inMinutes(1).toISOString(), scheduledVersionId: null }],
    ['schedule/cancel', { scheduledVersionId: 1 }],
  ]
  for (const [part, body] of requests) {
    assert.equal(told(await catalog.post(`/boxes/${boxId}/${part}`, body)), '404 UNKNOWN_BOX', part)
    const named = await catalog.post(`/boxes/${boxId}/${part}`, { ...body, operator: 'beryl' })
    assert.equal(named.status, 404, part)
  }
})

test('upgrade: the file that was imported before it is known to be the same', async () => {
  const rows = openRows(world.databaseUrl)
  const migration = await readFile(
    new URL('../../service/migrations/0058_offers_of_files.sql', import.meta.url),
    'utf8',
  )
  const [statement] = /^update boxes[^;]*;/m.exec(migration)!
  const offers = () =>
    rows.query<{ key: string; offer: unknown }>(
      'select key, offer_in_file as offer from boxes where operator_id = $1 order by key',
      [beryl.operatorId],
    )
  const before = await offers()
  assert.ok(before.length > 0 && before.every(({ offer }) => offer !== null))
  await rows.query('update boxes set offer_in_file = null where operator_id = $1', [beryl.operatorId])
  await rows.query(statement.replace(/;$/, ' where b.operator_id = $1'), [beryl.operatorId])
  assert.deepEqual(await offers(), before)
})

test('prizes: items are found by their keys, archived ones too, in one operator', async () => {
  const jar = { key: 'jar', name: 'Glass jar', type: 'physical', valueMinor: 100, archived: true }
  await again((file) => ({ ...file, items: [...file.items, jar] }))
  const find = async (keys: readonly string[], desk = catalog) =>
    bodyOf<{ items: AdminItemRow[] }>(await desk.post('/items/find', { keys })).items
  const found = await find(['jar', 'mug', 'spins', 'mug', 'crown', 'MUG'])
  assert.deepEqual(
    found.map(({ key, archivedAt }) => [key, archivedAt !== null]),
    [
      ['mug', false],
      ['spins', false],
      ['jar', true],
    ],
  )
  const listed = bodyOf<{ items: AdminItemRow[] }>(await catalog.post('/items/list', { search: 'mug' })).items
  assert.deepEqual(found.slice(0, 1), listed)
  assert.deepEqual(await find([]), [])
  const berylDesk = await startDesk(world, 'cat@beryl.example', ['catalog'], beryl)
  const [other] = await find(['mug', 'coin'], berylDesk)
  assert.equal(other!.itemId, beryl.items.mug)
  assert.equal(told(await catalog.post('/items/find', { keys: ['mug'], operator: 'beryl' })), '404 OPERATOR_NOT_FOUND')
  const tooMany = Array.from({ length: 501 }, (_, index) => `key-${index}`)
  for (const [field, keys] of [
    ['keys.1', ['mug', 'two words']],
    ['keys.0', ["'; --"]],
    ['keys.0', ['']],
    ['keys', tooMany],
    ['keys', 'mug'],
  ] as const) {
    assert.deepEqual(await faultyFields(catalog, '/items/find', { keys }), [field])
  }
})
