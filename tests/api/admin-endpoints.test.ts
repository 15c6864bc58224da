import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminDelivery, EndpointRow, EndpointSecrets } from '@coffer/contract/admin'
import { SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { verifyWebhook, verifyWebhookEnvelope } from '@coffer/operator-sdk'
import type { HttpRequest } from '@coffer/service/platform'
import { auditEntries, deliveriesIn, emit } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import { type Received, startReceiver, status, subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { type DeskAnswer, type DeskBrowser, faultyFields, startDesk, startOwner } from '../support/staff.ts'
import { startWorld } from '../support/world.ts'

const DAY_MS = 86_400_000
const URL_FIELD = { url: 'http://127.0.0.1:9/hooks' }
const ALL_TYPES = [...SENT_EVENT_TYPES]

test('endpoints: added, changed, disabled and enabled, each with an audit entry', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const receiver = await startReceiver(t)
  const before = (await auditEntries(owner)).length
  const added = await owner.post('/webhooks/endpoints', { url: receiver.url, types: ['settings_changed'] })
  assert.equal(told(added), 201)
  const { endpoint, secret } = added.body as unknown as { endpoint: EndpointRow; secret: string }
  const { endpointId, createdAt } = endpoint
  const shown = {
    ...{ endpointId, url: receiver.url, types: ['settings_changed'], enabled: true, version: 1, createdAt },
    ...{ failingSince: null, goneAt: null, oldSecretEndsAt: null },
  }
  assert.deepEqual(endpoint, shown)
  assert.deepEqual(await endpointsOf(owner), [shown])
  assert.match(secret, /^whsec_/)
  const path = `/webhooks/endpoints/${endpointId}`
  const change = (version: number, fields: object) => owner.post(path, { ...fields, version })

  const both = ['box_archived', 'box_updated']
  const types = ['box_updated']
  assert.deepEqual(endpointIn(await change(1, { types: both })), { ...shown, types: both, version: 2 })
  assert.equal(told(await change(1, { types })), '409 ENDPOINT_CHANGED', 'it is not based on the newest version')
  assert.deepEqual(endpointIn(await change(2, { types: both.toReversed() })), { ...shown, types: both, version: 2 })
  assert.deepEqual(endpointIn(await change(2, { types })), { ...shown, types, version: 3 })
  receiver.answer = status(410)
  await owner.post(`${path}/test`)
  await world.tick('webhooks')
  const [gone] = await endpointsOf(owner)
  assert.ok(gone!.goneAt !== null && gone!.failingSince !== null)
  const moved = { ...URL_FIELD, types, version: 4, failingSince: gone!.failingSince }
  assert.deepEqual(endpointIn(await change(3, URL_FIELD)), { ...shown, ...moved })
  for (const [step, enabled] of [
    ['disable', false],
    ['disable', false],
    ['enable', true],
  ] as const) {
    assert.deepEqual(endpointIn(await owner.post(`${path}/${step}`)), { ...shown, ...moved, enabled })
  }

  const log = (await auditEntries(owner)).slice(0, -before).reverse()
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
  assert.ok(!JSON.stringify(await auditEntries(owner)).includes(secret))
  const { webhooks } = await aurum.coffer.config()
  assert.deepEqual(webhooks, [{ id: endpointId, ...URL_FIELD, types, enabled: true }])
})

test('endpoints: bad input is refused by the name of the field', async (t) => {
  const { world, owner } = await startOwner(t)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const { endpointId } = await subscribe(t, world, world.operator)
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const one = `/webhooks/endpoints/${endpointId}`
  const whole = { ...URL_FIELD, types: ALL_TYPES }
  const version = 1
  const tooLong = `http://a.example/${'x'.repeat(2048)}`
  for (const url of ['', 'nonsense', 'ftp://casino.example', 'http://u:p@casino.example', tooLong]) {
    assert.deepEqual(await faultyFields(owner, one, { url, version }), ['url'], url)
    assert.deepEqual(await faultyFields(owner, '/webhooks/endpoints', { ...whole, url }), ['url'], url)
  }
  for (const types of [[], ['unknown'], ['webhook_test'], 'box_updated', Array(99).fill('box_updated')]) {
    const named = await faultyFields(owner, one, { types, version })
    assert.match(named.join(), /^types/)
    assert.deepEqual(await faultyFields(owner, '/webhooks/endpoints', { ...whole, types }), named)
  }
  for (const overlapHours of [-1, 0.5, 169, '24', null]) {
    assert.deepEqual(await faultyFields(owner, `${one}/rotate`, { overlapHours, version }), ['overlapHours'])
  }
  for (const bad of [0, 1.5, '1', null]) {
    assert.deepEqual(await faultyFields(owner, one, { types: ALL_TYPES, version: bad }), ['version'])
    assert.deepEqual(await faultyFields(owner, `${one}/rotate`, { overlapHours: 1, version: bad }), ['version'])
  }
  for (const path of ['', '/enable', '/disable', '/secret', '/test', '/rotate']) {
    const body = { version, overlapHours: 1 }
    assert.equal(told(await owner.post(`/webhooks/endpoints/999999${path}`, body)), '404 ENDPOINT_NOT_FOUND', path)
    assert.deepEqual(await faultyFields(admin, one + path, body), ['operator'], path)
    const elsewhere = { ...body, operator: 'nowhere' }
    assert.equal(told(await admin.post(one + path, elsewhere)), '404 OPERATOR_NOT_FOUND', path)
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

test('endpoints: concurrent requests cannot exceed the limit', async (t) => {
  const { owner } = await startOwner(t, { webhookEndpointsCount: 2 })
  const add = () => owner.post('/webhooks/endpoints', { ...URL_FIELD, types: ALL_TYPES })
  const answers = (await Promise.all(Array.from({ length: 6 }, add))).map(told)
  assert.deepEqual(answers.toSorted(), [201, 201, ...Array(4).fill('422 VALIDATION_FAILED')].toSorted())
  assert.equal((await endpointsOf(owner)).length, 2)
})

test('endpoints: private hosts that the deployment allows are not for operators', async (t) => {
  const environment = { COFFER_ALLOWED_PRIVATE_HOSTS: '10.0.0.0/8' }
  const world = await startWorld(t, { wallet: false, environment })
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], world.operator)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const endpoint = { url: 'http://10.1.2.3:9200/hooks', types: ALL_TYPES }
  assert.deepEqual(await faultyFields(owner, '/webhooks/endpoints', endpoint), ['url'])
  const added = await admin.post('/webhooks/endpoints', { ...endpoint, operator: world.operator.slug })
  const { endpointId } = (added.body as unknown as { endpoint: EndpointRow }).endpoint
  const path = `/webhooks/endpoints/${endpointId}`
  assert.deepEqual(await faultyFields(owner, path, { url: `${endpoint.url}/2`, version: 1 }), ['url'])

  // A public name that leads to a private address: nothing is sent.
  assert.equal(told(await owner.post(path, { url: 'http://hooks.casino.example', version: 1 })), 200)
  const sent: HttpRequest[] = []
  world.service.ctx.http.send = async (request) => {
    sent.push(request)
    return { kind: 'never_sent', reason: 'a test' }
  }
  await owner.post(`${path}/test`)
  await world.tick('webhooks')
  assert.deepEqual(
    sent.map(({ url, isPublicOnly }) => [url, isPublicOnly]),
    [['http://hooks.casino.example/', true]],
  )
})

test('endpoints: an answer of the old URL does not mark the new URL as failing', async (t) => {
  const { world, owner } = await startOwner(t)
  const old = await subscribe(t, world, world.operator)
  const { endpointId } = old
  const next = await startReceiver(t)
  old.receiver.answer = async (response) => {
    await owner.post(`/webhooks/endpoints/${endpointId}`, { url: next.url, version: 1 })
    status(410)(response)
  }
  await owner.post(`/webhooks/endpoints/${endpointId}/test`)
  await world.tick('webhooks')
  const [endpoint] = await endpointsOf(owner)
  const { url, goneAt, failingSince } = endpoint!
  assert.deepEqual([url, goneAt, failingSince], [next.url, null, null], 'the new URL has not failed')
  world.clock.advance(DAY_MS / 24)
  await world.tick('webhooks')
  const again = await startDesk(world, 'second@aurum.example', ['owner'], world.operator)
  const [delivery] = await deliveriesIn(again, {})
  assert.deepEqual([delivery!.status, delivery!.url], ['delivered', next.url])
  const { body } = await again.get(`/webhooks/deliveries/${delivery!.id}`)
  const { attempts } = (body as unknown as { delivery: AdminDelivery }).delivery
  assert.deepEqual(
    attempts.map(({ statusCode, url }) => [statusCode, url]),
    [
      [410, old.receiver.url],
      [200, next.url],
    ],
  )
})

test('endpoint secrets: shown on request, with an audit entry for each view', async (t) => {
  const { world, owner } = await startOwner(t)
  const { endpointId, secret: first } = await subscribe(t, world, world.operator)
  const one = `/webhooks/endpoints/${endpointId}`
  const reveal = async () => (await owner.post(`${one}/secret`)).body as unknown as EndpointSecrets
  assert.deepEqual(await reveal(), { secret: first, oldSecret: null, oldSecretEndsAt: null })

  const rotated = await owner.post(`${one}/rotate`, { overlapHours: 24, version: 1 })
  const repeated = await owner.post(`${one}/rotate`, { overlapHours: 24, version: 1 })
  assert.equal(told(repeated), '409 ENDPOINT_CHANGED', 'the secret that was just shown is not replaced unseen')
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
  const actors = (await auditEntries(later))
    .filter(({ action }) => action === 'webhook.secret_read')
    .map(({ actor }) => actor)
  assert.deepEqual(
    actors,
    [admin, later, owner, owner].map(({ staff }) => `staff:${staff.staffId}`),
  )
})

test('rotation in the admin while deliveries are sent: none fails', async (t) => {
  const { world, owner } = await startOwner(t)
  const { receiver, endpointId, secret: first } = await subscribe(t, world, world.operator)
  const { pathname, search } = new URL(receiver.url)
  const one = `/webhooks/endpoints/${endpointId}`
  /** The secrets that the receiver accepts, without that of the rotation under way: during an overlap two, as the guide advises. */
  let accepted = [first]
  let rotation: Promise<string> | null = null
  const rotate = async () => {
    const [{ version }] = (await endpointsOf(owner)) as [EndpointRow]
    const { body } = await owner.post(`${one}/rotate`, { overlapHours: 24, version })
    return (body as unknown as { secret: string }).secret
  }
  receiver.answer = async (response, { headers, text: body }) => {
    // No delivery is answered before the secret is replaced: the first of the round are signed before the rotation, the last after it.
    rotation ??= rotate()
    await rotation
    const sent = { headers, body, now: Number(headers['x-timestamp']) * 1000, path: pathname + search }
    const isTaken = succeeds(() => {
      verifyWebhook({ ...sent, secrets: accepted })
      verifyWebhookEnvelope({ ...sent, secrets: accepted })
    })
    status(isTaken ? 200 : 401)(response)
  }
  const countSignatures = ({ headers }: Received) => String(headers['webhook-signature']).split(' ').length
  const signatures: number[] = []
  for (const round of [1, 2]) {
    rotation = null
    for (let number = 0; number < 40; number++) await emit(world, `settings_changed:9${round}${number}`)
    while ((await world.tick('webhooks')) > 0);
    const received = receiver.received.slice(-40)
    signatures.push(countSignatures(received[0]!), countSignatures(received.at(-1)!))
    accepted = round === 1 ? [await rotation!, first] : [await rotation!]
  }
  assert.deepEqual(signatures, [1, 2, 2, 2])
  world.clock.advance(DAY_MS)
  await world.operator.coffer.testEndpoint({ endpointId })
  await world.tick('webhooks')
  const { deliveries } = await world.operator.coffer.listDeliveries({ limit: 100 })
  assert.equal(deliveries.length, 81)
  for (const delivery of deliveries) assert.deepEqual([delivery.status, delivery.attemptCount], ['delivered', 1])
})

async function endpointsOf(desk: DeskBrowser): Promise<EndpointRow[]> {
  return ((await desk.get('/webhooks/endpoints')).body as unknown as { endpoints: EndpointRow[] }).endpoints
}

function endpointIn({ status, body, text }: DeskAnswer): EndpointRow {
  assert.equal(status, 200, text)
  return (body as unknown as { endpoint: EndpointRow }).endpoint
}

function succeeds(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
