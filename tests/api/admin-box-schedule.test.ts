import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { setOperatorStatus } from '@coffer/service/administration'
import pg from 'pg'
import { publishScheduled } from '../../service/src/catalog/index.ts'
import { startBoxWorld } from '../support/admin-box-world.ts'
import { boxesAs, boxIn, entriesOf, type Planned, plannedOf } from '../support/admin-boxes.ts'
import { told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import type { TestOperator, World } from '../support/world.ts'

let world: World
let aurum: TestOperator
let beryl: TestOperator
let catalog: DeskBrowser

before(async (t) => {
  ;({ world, aurum, beryl, catalog } = await startBoxWorld(t as TestContext))
})

const { path, keysOf, pageOf, read, archive, restore, publish, schedule, cancel } = boxesAs(
  () => aurum,
  () => catalog,
)
const planned = (priceMinor: number, percents: Record<string, number>) => plannedOf(aurum, priceMinor, percents)
const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000)

test('schedule: a version is published once at its time, at the values of that time', async () => {
  await aurum.coffer.recordValue({ itemId: aurum.items.coin!, valueMinor: 6250 })
  const offer = planned(6500, { coin: 90, mug: 10 })
  const before = (await read('vault')).live!
  const publishAt = inMinutes(10)
  const scheduled = boxIn(await schedule('vault', offer, publishAt, { reason: 'Weekend' }))
  const { scheduledVersionId, scheduledAt, prizes, ...facts } = scheduled.schedule!
  assert.deepEqual(facts, {
    ...{ status: 'waiting', publishAt: publishAt.toISOString(), priceMinor: 6500, currency: 'EUR', rtpBps: 8800 },
    ...{ reason: 'Weekend', faults: [], actor: `staff:${catalog.staff.staffId}`, actorName: 'cat@aurum.example' },
    isPlatformStaff: false,
  })
  assert.deepEqual(
    prizes.map(({ name, valueMinor }) => [name, valueMinor]),
    [
      ['Silver coin', 6250],
      ['Enamel mug', 950],
    ],
  )
  const { boxes } = await pageOf({ schedule: 'waiting' })
  assert.deepEqual(
    boxes.map(({ key, scheduleStatus, scheduledFor }) => [key, scheduleStatus, scheduledFor]),
    [['vault', 'waiting', publishAt.toISOString()]],
  )
  assert.equal(await world.tick('publish-scheduled'), 0)
  world.clock.advance(10 * 60_000)
  await aurum.coffer.recordValue({ itemId: aurum.items.coin!, valueMinor: 6300 })
  const other = await world.anotherProcess()
  await Promise.all([world.tick('publish-scheduled'), other.tick('publish-scheduled')])
  const box = await read('vault')
  const { live } = box
  assert.deepEqual([live!.versionNumber, live!.priceMinor], [before.versionNumber + 1, 6500])
  assert.equal(live!.prizes[0]!.valueMinor, 6300, 'the value of its time')
  assert.equal(box.schedule, null)
  assert.deepEqual(
    entriesOf(box)
      .filter(({ action }) => action.startsWith('box.'))
      .slice(0, 2)
      .map(({ action, by, reason }) => [action, by, reason]),
    [
      ['box.published', 'system', 'Weekend'],
      ['box.scheduled', 'cat@aurum.example', 'Weekend'],
    ],
  )
  const rows = openRows(world.databaseUrl)
  const [row] = await rows.query(
    'select state, box_version_id::int from scheduled_versions where scheduled_version_id = $1',
    [scheduledVersionId],
  )
  assert.deepEqual(row, { state: 'published', box_version_id: live!.boxVersionId })
  const due = { operatorId: aurum.operatorId, scheduledVersionId }
  assert.equal(
    await publishScheduled(world.service.ctx, due),
    true,
    'a process that found it due before it was published',
  )
  assert.deepEqual(await read('vault'), box)
  const [entry] = await rows.query<{ details: Record<string, unknown> }>(
    `select details from audit_log where action = 'box.published' order by entry_number desc limit 1`,
  )
  const { scheduledBy, publishAt: recordedTime, scheduledVersionId: recordedId } = entry!.details
  assert.deepEqual(
    [scheduledBy, recordedTime, recordedId],
    [`staff:${catalog.staff.staffId}`, publishAt.toISOString(), scheduledVersionId],
  )
})

test('schedule: a version that breaks a rule at its time is refused with reasons', async () => {
  const fits = planned(6600, { coin: 90, mug: 10 })
  const live = (await read('vault')).live!
  assert.deepEqual(boxIn(await schedule('vault', fits, inMinutes(5))).schedule!.faults, [])
  await aurum.coffer.recordValue({ itemId: aurum.items.coin!, valueMinor: 7300 })
  const message = 'The box returns 100.98% of its price to players, which is more than the highest allowed 99.00%.'
  assert.deepEqual((await read('vault')).schedule!.faults, [message])
  world.clock.advance(5 * 60_000)
  assert.equal(await world.tick('publish-scheduled'), 1)
  await aurum.coffer.recordValue({ itemId: aurum.items.coin!, valueMinor: 6300 })
  const box = await read('vault')
  assert.equal(box.live!.boxVersionId, live.boxVersionId, 'the live version stays on sale')
  assert.deepEqual([box.schedule!.status, box.schedule!.faults], ['refused', [message]])
  const [entry] = entriesOf(box)
  assert.deepEqual([entry!.action, entry!.by], ['box.schedule_refused', 'system'])
  assert.deepEqual(await keysOf({ schedule: 'refused' }), ['vault'])
  assert.equal(world.lines.filter(({ name }) => name === 'scheduled_version_refused').length, 1)
  assert.equal(await world.tick('publish-scheduled'), 0, 'it is not tried again')
  const published = boxIn(await publish('vault', fits))
  assert.deepEqual([published.schedule, published.live!.versionNumber], [null, live.versionNumber + 1])

  await schedule('vault', planned(6650, { coin: 90, mug: 10 }), inMinutes(5))
  await archive('vault')
  world.clock.advance(5 * 60_000)
  await world.tick('publish-scheduled')
  const archived = (await read('vault')).schedule!
  assert.deepEqual(archived.faults, ['The box is archived: restore it before you publish a version.'])
  assert.equal(boxIn(await cancel('vault', archived.scheduledVersionId)).schedule, null)
  const late = { ...fits, currency: 'EUR', publishAt: inMinutes(5).toISOString(), scheduledVersionId: null }
  assert.deepEqual(await faultyFields(catalog, path('vault', '/schedule'), late), ['boxId'])
  await restore('vault')
})

test('schedule: another version replaces it, and a cancelled one is not published', async () => {
  const offer = planned(430, { spins: 100 })
  const first = boxIn(await schedule('garden', planned(440, { spins: 100 }), inMinutes(5))).schedule!
  for (const scheduledVersionId of [null, first.scheduledVersionId + 1]) {
    assert.equal(told(await schedule('garden', offer, inMinutes(5), { scheduledVersionId })), '409 BOX_CHANGED')
  }
  const second = boxIn(await schedule('garden', planned(450, { spins: 100 }), inMinutes(5))).schedule!
  assert.notEqual(second.scheduledVersionId, first.scheduledVersionId)
  assert.equal(told(await cancel('garden', first.scheduledVersionId)), '409 BOX_CHANGED')
  const published = boxIn(await publish('garden', planned(435, { spins: 100 })))
  assert.deepEqual(published.schedule!.scheduledVersionId, second.scheduledVersionId, 'it stays scheduled')
  const cancelled = boxIn(await cancel('garden', second.scheduledVersionId))
  assert.equal(cancelled.schedule, null)
  assert.equal(told(await cancel('garden', second.scheduledVersionId)), '409 BOX_CHANGED')
  assert.deepEqual(
    entriesOf(cancelled)
      .slice(0, 4)
      .map(({ action }) => action),
    ['box.schedule_cancelled', 'box.published', 'box.scheduled', 'box.scheduled'],
  )
  world.clock.advance(5 * 60_000)
  assert.equal(await world.tick('publish-scheduled'), 0)
  assert.equal((await read('garden')).live!.boxVersionId, published.live!.boxVersionId)

  const wrong: [Date, Planned, object, string[]][] = [
    [world.clock.now(), offer, {}, ['publishAt']],
    [inMinutes(366 * 24 * 60 + 1), offer, {}, ['publishAt']],
    [inMinutes(1), planned(430, { spins: 99 }), {}, ['prizes']],
    [inMinutes(1), planned(0, { spins: 100 }), {}, ['priceMinor']],
    [inMinutes(1), offer, { publishAt: 'tomorrow' }, ['publishAt']],
    [inMinutes(1), offer, { currency: 'EURO' }, ['currency']],
  ]
  for (const [at, one, differs, paths] of wrong) {
    const body = { ...one, currency: 'EUR', publishAt: at.toISOString(), scheduledVersionId: null, ...differs }
    assert.deepEqual(await faultyFields(catalog, path('garden', '/schedule'), body), paths)
  }
  assert.equal(told(await schedule('garden', offer, inMinutes(1), { currency: 'USD' })), '409 BOX_CHANGED')
})

test('schedule: an operator whose catalogue is being changed does not delay others', async () => {
  const soon = inMinutes(1)
  const desk = await startDesk(world, 'cat@beryl.example', ['catalog'], beryl)
  const others = boxesAs(
    () => beryl,
    () => desk,
  )
  const { live } = await others.read('mug')
  const { itemId } = live!.prizes[0]!
  const offer = { priceMinor: live!.priceMinor + 10, prizes: [{ itemId, chanceUnits: 100_000_000 }] }
  await schedule('garden', planned(445, { spins: 100 }), new Date(soon.getTime() - 1))
  await others.schedule('mug', offer, soon)
  world.clock.advance(60_000)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('catalogue', ${aurum.operatorId}))`)
  assert.equal(await world.tick('publish-scheduled'), 1)
  assert.equal((await others.read('mug')).live!.priceMinor, offer.priceMinor)
  await holder.query('rollback')
  await holder.end()
  assert.equal(await world.tick('publish-scheduled'), 1)
  assert.equal((await read('garden')).live!.priceMinor, 445)

  await others.schedule('mug', { ...offer, priceMinor: offer.priceMinor + 10 }, inMinutes(1))
  const { ctx } = world.service
  const status = (to: 'active' | 'suspended') =>
    setOperatorStatus(ctx, beryl.operatorId, { status: to, reason: 'test', actor: 'test' })
  await status('suspended')
  world.clock.advance(24 * 3_600_000 + 60_000)
  assert.equal(await world.tick('publish-scheduled'), 0, 'nothing is published for a suspended operator')
  await status('active')
  await world.tick('publish-scheduled')
  const [refused] = await openRows(world.databaseUrl).query(
    'select state, faults from scheduled_versions where operator_id = $1 order by scheduled_version_id desc limit 1',
    [beryl.operatorId],
  )
  const faults = ['The service could not publish it within a day of its time.']
  assert.deepEqual(refused, { state: 'refused', faults })
})
