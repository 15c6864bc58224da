import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AdminDelivery } from '@coffer/contract/admin'
import { DELIVERY_LIST } from '@coffer/contract/list'
import type { Delivery } from '@coffer/contract/webhooks'
import type { Limits } from '@coffer/service/kernel'
import { parse } from 'csv-parse/sync'
import { ATTEMPTS_COUNT } from '../../service/src/webhooks/index.ts'
import { auditEntries, deliveriesIn, emit } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import { status, subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { faultyFields, startDesk } from '../support/staff.ts'
import { startWorld } from '../support/world.ts'

const DAY_MS = 86_400_000

type DeliveryPage = { deliveries: Delivery[]; cursor: { next: string | null; prev: string | null } }

const ids = (rows: readonly Delivery[]) => rows.map(({ id }) => id)

test('deliveries: filters and the export return exactly the matching rows', async (t) => {
  const { owner, first, second, dayOf } = await startDeliveries(t, { exportPageCount: 3 })
  const all = await deliveriesIn(owner, {})
  assert.equal(all.length, 8)
  const where = (matches: (row: Delivery) => boolean) => ids(all.filter(matches))
  for (const [filters, expected] of [
    [{ status: 'failed' }, where((row) => row.status === 'failed')],
    [{ status: 'delivered' }, where((row) => row.status === 'delivered')],
    [{ type: 'settings_changed' }, where((row) => row.type === 'settings_changed')],
    [{ endpointId: `${first.endpointId}` }, where((row) => row.endpointId === first.endpointId)],
    [
      { endpointId: `${second.endpointId}`, status: 'delivered', type: 'box_archived' },
      where((row) => row.endpointId === second.endpointId && row.type === 'box_archived'),
    ],
    [{ from: dayOf(2) }, where((row) => row.occurredAt >= dayOf(2))],
    [{ to: dayOf(1) }, where((row) => row.occurredAt < dayOf(2))],
    [{ from: dayOf(2), to: dayOf(1) }, []],
    [{ search: all[0]!.id }, [all[0]!.id]],
    [{ search: 'settings_changed:9002' }, where((row) => row.idempotencyKey === 'settings_changed:9002')],
    [
      { search: 'settings_changed:9002', status: 'failed' },
      where((row) => row.idempotencyKey === 'settings_changed:9002' && row.status === 'failed'),
    ],
    [{ search: 'settings_changed:900' }, []],
    [{ search: 'whd_0' }, []],
    [{ search: 'whd_9999999999999999' }, []],
    [{ endpointId: '999999' }, []],
  ] as const) {
    assert.deepEqual(ids(await deliveriesIn(owner, filters)), expected, JSON.stringify(filters))
    const { text } = await owner.post('/webhooks/deliveries/export', filters)
    const exported: { id: string }[] = parse(text, { bom: true, columns: true })
    assert.deepEqual(
      exported.map(({ id }) => id),
      expected,
      JSON.stringify(filters),
    )
  }
  const { text, headers } = await owner.post('/webhooks/deliveries/export', {})
  assert.deepEqual(parse(text, { bom: true })[0], [...DELIVERY_LIST.columns])
  assert.match(headers.get('content-disposition')!, /deliveries\.csv/)
  const exported = { status: null, type: null, period: { from: null, to: null }, hasSearch: false }
  assert.deepEqual((await auditEntries(owner))[0]!.details, exported)
})

test('deliveries: pages contain each row once, forwards and back', async (t) => {
  const { owner } = await startDeliveries(t)
  const all = await deliveriesIn(owner, {})
  const pageAt = async (cursor: string | null) =>
    (await owner.post('/webhooks/deliveries/list', { limit: 3, ...(cursor && { cursor }) }))
      .body as never as DeliveryPage
  const forwards = [await pageAt(null)]
  while (forwards.at(-1)!.cursor.next !== null) forwards.push(await pageAt(forwards.at(-1)!.cursor.next))
  assert.deepEqual(
    forwards.flatMap(({ deliveries }) => ids(deliveries)),
    ids(all),
  )
  const back = await pageAt(forwards[1]!.cursor.prev)
  assert.deepEqual(ids(back.deliveries), ids(forwards[0]!.deliveries))

  const search = 'settings_changed:9001'
  const firstOfTwo = (await owner.post('/webhooks/deliveries/list', { search, limit: 1 })).body as never as DeliveryPage
  const secondOfTwo = { search, limit: 1, cursor: firstOfTwo.cursor.next! }
  const pair = [...firstOfTwo.deliveries, ...(await deliveriesIn(owner, secondOfTwo))]
  assert.deepEqual(ids(pair), ids(all.filter((row) => row.idempotencyKey === search)))
})

test('deliveries: bad filters are refused by the name of the field', async (t) => {
  const { world, owner } = await startDeliveries(t)
  const { cursor } = (await owner.post('/webhooks/deliveries/list', { limit: 1 })).body as never as DeliveryPage
  assert.deepEqual(await faultyFields(owner, '/webhooks/deliveries/list', { status: 'failed', cursor: cursor.next }), [
    'cursor',
  ])
  for (const [field, values] of [
    ['search', ['', 'x'.repeat(201)]],
    ['status', ['', 'lost']],
    ['type', ['unknown']],
    ['endpointId', ['', '0', 'x', 1]],
    ['from', ['yesterday', '2031-02-29']],
    ['to', ['']],
  ] as const) {
    for (const value of values) {
      for (const path of ['list', 'export', ...(field === 'status' ? [] : ['replay'])]) {
        assert.deepEqual(await faultyFields(owner, `/webhooks/deliveries/${path}`, { [field]: value }), [field])
      }
    }
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  for (const path of ['list', 'export', 'replay']) {
    assert.deepEqual(await faultyFields(admin, `/webhooks/deliveries/${path}`, {}), ['operator'])
  }
  assert.equal((await deliveriesIn(admin, { operator: world.operator.slug })).length, 8)
})

test('deliveries: a failed one is shown with its attempts, and replayed', async (t) => {
  const { world, owner, first } = await startDeliveries(t)
  const failed = (await deliveriesIn(owner, { status: 'failed' })).at(-1)!
  const path = `/webhooks/deliveries/${failed.id}`
  const detail = async () => ((await owner.get(path)).body as unknown as { delivery: AdminDelivery }).delivery
  const { body, attempts, isPersonal, endpointEnabled, ...row } = await detail()
  assert.deepEqual([row, isPersonal, endpointEnabled], [failed, false, true])
  assert.equal(JSON.parse(body!).idempotencyKey, failed.idempotencyKey)
  assert.deepEqual(attempts.at(-1)!.reason, 'answered 500')

  const { coffer, keyId } = world.operator
  await coffer.replayDelivery({ deliveryId: (await deliveriesIn(owner, { status: 'failed' }))[0]!.id })
  await coffer.testEndpoint({ endpointId: first.endpointId })
  const [tested, replayedByKey] = await auditEntries(owner)
  assert.deepEqual([tested!.action, tested!.actor], ['webhook.tested', keyId])
  assert.deepEqual([replayedByKey!.action, replayedByKey!.actor], ['webhook.replayed', keyId])

  first.receiver.answer = status(200)
  const replayed = (await owner.post(`${path}/replay`)).body as unknown as { delivery: Delivery }
  assert.deepEqual([replayed.delivery.status, replayed.delivery.attemptCount], ['pending', 0])
  assert.equal(told(await owner.post(`${path}/replay`)), '409 DELIVERY_NOT_FAILED')
  await world.tick('webhooks')
  assert.equal((await detail()).status, 'delivered')
  const [entry] = await auditEntries(owner)
  assert.deepEqual(
    [entry!.action, entry!.objectId, entry!.details],
    ['webhook.replayed', `${first.endpointId}`, { deliveryId: failed.id }],
  )
  for (const unknown of ['whd_999999', '1', 'whd_x']) {
    assert.equal(told(await owner.get(`/webhooks/deliveries/${unknown}`)), '404 DELIVERY_NOT_FOUND')
    assert.equal(told(await owner.post(`/webhooks/deliveries/${unknown}/replay`)), '404 DELIVERY_NOT_FOUND')
  }
})

test('deliveries: a replay of all that match sends the failed ones only', async (t) => {
  const { world, owner, first, second, dayOf } = await startDeliveries(t, { webhookReplayCount: 2 })
  for (const { receiver } of [first, second]) {
    receiver.answer = status(200)
    receiver.received.length = 0
  }
  const failed = await deliveriesIn(owner, { status: 'failed' })
  assert.equal(failed.length, 4)
  const replay = async (filters: object) => (await owner.post('/webhooks/deliveries/replay', filters)).body
  const none = { replayedCount: 0, hasMore: false }
  const before = await auditEntries(owner)
  assert.deepEqual(await replay({ endpointId: `${second.endpointId}` }), none)
  assert.deepEqual(await replay({ from: dayOf(3) }), none)
  assert.deepEqual(await replay({ to: dayOf(1), type: 'box_archived' }), none)
  assert.deepEqual(await auditEntries(owner), before, 'nothing was changed')
  assert.deepEqual(await replay({ from: dayOf(2), to: dayOf(2), type: 'box_archived' }), {
    replayedCount: 1,
    hasMore: false,
  })
  const settings = { type: 'settings_changed', endpointId: `${first.endpointId}` }
  assert.deepEqual(await replay(settings), { replayedCount: 2, hasMore: true })
  assert.deepEqual(await replay(settings), { replayedCount: 1, hasMore: false })
  await world.tick('webhooks')
  const sent = [...first.receiver.received, ...second.receiver.received].map(({ id }) => id)
  assert.deepEqual(sent.sort(), failed.map(({ id }) => id).sort())
  const unbounded = { occurred: { from: null, before: null }, hasSearch: false }
  const [, entry] = await auditEntries(owner)
  assert.deepEqual(
    [entry!.action, entry!.objectId, entry!.details],
    ['webhook.replayed', settings.endpointId, { type: settings.type, ...unbounded, replayedCount: 2 }],
  )
})

test('deliveries: a replay leaves room for events that occur meanwhile', async (t) => {
  const { world, owner, first } = await startDeliveries(t, { webhookReleaseCount: 1, webhookReleaseMs: 60_000 })
  first.receiver.answer = status(200)
  // The endpoint is no longer failing: else its first success would release deliveries, too.
  await world.operator.coffer.testEndpoint(first)
  for (const _ of ['taken', 'released']) await world.tick('webhooks')
  first.receiver.received.length = 0
  await owner.post('/webhooks/deliveries/replay', {})
  await world.tick('webhooks')
  await emit(world, 'settings_changed:9005')
  await world.tick('webhooks')
  assert.deepEqual(
    first.receiver.received.map(({ body }) => body.idempotencyKey),
    ['settings_changed:9001', 'settings_changed:9005'],
  )
  for (let minute = 0; minute < 3; minute++) {
    world.clock.advance(60_000)
    await world.tick('webhooks')
  }
  assert.equal(first.receiver.received.length, 5)
})

/**
 * Two endpoints of an operator. Of two events at the end of a day and two at the start of the next, the first endpoint has failed to take any and the
 * second has taken all.
 */
async function startDeliveries(t: TestContext, limits: Partial<Limits> = {}) {
  const world = await startWorld(t, { wallet: false, service: { limits } })
  const { clock, operator } = world
  const first = await subscribe(t, world, operator)
  const second = await subscribe(t, world, operator, ['settings_changed', 'box_archived'])
  const today = Math.floor(clock.now().getTime() / DAY_MS)
  const dayOf = (day: number) => new Date((today + day) * DAY_MS).toISOString().slice(0, 10)
  const advanceTo = (ms: number) => clock.advance(today * DAY_MS + ms - clock.now().getTime())
  advanceTo(2 * DAY_MS - 1)
  await emit(world, 'settings_changed:9001')
  await emit(world, 'settings_changed:9002')
  advanceTo(2 * DAY_MS)
  await emit(world, 'settings_changed:9003')
  await emit(world, 'box_archived:9004')
  first.receiver.answer = status(500)
  while ((await world.tick('webhooks')) > 0);
  await openRows(world.databaseUrl).query(
    "update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt_count = $1 where status = 'pending'",
    [ATTEMPTS_COUNT],
  )
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], operator)
  return { world, owner, first, second, dayOf }
}
