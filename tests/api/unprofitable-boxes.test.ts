import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { type EventType, envelopeOf } from '@coffer/contract/events'
import type { BackendBoxRow, BoxDetail, BoxRow, OpenedRound } from '@coffer/contract/shapes'
import { convertOperator, importCatalogue, verifyAuditChain } from '@coffer/service/administration'
import { enter } from '../support/player.ts'
import { openMeeting } from '../support/racing.ts'
import { openRows } from '../support/rows.ts'
import { type SureKey, sureBoxes, winBody } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

/** The box of crowns costs 5377 and pays 90 % of a crown: from 5975 on a crown is worth more to its winner than the box costs. */
const [CALM, RISEN] = [5974, 5975]
const PAUSES = { 'catalog.pauseUnprofitable': true }

async function start(t: TestContext, settings: Record<string, unknown> = {}, file: CatalogueFile = sureBoxes()) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: file, settings } } })
  const { operator } = world
  const rows = openRows(world.databaseUrl)
  const tell = (valueMinor: number, key: SureKey = 'crown') =>
    operator.coffer.recordValue({ itemId: operator.items[key]!, valueMinor })
  const shown = async (key = 'crown') => {
    const { boxId } = operator.boxes[key]!
    const { currentRtpBps, isPaused, isActive } = (await operator.coffer.getBox({ boxId })).box
    return { currentRtpBps, isPaused, isActive }
  }
  /** Events about boxes so far, each checked against the contract: which box, and what changed. */
  const events = async () => {
    const found = await rows.query<{ type: EventType; key: string; payload: string }>(
      `select type, idempotency_key as key, payload from outbox_events
       where type in ('box_updated', 'box_archived') order by event_id`,
    )
    return found.map(({ type, key, payload }) => {
      const told = { type, playerExternalId: null, idempotencyKey: key, payload: JSON.parse(payload) }
      return envelopeOf(type).parse(told).payload as { boxId: number; changes?: string[]; box?: BackendBoxRow }
    })
  }
  const audited = () =>
    rows.query<{ action: string; actor: string; details: Record<string, unknown> }>(
      `select action, actor, details from audit_log where action like 'catalog.unprofitable%' order by entry_number`,
    )
  const alerts = () => world.lines.filter(({ alert }) => alert === true)
  return { world, operator, rows, tell, shown, events, audited, alerts, file }
}

const active = (isActive: boolean) => ({ changes: ['active'], isActive, isPaused: !isActive })
const seen = (told: Awaited<ReturnType<Awaited<ReturnType<typeof start>>['events']>>) =>
  told.map(({ changes, box }) => ({ changes, isActive: box?.isActive, isPaused: box?.isPaused }))

test('a box shows what it returns at current values, and staff are told once when that is more than it takes, and when it ends', async (t) => {
  const { operator, world, tell, shown, events, audited, alerts } = await start(t)
  assert.deepEqual(await shown(), { currentRtpBps: 8368, isPaused: false, isActive: true })
  await tell(CALM)
  assert.deepEqual([(await shown()).currentRtpBps, alerts().length], [9999, 0])
  await tell(RISEN)
  await tell(9000)
  assert.deepEqual(await shown(), { currentRtpBps: 15_064, isPaused: false, isActive: true })
  const { boxId, boxVersionId } = operator.boxes.crown!
  const began = { boxId, boxVersionId, slug: 'crown', currentRtpBps: 10_000, isPaused: false }
  const [alert, ...others] = alerts()
  assert.deepEqual(others, [])
  assert.equal(alert?.level, 'warn')
  assert.deepEqual({ ...alert, ...began, operatorId: operator.operatorId }, alert)
  await tell(5000)
  assert.deepEqual(await audited(), [
    { action: 'catalog.unprofitable_began', actor: 'system', details: began },
    { action: 'catalog.unprofitable_ended', actor: 'system', details: { ...began, currentRtpBps: 8368 } },
  ])
  assert.deepEqual(await events(), [], 'without the setting it stays on sale')
  const chain = await world.service.ctx.tx(operator.operatorId, (tx) =>
    verifyAuditChain(world.service.ctx, tx, operator.operatorId),
  )
  assert.ok(chain.ok)
})

test('a paused box is sold nowhere and listed nowhere, and what was bought before can be opened', async (t) => {
  const { world, operator, tell, shown } = await start(t, PAUSES)
  const { coffer } = operator
  const { boxId } = operator.boxes.crown!
  const prepaid = { playerExternalId: 'ann', mode: 'prepay' as const, ...winBody(operator, 'held', 'crown') }
  const held = await coffer.purchase(prepaid)
  const toTheBox = { playerExternalId: 'ann', gameKey: 'mystery_box', target: { boxId } } as const
  const waiting = await coffer.createLaunch(toTheBox)
  const player = await world.play(operator, 'ann', { funding: 'operator', target: { boxId } })
  await tell(RISEN)
  assert.deepEqual(await shown(), { currentRtpBps: 10_000, isPaused: true, isActive: false })

  const refused = { code: 'BOX_NOT_PLAYABLE', status: 409 }
  for (const funding of ['player', 'operator']) {
    const opened = await player.open({ ...winBody(operator, `by-${funding}`, 'crown'), funding })
    assert.deepEqual([opened.status, opened.body.error.code], [409, 'BOX_NOT_PLAYABLE'])
  }
  for (const mode of ['open', 'prepay'] as const) {
    await assert.rejects(coffer.purchase({ ...prepaid, mode, clientActionId: mode }), refused)
  }
  await assert.rejects(coffer.createLaunch(toTheBox), refused)
  assert.equal((await enter(world.baseUrl, 'ann', waiting.launchToken)).bootstrap.game.target, null)

  const idsOf = (boxes: readonly BoxRow[]) => boxes.map((box) => box.boxId)
  assert.ok(!idsOf((await coffer.listBoxes({})).boxes).includes(boxId))
  assert.deepEqual(idsOf((await coffer.listBoxes({ isActive: false } as never)).boxes), [boxId])
  assert.deepEqual(
    (await coffer.listBoxes({ ids: [boxId] })).boxes.map(({ isActive, isPaused }) => [isActive, isPaused]),
    [[false, true]],
  )
  const lobby = await player.call<{ boxes: BoxRow[] }>('listBoxes')
  assert.ok(!idsOf(lobby.body.boxes).includes(boxId))

  const path = `/api/play/rounds/${held.round.publicId}/open`
  const drawn = await player.call<OpenedRound>('openHeldRound', { path })
  assert.deepEqual([drawn.status, drawn.body.items[0]?.name], [200, 'Sure crown'])
  await tell(CALM)
  assert.deepEqual(await shown(), { currentRtpBps: 9999, isPaused: false, isActive: true })
  assert.equal((await player.open(winBody(operator, 'again', 'crown'))).status, 200)
})

test('players are shown that a box is off sale, and not what it returns at current values', async (t) => {
  const { world, operator, tell } = await start(t, PAUSES)
  const player = await world.play(operator, 'ann')
  await tell(RISEN)
  const path = `/api/play/boxes/${operator.boxes.crown!.boxId}`
  const { box } = (await player.call<{ box: BoxDetail }>('getBox', { path })).body
  assert.equal(box.isActive, false)
  const { boxes } = (await player.call<{ boxes: BoxRow[] }>('listBoxes')).body
  for (const one of [box, ...boxes]) assert.ok(!('currentRtpBps' in one) && !('isPaused' in one))
})

test('going off sale and coming back are told once each, whatever else moves meanwhile', async (t) => {
  const { operator, world, tell, events, file } = await start(t, PAUSES)
  for (const value of [RISEN, 9000, 7000]) await tell(value)
  assert.deepEqual(seen(await events()), [active(false)])
  await world.catalogue(operator, file)
  await world.settings(operator, { 'collectibles.creditedRiseBps': 9999 })
  assert.deepEqual(seen(await events()), [active(false)])
  await tell(5000)
  await tell(4000)
  const told = await events()
  assert.deepEqual(seen(told), [active(false), active(true)])
  assert.ok(told.every(({ boxId }) => boxId === operator.boxes.crown!.boxId))
})

test('each setting that weighs takes boxes off sale and brings them back in the moment in which it changes', async (t) => {
  const { world, operator, tell, shown, events, audited, alerts } = await start(t)
  await tell(6000)
  const set = (patch: Record<string, unknown>) => world.settings(operator, patch)
  assert.equal(alerts().length, 1)
  await set(PAUSES)
  assert.deepEqual([await shown(), alerts().length], [{ currentRtpBps: 10_042, isPaused: true, isActive: false }, 1])
  await set({ 'collectibles.creditedRiseBps': 9000 })
  assert.deepEqual(await shown(), { currentRtpBps: 9875, isPaused: false, isActive: true })
  await set({ 'cashback.percentBps': 9500 })
  assert.deepEqual(await shown(), { currentRtpBps: 10_424, isPaused: true, isActive: false })
  await set({ 'catalog.pauseUnprofitable': false })
  assert.deepEqual(await shown(), { currentRtpBps: 10_424, isPaused: false, isActive: true })
  assert.deepEqual(seen(await events()), [active(false), active(true), active(false), active(true)])
  assert.deepEqual(
    (await audited()).map(({ action, details }) => [action, details.currentRtpBps, details.isPaused]),
    [
      ['catalog.unprofitable_began', 10_042, false],
      ['catalog.unprofitable_ended', 9875, false],
      ['catalog.unprofitable_began', 10_424, true],
    ],
  )
  await set({ game: { maxReels: 6 } })
  assert.equal((await audited()).length, 3)
})

test('a file that gives an item another value, or a box another price, is weighed too', async (t) => {
  const { world, operator, shown, events, file } = await start(t, PAUSES)
  const crown = file.items.find(({ key }) => key === 'crown')!
  crown.valueMinor = 6000
  await world.catalogue(operator, { items: file.items, boxes: [] })
  assert.deepEqual(await shown(), { currentRtpBps: 10_042, isPaused: true, isActive: false })
  const box = file.boxes.find(({ key }) => key === 'crown')!
  Object.assign(box, { priceMinor: 6500, name: 'Dearer crowns' })
  await world.catalogue(operator, { items: [], boxes: [box] })
  assert.deepEqual(await shown(), { currentRtpBps: 8307, isPaused: false, isActive: true })
  const [off, on, ...others] = await events()
  assert.deepEqual([off?.changes, on?.changes, others], [['active'], ['name', 'active'], []])
})

test('only a collectible moves, and an archived box is never paused, but is when it comes back', async (t) => {
  const { world, operator, tell, shown, events, audited, file } = await start(t, PAUSES)
  await tell(5400, 'mug')
  assert.deepEqual(await shown('mug'), { currentRtpBps: 8367, isPaused: false, isActive: true })
  const box = file.boxes.find(({ key }) => key === 'crown')!
  box.archived = true
  await world.catalogue(operator, file)
  await tell(RISEN)
  assert.deepEqual(await shown(), { currentRtpBps: 10_000, isPaused: false, isActive: false })
  assert.deepEqual(await audited(), [])
  box.archived = false
  await world.catalogue(operator, file)
  assert.deepEqual(await shown(), { currentRtpBps: 10_000, isPaused: true, isActive: false })
  box.archived = true
  await world.catalogue(operator, file)
  assert.deepEqual(await shown(), { currentRtpBps: 10_000, isPaused: false, isActive: false })
  assert.deepEqual(
    (await events()).map(({ changes }) => changes ?? 'archived'),
    ['archived', 'archived'],
    'a box that comes back paused does not come on sale',
  )
  assert.equal((await audited()).length, 2)
})

test('a box that is published at more than it takes goes off sale at once, and that is told after its version', async (t) => {
  const { world, operator, shown, events } = await start(t, { ...PAUSES, 'cashback.percentBps': 10_000 })
  const generous: CatalogueFile = {
    items: [{ key: 'gift', name: 'Gift', type: 'digital', valueMinor: 120 }],
    boxes: [
      {
        key: 'gift',
        slug: 'gift',
        name: 'Gift',
        priceMinor: 100,
        prizes: [{ item: 'gift', chanceUnits: 100_000_000 }],
      },
    ],
  }
  const { ctx } = world.service
  const imported = await importCatalogue(ctx, operator.operatorId, generous, '/nowhere', { rtpOverrideBy: 'test' })
  Object.assign(operator.boxes, imported.boxes)
  assert.deepEqual(await shown('gift'), { currentRtpBps: 12_000, isPaused: true, isActive: false })
  assert.deepEqual(seen(await events()), [active(false)])
})

test('a conversion of the operator takes figures and pauses along, and an archived box that it left behind does not move', async (t) => {
  const file = sureBoxes()
  file.items.push({ key: 'coin', name: 'Coin', type: 'physical', valueMinor: 5000, isCollectible: true })
  const prizes = [{ item: 'coin', chanceUnits: 100_000_000 }]
  file.boxes.push({ key: 'coin', slug: 'coin', name: 'Coin', priceMinor: 5377, prizes, archived: false })
  const { world, operator, tell, shown, events } = await start(t, PAUSES, file)
  file.boxes.at(-1)!.archived = true
  await world.catalogue(operator, file)
  await tell(9000)
  assert.deepEqual(await shown(), { currentRtpBps: 15_064, isPaused: true, isActive: false })
  await convertOperator(world.service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  assert.deepEqual(await shown(), { currentRtpBps: 15_061, isPaused: true, isActive: false })
  await operator.coffer.recordValue({ itemId: operator.items.coin!, valueMinor: 1 })
  assert.deepEqual(await shown('coin'), { currentRtpBps: 8368, isPaused: false, isActive: false })
  await tell(5416)
  assert.deepEqual(await shown(), { currentRtpBps: 8366, isPaused: false, isActive: true })
  assert.deepEqual(seen((await events()).filter(({ changes }) => changes)), [active(false), active(true)])
})

test('values of several items of one box, recorded concurrently, leave the figure that they make together', async (t) => {
  const file = sureBoxes()
  const keys = ['a', 'b', 'c', 'd']
  for (const key of keys) file.items.push({ key, name: key, type: 'digital', valueMinor: 900, isCollectible: true })
  const prizes = keys.map((item) => ({ item, chanceUnits: 25_000_000 }))
  file.boxes.push({ key: 'four', slug: 'four', name: 'Four', priceMinor: 1000, prizes })
  const { world, operator, shown, events } = await start(t, PAUSES, file)
  const movers = keys.map(
    (key) => () => operator.coffer.recordValue({ itemId: operator.items[key]!, valueMinor: 1200 }),
  )
  const lock = { statement: 'select from boxes where box_id = $1 for update', id: operator.boxes.four!.boxId }
  await openMeeting(world.databaseUrl, 'values').queue(lock, movers)
  assert.deepEqual(await shown('four'), { currentRtpBps: 10_800, isPaused: true, isActive: false })
  assert.deepEqual(seen(await events()), [active(false)])
})
