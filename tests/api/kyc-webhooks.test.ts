import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { verifyWebhook } from '@coffer/operator-sdk'
import { createKey } from '@coffer/service/administration'
import { Webhook } from 'standardwebhooks'
import { seconds } from '../../service/src/kernel/index.ts'
import { type Caller, knock } from '../support/door.ts'
import { mintLink, signInReviewer, submitFor } from '../support/kyc.ts'
import { BRAM, secretsOf, ZOFIA } from '../support/kyc-people.ts'
import { assertSameBytes, keysOf, type Receiver, status, subscribe } from '../support/receiver.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { type DeskBrowser, startDesk } from '../support/staff.ts'
import { makeTestClock } from '../support/test-clock.ts'
import { startWorld, type World } from '../support/world.ts'

const TYPE = 'kyc_status_changed'
const PAYLOAD = [
  ...['dataVersion', 'occurredAt', 'requestId', 'playerExternalId', 'status', 'verdict', 'submittedAt', 'decidedAt'],
  ...['reasons', 'retryable', 'identity'],
].sort()
const IDENTITY = [
  ...['legalName', 'dateOfBirth', 'taxId', 'addressLine1', 'addressLine2', 'addressCity', 'addressState'],
  ...['addressPostalCode', 'addressCountry'],
].sort()

let world: World
let rows: Rows
let receiver: Receiver
let secret: string
/** The clock stands still while people are verified. */
const BEGUN = new Date()
let now = BEGUN
let rejectedId: number
let confirmedId: number

before(async (t) => {
  const operators = { aurum: { settings: { kyc: { enabled: true } } }, borealis: {} }
  const service = { clock: { ...makeTestClock(), now: () => now } }
  world = await startWorld(t as TestContext, { operators, service, wallet: false })
  rows = openRows(world.databaseUrl)
  const own = await subscribe(t as TestContext, world, world.operator, [TYPE])
  ;({ receiver, secret } = own)
  const others = [
    await subscribe(t as TestContext, world, world.operator, ['round_settled']),
    await subscribe(t as TestContext, world, world.operators.borealis!),
  ]
  const reviewer = await signInReviewer(world)
  rejectedId = await submitFor(world, world.operator, 'ann', BRAM)
  await reviewer.decide(rejectedId, 'rejected', ['FORGERY', 'DATA_MISMATCH'])
  confirmedId = await submitFor(world, world.operator, 'ann', ZOFIA)
  await reviewer.decide(confirmedId, 'confirmed')
  now = new Date(BEGUN.getTime() + seconds(1))
  while ((await world.tick('webhooks')) > 0);
  for (const other of others) assert.deepEqual(keysOf(other.receiver), [])
})

/** The payloads of a request, by `occurredAt`, which is how a receiver orders them. */
const payloadsOf = (requestId: number) =>
  receiver.received
    .map(({ body }) => body.payload)
    .filter((payload) => payload.requestId === requestId)
    .sort((one, other) => String(one.occurredAt).localeCompare(String(other.occurredAt)))

test('each status is told once, with every key of the interface on every event, and values in place of their absence', () => {
  const keys = [rejectedId, confirmedId].flatMap((id) => payloadsOf(id).map((payload) => `kyc:${id}:${payload.status}`))
  assert.deepEqual(keysOf(receiver).sort(), keys.sort())
  const open = { verdict: null, decidedAt: null, reasons: [], retryable: null, identity: null }
  const at = (ms: number) => new Date(BEGUN.getTime() + ms).toISOString()
  for (const { body } of receiver.received) {
    assert.deepEqual([body.type, body.playerExternalId], [TYPE, 'ann'])
    assert.deepEqual(Object.keys(body.payload).sort(), PAYLOAD)
  }
  for (const [requestId, last] of [
    [rejectedId, { status: 'REJECTED', verdict: 'rejected', reasons: ['DATA_MISMATCH', 'FORGERY'], retryable: false }],
    [confirmedId, { status: 'CONFIRMED', verdict: 'confirmed', reasons: [], retryable: null }],
  ] as const) {
    const same = { dataVersion: 2, requestId, playerExternalId: 'ann' }
    const [pending, submitted, decided] = payloadsOf(requestId)
    assert.deepEqual(pending, { ...same, ...open, status: 'PENDING', occurredAt: at(0), submittedAt: null })
    assert.deepEqual(submitted, { ...same, ...open, status: 'SUBMITTED', occurredAt: at(1), submittedAt: at(0) })
    const { identity, ...rest } = decided!
    assert.deepEqual(rest, { ...same, ...last, occurredAt: at(2), submittedAt: at(0), decidedAt: at(0) })
    assert.equal(identity !== null, requestId === confirmedId)
  }
})

test('on a clock that stands still the events of a request still say when they came, one after the other', () => {
  for (const requestId of [rejectedId, confirmedId]) {
    const times = payloadsOf(requestId).map(({ occurredAt }) => String(occurredAt))
    assert.equal(new Set(times).size, 3)
    assert.deepEqual(
      payloadsOf(requestId)
        .map(({ status }) => status)
        .slice(0, 2),
      ['PENDING', 'SUBMITTED'],
    )
  }
})

test('personal data is in the one confirmation, as its identity block, and never an e-mail or a document', () => {
  const { answers, email } = ZOFIA
  for (const { body, text } of receiver.received) {
    const { identity } = body.payload
    if (identity !== null) assert.deepEqual(Object.keys(identity as object).sort(), IDENTITY)
    const never = [
      email,
      answers.document.number,
      ...(identity === null ? secretsOf(ZOFIA) : []),
      BRAM.answers.details.legalName,
    ]
    for (const word of never) assert.ok(!text.includes(word), body.idempotencyKey)
  }
})

test('a delivery verifies with the SDK and with any Standard Webhooks library, and one that was changed does not', (t) => {
  // The other library compares the time of the delivery with the time of the machine.
  t.mock.timers.enable({ apis: ['Date'], now: now.getTime() })
  const delivery = receiver.received.find(({ body }) => body.payload.status === 'CONFIRMED')!
  const headers = delivery.headers as Record<string, string>
  const verified = verifyWebhook({ secrets: secret, headers, body: delivery.text, now: now.getTime() })
  assert.deepEqual(verified, { ...delivery.body, deliveryId: delivery.id, known: true })
  assert.deepEqual(new Webhook(secret).verify(delivery.text, headers), delivery.body)
  const changed = delivery.text.replace('CONFIRMED', 'CONFIRMER')
  assert.throws(() => verifyWebhook({ secrets: secret, headers, body: changed, now: now.getTime() }))
})

test('one delivery: only keys with `kyc` and staff with `deliveries.personal` see it', async () => {
  const { operatorId, coffer, keyId } = world.operator
  const { deliveries } = await coffer.listDeliveries({ type: TYPE })
  assert.equal(deliveries.length, 6)
  const text = JSON.stringify(deliveries)
  for (const word of secretsOf(ZOFIA)) assert.ok(!text.includes(word))
  const id = deliveries.find(({ idempotencyKey }) => idempotencyKey === `kyc:${confirmedId}:CONFIRMED`)!.id
  const read = (caller: Caller, deliveryId = id) =>
    knock(world, s2sRoutes.getDelivery, caller, { params: { deliveryId } })
  const bodyOf = async (caller: Caller) =>
    ((await read(caller)).body as never as { delivery: { body: string | null } }).delivery.body
  const recorded = async () =>
    rows.query('select actor, details from audit_log where action = $1', ['webhook.personal_data_read'])
  const keyWith = async (...scopes: ('read' | 'kyc')[]) =>
    createKey(world.service.ctx, { operatorId, scopes, actor: 'test' })

  const reader = await keyWith('read')
  assert.equal(await bodyOf(reader), null)
  assert.equal((await read(await keyWith('kyc'))).status, 403)
  assert.deepEqual(await recorded(), [])
  const { body, headers } = await read(world.operator)
  assert.equal(headers.get('cache-control'), 'no-store')
  const sent = receiver.received.find((one) => one.id === id)!
  assert.equal((body as never as { delivery: { body: string } }).delivery.body, sent.text)
  const trace = { actor: keyId, details: { event: `kyc:${confirmedId}:CONFIRMED` } }
  assert.deepEqual(await recorded(), [trace])

  const support = await startDesk(world, 'support@aurum.example', ['support'], world.operator)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], world.operator)
  const shownTo = async (desk: DeskBrowser) =>
    ((await desk.get(`/webhooks/deliveries/${id}`)).body as never as { delivery: { body: string | null } }).delivery
      .body
  assert.equal(await shownTo(support), null)
  assert.deepEqual(await recorded(), [trace])
  assert.equal(await shownTo(owner), sent.text)
  assert.deepEqual(await recorded(), [trace, { ...trace, actor: `staff:${owner.staff.staffId}` }])

  const { endpointId } = deliveries[0]!
  const plain = await coffer.testEndpoint({ endpointId })
  const seen = (await read(reader, plain.delivery.id)).body as never as { delivery: { body: string } }
  assert.match(seen.delivery.body, /webhook_test/, 'what holds nobody’s data is shown to every key that may read')
})

test('a delivery that failed is sent again with the same id and the same bytes', async () => {
  receiver.answer = status(500)
  await mintLink(world.operator, 'bob', ZOFIA)
  await world.tick('webhooks')
  const first = receiver.received.findLast(({ body }) => body.playerExternalId === 'bob')!
  await rows.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt_count = 10
     where 'whd_' || delivery_id = $1`,
    [first.id],
  )
  receiver.answer = status(200)
  await world.operator.coffer.replayDelivery({ deliveryId: first.id })
  await world.tick('webhooks')
  const sent = receiver.received.filter(({ id }) => id === first.id)
  assert.deepEqual(
    sent.map(({ text }) => text),
    [first.text, first.text],
  )
  assertSameBytes(receiver)
})

test('one whose sealed payload does not open holds no other up, and says so at its attempt', async () => {
  await mintLink(world.operator, 'cid', ZOFIA)
  await mintLink(world.operator, 'dan', ZOFIA)
  const ofCid = "player_external_id = 'cid'"
  const [kept] = await rows.query<{ sealed: Buffer }>(
    `select payload_sealed as sealed from outbox_events where ${ofCid}`,
  )
  const seal = (sealed: Buffer) => rows.query(`update outbox_events set payload_sealed = $1 where ${ofCid}`, [sealed])
  const changed = Buffer.from(kept!.sealed)
  changed[changed.length - 1]! ^= 1
  await seal(changed)
  await world.tick('webhooks')
  assert.ok(receiver.received.some(({ body }) => body.playerExternalId === 'dan'))
  assert.ok(!receiver.received.some(({ body }) => body.playerExternalId === 'cid'))
  const { deliveries } = await world.operator.coffer.listDeliveries({ status: 'pending' })
  const waiting = deliveries.find(({ playerExternalId }) => playerExternalId === 'cid')
  assert.equal(waiting?.attemptCount, 1)
  const [attempt] = await rows.query<{ reason: string }>(
    "select reason from webhook_attempts where 'whd_' || delivery_id = $1",
    [waiting.id],
  )
  assert.equal(attempt!.reason, 'the sealed payload does not open')
  const told = world.lines.filter(({ msg }) => msg === 'the sealed payload of a delivery does not open')
  assert.equal(told.length, 1)
  world.lines.splice(world.lines.indexOf(told[0]!), 1)

  await seal(kept!.sealed)
  now = new Date(now.getTime() + seconds(3_600))
  await world.tick('webhooks')
  assert.ok(
    receiver.received.some(({ body }) => body.playerExternalId === 'cid'),
    'once it opens again, it is sent',
  )
})
