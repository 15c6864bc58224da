import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AdminDelivery, AuditRow, EndpointRow, EndpointSecrets } from '@coffer/contract/admin'
import { SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { DATA_VERSION } from '@coffer/contract/events'
import { DELIVERY_LIST } from '@coffer/contract/list'
import type { Delivery } from '@coffer/contract/webhooks'
import { verifyWebhook, verifyWebhookEnvelope } from '@coffer/operator-sdk'
import type { Limits } from '@coffer/service/kernel'
import { parse } from 'csv-parse/sync'
import { ATTEMPTS_COUNT, enqueueEvent } from '../../service/src/webhooks/index.ts'
import { told } from '../support/door.ts'
import { startReceiver, status, subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { type DeskAnswer, type DeskBrowser, faultyFields, startDesk, startOwner } from '../support/staff.ts'
import { startWorld, type World } from '../support/world.ts'

const DAY_MS = 86_400_000
const URL_FIELD = { url: 'http://127.0.0.1:9/hooks' }
const ALL_TYPES = [...SENT_EVENT_TYPES]

test('endpoints: added, changed, disabled and enabled, each with an audit entry', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const receiver = await startReceiver(t)
  const before = (await entries(owner)).length
  const added = await owner.post('/webhooks/endpoints', { url: receiver.url, types: ['settings_changed'] })
  assert.equal(told(added), 201)
  const { endpoint, secret } = added.body as unknown as { endpoint: EndpointRow; secret: string }
  const { endpointId, createdAt } = endpoint
  const shown = {
    ...{ endpointId, url: receiver.url, types: ['settings_changed'], enabled: true, createdAt },
    ...{ failingSince: null, goneSince: null, oldSecretEndsAt: null },
  }
  assert.deepEqual(endpoint, shown)
  assert.deepEqual(await endpointsOf(owner), [shown])
  assert.match(secret, /^whsec_/)
  const path = `/webhooks/endpoints/${endpointId}`

  const both = ['box_archived', 'box_updated']
  const types = ['box_updated']
  assert.deepEqual(endpointIn(await owner.post(path, { types: both })), { ...shown, types: both })
  assert.deepEqual(endpointIn(await owner.post(path, { types: both.toReversed() })), { ...shown, types: both })
  assert.deepEqual(endpointIn(await owner.post(path, { types })), { ...shown, types })
  receiver.answer = status(410)
  await owner.post(`${path}/test`)
  await world.tick('webhooks')
  const [gone] = await endpointsOf(owner)
  assert.ok(gone!.goneSince !== null && gone!.failingSince !== null)
  const moved = { ...URL_FIELD, types }
  const { failingSince } = gone!
  assert.deepEqual(endpointIn(await owner.post(path, URL_FIELD)), { ...shown, ...moved, failingSince })
  for (const [step, enabled] of [
    ['disable', false],
    ['disable', false],
    ['enable', true],
  ] as const) {
    const changed = endpointIn(await owner.post(`${path}/${step}`))
    assert.deepEqual(changed, { ...shown, ...moved, failingSince, enabled })
  }

  const log = (await entries(owner)).slice(0, -before).reverse()
  const actor = `staff:${owner.staff.staffId}`
  for (const entry of log) assert.deepEqual([entry.actor, entry.address], [actor, '127.0.0.1'])
  assert.deepEqual(
    log.map(({ action, changes }) => [action, ...changes]),
    [
      ['webhook.created'],
      ['webhook.changed', { field: 'types', before: ['settings_changed'], after: both }],
      ['webhook.changed', { field: 'types', before: both, after: types }],
      ['webhook.tested'],
      ['webhook.changed', { field: 'url', before: receiver.url, after: URL_FIELD.url }],
      ['webhook.disabled'],
      ['webhook.enabled'],
    ],
  )
  assert.ok(log.every((entry) => entry.objectType === 'endpoint' && entry.objectId === `${endpointId}`))
  assert.ok(!JSON.stringify(await entries(owner)).includes(secret))
  const { webhooks } = await aurum.coffer.config()
  assert.deepEqual(webhooks, [{ id: endpointId, ...URL_FIELD, types, enabled: true }])
})

test('endpoints: bad input is refused by the name of the field', async (t) => {
  const { world, owner } = await startOwner(t, { webhookEndpointsCount: 1 })
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const { endpointId } = await subscribe(t, world, world.operator)
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const one = `/webhooks/endpoints/${endpointId}`
  const whole = { ...URL_FIELD, types: ALL_TYPES }
  for (const url of [
    '',
    'nonsense',
    'ftp://casino.example',
    'http://u:p@casino.example',
    `http://a.example/${'x'.repeat(2048)}`,
  ]) {
    assert.deepEqual(await faultyFields(owner, one, { url }), ['url'], url)
    assert.deepEqual(await faultyFields(owner, '/webhooks/endpoints', { ...whole, url }), ['url'], url)
  }
  for (const types of [[], ['unknown'], ['webhook_test'], 'box_updated', Array(99).fill('box_updated')]) {
    const named = await faultyFields(owner, one, { types })
    assert.match(named.join(), /^types/)
    assert.deepEqual(await faultyFields(owner, '/webhooks/endpoints', { ...whole, types }), named)
  }
  assert.deepEqual(await faultyFields(owner, '/webhooks/endpoints', whole), ['url'], 'one endpoint too many')
  for (const overlapHours of [-1, 0.5, 169, '24', null]) {
    assert.deepEqual(await faultyFields(owner, `${one}/rotate`, { overlapHours }), ['overlapHours'])
  }
  for (const path of ['', '/enable', '/disable', '/secret', '/test']) {
    assert.equal(told(await owner.post(`/webhooks/endpoints/999999${path}`, {})), '404 ENDPOINT_NOT_FOUND', path)
    assert.deepEqual(await faultyFields(admin, one + path, {}), ['operator'], path)
    assert.equal(told(await admin.post(one + path, { operator: 'nowhere' })), '404 OPERATOR_NOT_FOUND', path)
  }
  assert.equal(
    told(await owner.post('/webhooks/endpoints/999999/rotate', { overlapHours: 1 })),
    '404 ENDPOINT_NOT_FOUND',
  )
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

test('endpoint secrets: shown on request, with an audit entry for each look', async (t) => {
  const { world, owner } = await startOwner(t)
  const { endpointId, secret: first } = await subscribe(t, world, world.operator)
  const one = `/webhooks/endpoints/${endpointId}`
  const reveal = async () => (await owner.post(`${one}/secret`)).body as unknown as EndpointSecrets
  assert.deepEqual(await reveal(), { secret: first, oldSecret: null, oldSecretEndsAt: null })

  const rotated = await owner.post(`${one}/rotate`, { overlapHours: 24 })
  const { endpoint, secret } = rotated.body as unknown as { endpoint: EndpointRow; secret: string }
  const endsAt = new Date(world.clock.now().getTime() + DAY_MS).toISOString()
  assert.equal(endpoint.oldSecretEndsAt, endsAt)
  assert.deepEqual(await reveal(), { secret, oldSecret: first, oldSecretEndsAt: endsAt })
  world.clock.advance(DAY_MS)
  const later = await startDesk(world, 'second@aurum.example', ['owner'], world.operator)
  const { body } = await later.post(`${one}/secret`)
  assert.deepEqual(body, { secret, oldSecret: null, oldSecretEndsAt: null })
  assert.equal((await endpointsOf(later))[0]!.oldSecretEndsAt, null)

  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const named = { operator: world.operator.slug }
  assert.deepEqual((await admin.post(`${one}/secret`, named)).body, { secret, oldSecret: null, oldSecretEndsAt: null })
  const actors = (await entries(later))
    .filter(({ action }) => action === 'webhook.secret_read')
    .map(({ actor }) => actor)
  assert.deepEqual(
    actors,
    [admin, later, owner, owner].map(({ staff }) => `staff:${staff.staffId}`),
  )
})

test('rotation in the admin while deliveries are sent: none fails', async (t) => {
  const { world, owner } = await startOwner(t)
  const { receiver, endpointId, secret } = await subscribe(t, world, world.operator)
  const { pathname, search } = new URL(receiver.url)
  const one = `/webhooks/endpoints/${endpointId}`
  /** What the receiver accepts: the newest secret that it knows and, as the guide advises, the one before it during an overlap. */
  let accepted = [secret]
  let newest = secret
  receiver.answer = async (response, { headers, text: body }) => {
    const sent = { headers, body, now: Number(headers['x-timestamp']) * 1000, path: pathname + search }
    const isTaken = succeeds(() => {
      verifyWebhook({ ...sent, secrets: accepted })
      verifyWebhookEnvelope({ ...sent, secrets: accepted })
    })
    // Replaces the secret while this delivery and others of its batch are under way.
    if (receiver.received.length % 10 === 5) {
      const { body: rotated } = await owner.post(`${one}/rotate`, { overlapHours: 24 })
      newest = (rotated as unknown as { secret: string }).secret
    }
    status(isTaken ? 200 : 401)(response)
  }
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < 10; count++) await owner.post(`${one}/test`)
    while ((await world.tick('webhooks')) > 0);
    assert.notEqual(newest, accepted[0])
    accepted = [newest, secret]
  }
  accepted = [newest]
  world.clock.advance(DAY_MS)
  await world.operator.coffer.testEndpoint({ endpointId })
  await world.tick('webhooks')
  const { deliveries } = await world.operator.coffer.listDeliveries({ limit: 100 })
  assert.equal(deliveries.length, 31)
  for (const delivery of deliveries) assert.deepEqual([delivery.status, delivery.attemptCount], ['delivered', 1])
})

test('deliveries: filters, pages and the export return exactly the matching rows', async (t) => {
  const { world, owner, first, second, dayOf } = await startDeliveries(t, { exportPageCount: 3 })
  const all = await list(owner, {})
  assert.equal(all.length, 8)
  const ids = (rows: Delivery[]) => rows.map(({ id }) => id)
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
    [{ endpointId: '999999' }, []],
  ] as const) {
    assert.deepEqual(ids(await list(owner, filters)), expected, JSON.stringify(filters))
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
  assert.deepEqual((await entries(owner))[0]!.details, { status: null, type: null, period: { from: null, to: null } })

  const pageAt = async (cursor: string | null) =>
    (await owner.post('/webhooks/deliveries/list', { limit: 3, ...(cursor && { cursor }) })).body as unknown as {
      deliveries: Delivery[]
      cursor: { next: string | null; prev: string | null }
    }
  const forwards = [await pageAt(null)]
  while (forwards.at(-1)!.cursor.next !== null) forwards.push(await pageAt(forwards.at(-1)!.cursor.next))
  assert.deepEqual(
    forwards.flatMap(({ deliveries }) => ids(deliveries)),
    ids(all),
  )
  const back = await pageAt(forwards[1]!.cursor.prev)
  assert.deepEqual(ids(back.deliveries), ids(forwards[0]!.deliveries))
  const { next: cursor } = forwards[0]!.cursor
  assert.deepEqual(await faultyFields(owner, '/webhooks/deliveries/list', { status: 'failed', cursor }), ['cursor'])
  for (const [field, values] of [
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
  assert.deepEqual(await list(admin, { operator: world.operator.slug }), all)
})

test('deliveries: a failed one is shown with its attempts, and replayed', async (t) => {
  const { world, owner, first } = await startDeliveries(t)
  const failed = (await list(owner, { status: 'failed' })).at(-1)!
  const path = `/webhooks/deliveries/${failed.id}`
  const detail = async () => ((await owner.get(path)).body as unknown as { delivery: AdminDelivery }).delivery
  const { body, attempts, isPersonal, ...row } = await detail()
  assert.deepEqual([row, isPersonal], [failed, false])
  assert.equal(JSON.parse(body!).idempotencyKey, failed.idempotencyKey)
  assert.deepEqual(attempts.at(-1)!.reason, 'answered 500')

  first.receiver.answer = status(200)
  const replayed = (await owner.post(`${path}/replay`)).body as unknown as { delivery: Delivery }
  assert.deepEqual([replayed.delivery.status, replayed.delivery.attemptCount], ['pending', 0])
  assert.equal(told(await owner.post(`${path}/replay`)), '409 DELIVERY_NOT_FAILED')
  await world.tick('webhooks')
  assert.equal((await detail()).status, 'delivered')
  const [entry] = await entries(owner)
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
  const failed = await list(owner, { status: 'failed' })
  assert.equal(failed.length, 4)
  const replay = async (filters: object) => (await owner.post('/webhooks/deliveries/replay', filters)).body
  const none = { replayedCount: 0, hasMore: false }
  const before = await entries(owner)
  assert.deepEqual(await replay({ endpointId: `${second.endpointId}` }), none)
  assert.deepEqual(await replay({ from: dayOf(3) }), none)
  assert.deepEqual(await replay({ to: dayOf(1), type: 'box_archived' }), none)
  assert.deepEqual(await entries(owner), before, 'nothing was changed')
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
  const period = { from: null, to: null }
  const [, entry] = await entries(owner)
  assert.deepEqual(
    [entry!.action, entry!.objectId, entry!.details],
    ['webhook.replayed', settings.endpointId, { type: settings.type, period, replayedCount: 2 }],
  )
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

async function emit({ service: { ctx }, operator: { operatorId }, clock }: World, idempotencyKey: string) {
  const occurredAt = clock.now()
  const payload = { dataVersion: DATA_VERSION, occurredAt: occurredAt.toISOString() } as const
  const box = { ...payload, boxId: 1, slug: 'starter', lastBoxVersionId: null }
  const content = idempotencyKey.startsWith('box_archived')
    ? ({ type: 'box_archived', payload: box } as const)
    : ({ type: 'settings_changed', payload } as const)
  await ctx.tx(operatorId, async (tx) =>
    enqueueEvent(tx, operatorId, { ...content, playerExternalId: null, idempotencyKey, occurredAt }),
  )
}

async function endpointsOf(desk: DeskBrowser): Promise<EndpointRow[]> {
  return ((await desk.get('/webhooks/endpoints')).body as unknown as { endpoints: EndpointRow[] }).endpoints
}

function endpointIn({ status, body, text }: DeskAnswer): EndpointRow {
  assert.equal(status, 200, text)
  return (body as unknown as { endpoint: EndpointRow }).endpoint
}

async function list(desk: DeskBrowser, filters: object): Promise<Delivery[]> {
  const { status, body, text } = await desk.post('/webhooks/deliveries/list', filters)
  assert.equal(status, 200, text)
  return (body as unknown as { deliveries: Delivery[] }).deliveries
}

/** The audit log, newest first. */
async function entries(desk: DeskBrowser): Promise<AuditRow[]> {
  return ((await desk.post('/audit/list', {})).body as unknown as { entries: AuditRow[] }).entries
}

function succeeds(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
