import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type { AdminBoxRow } from '@coffer/contract/admin'
import { BOX_LIST } from '@coffer/contract/list'
import { parse } from 'csv-parse/sync'
import { ATTRIBUTES, type BoxWorld, startBoxWorld, withBox } from '../support/admin-box-world.ts'
import { boxesAs, detailsOf } from '../support/admin-boxes.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import { walkBothWays } from '../support/walk.ts'
import type { TestOperator, World } from '../support/world.ts'

let world: World
let aurum: TestOperator
let beryl: TestOperator
let catalog: DeskBrowser
let again: BoxWorld['again']

before(async (t) => {
  ;({ world, aurum, beryl, catalog, again } = await startBoxWorld(t as TestContext))
})

const { path, pageOf, keysOf, read, version } = boxesAs(
  () => aurum,
  () => catalog,
)

const ALL = ['old', 'attic', 'vault', 'garden', 'kitchen']

test('boxes: searches, filters and the export return exactly the matching rows', async () => {
  for (const [filters, expected] of [
    [{}, ALL],
    [{ search: 'BOX' }, ['old', 'garden', 'kitchen']],
    [{ search: 'vault' }, ['vault']],
    [{ search: '%' }, []],
    [{ status: 'current' }, ['vault', 'garden', 'kitchen']],
    [{ status: 'on_sale' }, ['garden', 'kitchen']],
    [{ status: 'paused' }, ['vault']],
    [{ status: 'unpublished' }, []],
    [{ status: 'archived' }, ['old', 'attic']],
    [{ status: 'archived', search: 'attic' }, ['attic']],
  ] as const) {
    assert.deepEqual(await keysOf(filters), expected, JSON.stringify(filters))
    const exported = parse((await catalog.post('/boxes/export', filters)).text, { bom: true, columns: true })
    const keys = (exported as AdminBoxRow[]).map(({ key }) => key)
    assert.deepEqual(keys, expected, JSON.stringify(filters))
  }
  const { text, headers } = await catalog.post('/boxes/export', { search: 'kitchen', status: 'on_sale' })
  const [columns, cells] = parse(text, { bom: true })
  assert.deepEqual(columns, [...BOX_LIST.columns])
  const [row] = (await pageOf({ search: 'kitchen' })).boxes as [AdminBoxRow]
  assert.deepEqual(row.customAttributes, { featured: true, rank: 3, season: 'all year' })
  const cellOf = (value: unknown) =>
    value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  assert.deepEqual(
    cells,
    BOX_LIST.columns.map((column) => cellOf(row[column])),
  )
  assert.match(headers.get('content-disposition')!, /boxes\.csv/)
  const entry = (await auditEntries(await startDesk(world, 'owner@aurum.example', ['owner'], aurum))).find(
    ({ action }) => action === 'box.exported',
  )
  assert.deepEqual(entry!.details, { status: 'on_sale', hasSearch: true })
})

test('boxes: pages of every order contain each box once, forwards and back', async () => {
  const orders = {
    '-createdAt': ALL,
    name: ['attic', 'garden', 'kitchen', 'old', 'vault'],
    priceMinor: ['attic', 'garden', 'kitchen', 'old', 'vault'],
    '-priceMinor': ['vault', 'old', 'kitchen', 'garden', 'attic'],
    currentRtpBps: ['attic', 'old', 'garden', 'kitchen', 'vault'],
    '-currentRtpBps': ['vault', 'kitchen', 'garden', 'old', 'attic'],
  }
  assert.deepEqual(Object.keys(orders).sort(), [...BOX_LIST.sorts].sort())
  for (const [sort, expected] of Object.entries(orders)) {
    const pages = await walkBothWays(async (query) => {
      const { limit, cursor: given } = Object.fromEntries(new URLSearchParams(query))
      const { boxes, cursor } = await pageOf({ sort, limit: Number(limit), ...(given && { cursor: given }) })
      return { rows: boxes.map(({ key }) => key), cursor }
    }, 2)
    assert.deepEqual(pages.flat(), expected, sort)
  }
})

test('boxes: bad filters, sorts and cursors are refused by the name of the field', async () => {
  const { cursor } = await pageOf({ limit: 1 })
  for (const [field, body] of [
    ['search', { search: '' }],
    ['status', { status: 'gone' }],
    ['sort', { sort: 'key' }],
    ['limit', { limit: 0 }],
    ['cursor', { cursor: 'x' }],
    ['cursor', { cursor: cursor.next, sort: 'name' }],
    ['cursor', { cursor: cursor.next, status: 'archived' }],
  ] as const) {
    assert.deepEqual(await faultyFields(catalog, '/boxes/list', body), [field], JSON.stringify(body))
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(await faultyFields(admin, '/boxes/list', {}), ['operator'])
  assert.equal((await pageOf({ operator: 'beryl', search: 'mug' }, admin)).boxes.length, 1)
})

test('box: it is shown with attributes, odds, versions and number of campaigns', async () => {
  const campaign = { quantity: 1, boxIds: [aurum.boxes.kitchen!.boxId], playerExternalIds: ['ann'] }
  const validFrom = new Date(world.clock.now().getTime() + 60_000).toISOString()
  const validUntil = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
  await aurum.coffer.createCampaign({ ...campaign, extId: 'running', validFrom, validUntil })
  await aurum.coffer.createCampaign({ ...campaign, extId: 'cancelled', validFrom, validUntil })
  const ends = new Date(world.clock.now().getTime() + 61_000).toISOString()
  await aurum.coffer.createCampaign({ ...campaign, extId: 'ended', validFrom, validUntil: ends })
  await aurum.coffer.cancelCampaign({ extId: 'cancelled' })
  world.clock.advance(61_000)
  const { live, versions, ...box } = await read('kitchen')
  const { boxId, boxVersionId } = aurum.boxes.kitchen!
  const publicBox = (await aurum.coffer.getBox({ boxId })).box
  assert.deepEqual(
    { ...box, createdAt: '' },
    {
      ...{ boxId, key: 'kitchen', slug: 'kitchen', name: 'Kitchen box', status: 'on_sale', imageUrl: null },
      ...{ description: 'A mug more often than not.', refundable: true, operatorCurrency: 'EUR', campaignCount: 1 },
      ...{ createdAt: '', archivedAt: null, unprofitableSince: null, schedule: null, versionCount: 1, changes: [] },
      ...{ currentRtpBps: publicBox.currentRtpBps, cashedRtpBps: publicBox.rtpCashedBps },
      attributes: [
        { ...ATTRIBUTES[0], value: true },
        { ...ATTRIBUTES[1], value: 3 },
        { ...ATTRIBUTES[2], value: null },
      ],
    },
  )
  const { prizes, ...head } = live!
  const { publishedAt, ...facts } = head
  assert.deepEqual(facts, {
    ...{ boxVersionId, versionNumber: 1, priceMinor: 1000, currency: 'EUR', rtpBps: 9425, maxPrizeMinor: 5200 },
    ...{ prizeCount: 3, snapshotHash: publicBox.snapshotHash },
  })
  assert.deepEqual(versions, [head])
  assert.ok(publishedAt >= box.createdAt)
  assert.deepEqual(
    prizes.map(({ itemId, ...prize }) => [itemId, prize]),
    [
      [
        aurum.items.spins,
        {
          ...{ name: 'Twenty spins', type: 'bonus', valueMinor: 400, chanceUnits: 40_000_000, currentValueMinor: 400 },
          ...{ imageUrl: null, stock: null, isArchived: false, isCollectible: false },
        },
      ],
      [
        aurum.items.mug,
        {
          ...{ name: 'Enamel mug', type: 'physical', valueMinor: 950, chanceUnits: 55_000_000, currentValueMinor: 950 },
          ...{ imageUrl: null, stock: 0, isArchived: false, isCollectible: false },
        },
      ],
      [
        aurum.items.coin,
        {
          ...{ name: 'Silver coin', type: 'physical', valueMinor: 5200, chanceUnits: 5_000_000 },
          ...{ currentValueMinor: 6200, imageUrl: null, stock: null, isArchived: false, isCollectible: true },
        },
      ],
    ],
  )
  const [paused, attic] = [await read('vault'), await read('attic')]
  assert.deepEqual([paused.status, paused.unprofitableSince === null], ['paused', false])
  assert.deepEqual([attic.status, attic.live, attic.versions, attic.cashedRtpBps], ['archived', null, [], null])
})

test('box versions: each is shown with its prizes and with the version before it', async () => {
  const [first] = (await read('garden')).versions
  await again(withBox('garden', { priceMinor: 430, prizes: [{ item: 'spins', chanceUnits: 100_000_000 }] }))
  const { live, versions, versionCount } = await read('garden')
  assert.deepEqual([versionCount, versions.length, versions[1]], [2, 2, first])
  assert.equal(live!.boxVersionId, versions[0]!.boxVersionId)
  const newer = await version('garden', versions[0]!.boxVersionId)
  assert.deepEqual([newer.previousVersionId, newer.isLive, newer.priceMinor], [first!.boxVersionId, true, 430])
  const { previousVersionId, isLive, prizes, ...head } = await version('garden', first!.boxVersionId)
  assert.deepEqual([previousVersionId, isLive, head], [null, false, first])
  const snapshot = (await (
    await fetch(`${world.baseUrl}/fairness/box-versions/${first!.boxVersionId}/snapshot`)
  ).json()) as { ranges: { itemId: number; name: string; type: string; valueMinor: number }[] }
  assert.deepEqual(
    prizes.map(({ chanceUnits: _, ...prize }) => prize),
    snapshot.ranges.map(({ itemId, name, type, valueMinor }) => ({ itemId, name, type, valueMinor })),
  )
  const ofOther = path('kitchen', `/versions/${first!.boxVersionId}`)
  assert.equal(told(await catalog.get(ofOther)), '404 UNKNOWN_BOX', 'a version of another box')
})

test('boxes: staff of an operator reach no box of another operator', async () => {
  const other = await startDesk(world, 'owner@beryl.example', ['owner'], beryl)
  assert.deepEqual((await pageOf({ search: 'kitchen' }, other)).boxes, [])
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const details = detailsOf(await read('kitchen'))
  const { boxId, boxVersionId } = aurum.boxes.kitchen!
  const requests = {
    '': { ...details, name: 'Taken', before: details },
    '/archive': { reason: 'None' },
    '/restore': { reason: 'None', boxVersionId },
  }
  for (const id of [boxId, 999_999]) {
    for (const part of ['', `/versions/${boxVersionId}`]) {
      assert.equal(told(await other.get(`/boxes/${id}${part}`)), '404 UNKNOWN_BOX')
      assert.equal(told(await other.get(`/boxes/${id}${part}?operator=aurum`)), '404 OPERATOR_NOT_FOUND')
    }
    for (const [part, body] of Object.entries(requests)) {
      assert.equal(told(await other.post(`/boxes/${id}${part}`, body)), '404 UNKNOWN_BOX', part)
      const named = { ...body, operator: 'aurum' }
      assert.equal(told(await other.post(`/boxes/${id}${part}`, named)), '404 OPERATOR_NOT_FOUND')
    }
  }
  assert.equal(told(await other.get(`/boxes/${beryl.boxes.mug!.boxId}/versions/${boxVersionId}`)), '404 UNKNOWN_BOX')
  assert.deepEqual(await rows.fingerprint(), unchanged)
})
