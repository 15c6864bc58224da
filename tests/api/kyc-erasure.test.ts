import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { PRIVATE_WORDS } from '../support/check-secrets.ts'
import { commandLine } from '../support/command-line.ts'
import {
  documentFolder,
  eraseAll,
  keysInRows,
  mintLink,
  openLink,
  photo,
  remainsOf,
  signInReviewer,
  storedKeys,
  submitFor,
  type TestReviewer,
} from '../support/kyc.ts'
import { BRAM, PIP, ZOFIA } from '../support/kyc-people.ts'
import { subscribe } from '../support/receiver.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const DAY_MS = 86_400_000
/** When it is tried again to remove a photo that would not be removed. */
const PUT_OFF_MS = 3_600_000
const ON = { settings: { kyc: { enabled: true } } }

let world: World
let rows: Rows
let reviewer: TestReviewer
let cli: ReturnType<typeof commandLine>

before(async (t) => {
  world = await startWorld(t as TestContext, { operators: { aurum: ON, bellis: ON, clausa: ON }, wallet: false })
  rows = openRows(world.databaseUrl)
  reviewer = await signInReviewer(world)
  cli = commandLine(t as TestContext, world.databaseUrl, {
    COFFER_MASTER_KEY: world.service.ctx.config.masterKey!.reveal().toString('hex'),
    COFFER_DOCUMENTS_DIR: documentFolder(world),
  })
})

/** Longer than a session of the staff lasts without a request. */
async function waitForPutOff(): Promise<void> {
  world.clock.advance(PUT_OFF_MS)
  reviewer = await signInReviewer(world)
}

const byCommand = (player: string, ...more: string[]) =>
  cli.coffer('kyc', 'erase', '--operator', 'aurum', '--player', player, ...more)

const erase = (player: string) => eraseAll(world, player)

/** What an operator reads of its player's requests, but for who they are. */
async function requestsOf(operator: TestOperator, playerExternalId: string) {
  const { requests } = await operator.coffer.listKycRequests({ playerExternalId })
  return requests.map(({ identity: _who, ...rest }) => rest)
}

const identities = async (playerExternalId: string) =>
  (await world.operator.coffer.listKycRequests({ playerExternalId })).requests.map(({ identity }) => identity !== null)

/** Everything that is kept of the requests of everybody else. */
async function othersThan(playerExternalId: string): Promise<unknown> {
  const others = `operator_id, request_id from kyc_requests join players using (operator_id, player_id)
    where external_id <> $1 or operator_id <> ${world.operator.operatorId}`
  const tables = ['requests', 'links', 'images', 'marks', 'notes', 'opinions']
  const kept = tables.map((table) =>
    rows.query(
      `select md5(t::text) from kyc_${table} t where (operator_id, request_id) in (select ${others}) order by 1`,
      [playerExternalId],
    ),
  )
  return [await Promise.all(kept), storedKeys(world).filter((key) => !key.startsWith(`${world.operator.operatorId}/`))]
}

/** A player with a rejection, a redo that was confirmed, and an open re-verification. Newest first. */
async function fullHistory(player: string): Promise<number[]> {
  const { coffer } = world.operator
  const rejected = await submitFor(world, world.operator, player, ZOFIA)
  await reviewer.call('POST', `/${rejected}/notes`, { text: PRIVATE_WORDS[1] })
  await reviewer.decide(rejected, 'rejected', ['SELFIE_MISMATCH'])
  const confirmed = await submitFor(world, world.operator, player, ZOFIA)
  await reviewer.decide(confirmed, 'confirmed')
  const { requestId } = await coffer.reverifyKyc({ playerExternalId: player, reason: PRIVATE_WORDS[0]! })
  return [requestId, confirmed, rejected]
}

test('after an erasure nothing sealed of the person is left anywhere; statuses, days and reason codes stay', async (t) => {
  const { operator } = world
  const { coffer } = operator
  const late = await subscribe(t as TestContext, world, operator, ['kyc_status_changed'])
  const failed = await subscribe(t as TestContext, world, operator, ['kyc_status_changed'])
  const requests = await fullHistory('gone')
  const [open, confirmed] = requests as [number, number]
  await submitFor(world, operator, 'stays', BRAM)
  await submitFor(world, world.operators.bellis!, 'gone', ZOFIA)
  const browser = (await openLink(world, await mintLink(operator, 'gone', ZOFIA)))!
  await browser.draft(ZOFIA.answers)
  await browser.upload('front', await photo())
  await rows.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt_count = 10 where endpoint_id = $1`,
    [failed.endpointId],
  )
  for (const requestId of requests) assert.notDeepEqual(await remainsOf(rows, requestId), [])
  const [before, others] = [await requestsOf(operator, 'gone'), await othersThan('gone')]
  assert.deepEqual(await identities('gone'), [false, true, false])

  const ran = await byCommand('gone')
  assert.deepEqual([ran.code, ran.err], [0, ''])
  assert.match(
    ran.out,
    new RegExp(`^Erased: requests ${requests.join(', ')}\\.\nTheir statuses, days and reason codes stay\\.`),
  )

  for (const requestId of requests) {
    assert.deepEqual(await remainsOf(rows, requestId), [], `of ${requestId}`)
    assert.deepEqual(storedKeys(world, requestId), [])
    assert.equal((await reviewer.read(requestId)).isErased, true)
  }
  assert.deepEqual(await requestsOf(operator, 'gone'), before)
  assert.deepEqual(await identities('gone'), [false, false, false])
  assert.deepEqual(await othersThan('gone'), others, 'nobody else lost anything')
  assert.equal((await browser.call('GET', 'page')).status, 401, 'the page is over')
  assert.equal((await browser.call('GET', 'images/front')).status, 401)

  const key = `kyc:${confirmed}:CONFIRMED`
  const { deliveries } = await coffer.listDeliveries({ endpointId: failed.endpointId, status: 'failed' })
  const told = deliveries.find(({ idempotencyKey }) => idempotencyKey === key)!
  const shown = await coffer.getDelivery({ deliveryId: told.id })
  assert.equal(JSON.parse(shown.delivery.body!).payload.identity, null)
  await coffer.replayDelivery({ deliveryId: told.id })
  while ((await world.tick('webhooks')) > 0);
  for (const { receiver } of [late, failed]) {
    const { payload } = receiver.received.find(({ body }) => body.idempotencyKey === key)!.body
    assert.deepEqual([payload.status, payload.identity], ['CONFIRMED', null])
  }
  const audited = await rows.query<{ actor: string; details: object }>(
    `select actor, details from audit_log where action = 'kyc.erased' order by (details::jsonb ->> 'requestId')::bigint desc`,
  )
  assert.deepEqual(
    audited.map(({ actor, details }) => [actor, typeof details === 'string' ? JSON.parse(details) : details]),
    requests.map((requestId) => ['cli', { requestId, because: 'asked' }]),
  )

  assert.deepEqual((await byCommand('gone', '--json')).out.trim(), '{"erased":[]}', 'again there is nothing')
  const anew = (await openLink(world, await mintLink(operator, 'gone', ZOFIA)))!
  const page = await anew.page()
  assert.deepEqual([page.requestId, page.status, page.answers.details.legalName], [open, 'PENDING', ''])
  assert.deepEqual(page.images, { front: null, back: null, selfie: null })
  assert.deepEqual(await requestsOf(operator, 'gone'), before, 'nothing is told of it')
})

test('one request alone is erased when it is named, and only of its own player', async () => {
  const [open, confirmed, rejected] = await fullHistory('named')
  const stranger = await submitFor(world, world.operator, 'stranger', BRAM)
  const done = await byCommand('named', '--request', String(confirmed), '--json')
  assert.deepEqual([done.code, JSON.parse(done.out)], [0, { erased: [confirmed] }])
  assert.deepEqual(await remainsOf(rows, confirmed!), [])
  for (const kept of [open, rejected, stranger]) assert.notDeepEqual(await remainsOf(rows, kept!), [])
  const mistakes: [string[], RegExp][] = [
    [['named', '--request', String(stranger)], /There is no such verification/],
    [['named', '--request', 'all'], /all is no id of a request/],
    [['nobody'], /aurum has no player nobody/],
  ]
  const made = mistakes.map(async ([[player, ...more], why]) => {
    const { code, out, err } = await byCommand(player!, ...more)
    assert.deepEqual([code, out, why.test(err)], [1, '', true], err)
  })
  await Promise.all(made)
  assert.notDeepEqual(await remainsOf(rows, stranger), [])
})

test('what was erased while it waited for a review is never confirmed, and takes no new data; the redo begins with nothing', async () => {
  const { operator } = world
  const requestId = await submitFor(world, operator, 'waiting', PIP)
  await reviewer.claim(requestId)
  assert.deepEqual(await erase('waiting'), [requestId])
  const seen = await reviewer.read(requestId)
  assert.deepEqual(
    [seen.isErased, seen.answers, seen.email, seen.images, seen.hints, seen.status],
    [true, null, null, [], [], 'SUBMITTED'],
  )
  assert.equal((await reviewer.call('GET', `/${requestId}/images/front`)).status, 404)
  const confirming = await reviewer.call('POST', `/${requestId}/decide`, { verdict: 'confirmed' })
  assert.deepEqual([confirming.status, confirming.body.error.code], [409, 'KYC_ERASED'])
  const noting = await reviewer.call('POST', `/${requestId}/notes`, { text: PRIVATE_WORDS[1] })
  assert.deepEqual([noting.status, noting.body.error.code], [409, 'KYC_ERASED'])
  await assert.rejects(operator.coffer.changeKycEmail({ playerExternalId: 'waiting', email: PIP.email }), {
    code: 'KYC_NO_OPEN_REQUEST',
  })
  assert.deepEqual(await remainsOf(rows, requestId), [])
  const decided = await reviewer.decide(requestId, 'rejected', ['INCOMPLETE'])
  assert.deepEqual([decided.status, decided.retryable], ['REJECTED', true])
  const page = await (await openLink(world, await mintLink(operator, 'waiting', PIP)))!.page()
  assert.ok(page.requestId > requestId)
  assert.deepEqual([page.earlierReasons, page.answers.details.legalName], [['INCOMPLETE'], ''])
})

test('photos that cannot be removed while the store is away are removed later, and nobody sees them meanwhile', async () => {
  const requestId = await submitFor(world, world.operator, 'away', ZOFIA)
  const stored = storedKeys(world, requestId)
  assert.equal(stored.length, 3)
  const folder = documentFolder(world)
  renameSync(folder, `${folder}-away`)
  writeFileSync(folder, 'no folder')
  assert.deepEqual(await erase('away'), [requestId])
  assert.ok(world.lines.some(({ msg }) => msg === 'a photo cannot be removed now'))
  assert.deepEqual(await keysInRows(rows, 'removing'), stored)
  assert.deepEqual(await remainsOf(rows, requestId), ['images'], 'all else is gone')
  assert.deepEqual((await reviewer.read(requestId)).images, [])
  await world.tick('keep-kyc')
  assert.deepEqual(await keysInRows(rows, 'removing'), stored, 'it is still away')
  rmSync(folder)
  renameSync(`${folder}-away`, folder)
  await waitForPutOff()
  await world.tick('keep-kyc')
  assert.deepEqual([await remainsOf(rows, requestId), storedKeys(world, requestId)], [[], []])
})

test('photos that would never be removed are put off for an hour, and hold up no others', async () => {
  const stuck = await submitFor(world, world.operator, 'stuck', ZOFIA)
  const paths = storedKeys(world, stuck).map((key) => join(documentFolder(world), key))
  for (const path of paths) {
    rmSync(path)
    mkdirSync(path)
  }
  assert.deepEqual(await erase('stuck'), [stuck])
  const browser = (await openLink(world, await mintLink(world.operator, 'newer', BRAM)))!
  const { requestId } = await browser.upload('front', await photo())
  const [replaced] = storedKeys(world, requestId)
  await browser.upload('front', await photo())
  await world.tick('keep-kyc')
  await world.tick('keep-kyc')
  assert.equal(storedKeys(world, requestId).length, 1)
  assert.ok(!storedKeys(world, requestId).includes(replaced!))
  assert.equal((await keysInRows(rows, 'removing')).length, 3)
  for (const path of paths) rmSync(path, { recursive: true })
  await world.tick('keep-kyc')
  assert.equal((await keysInRows(rows, 'removing')).length, 3, 'not sooner')
  await waitForPutOff()
  await world.tick('keep-kyc')
  assert.deepEqual(await remainsOf(rows, stuck), [])
})

test('what was kept long enough is erased by itself: decided ones by their day, drafts that nobody came back to', async () => {
  const { operator, operators } = world
  const keep = { 'kyc.retentionDays': 10, 'kyc.draftDays': 3 }
  for (const one of [operator, operators.clausa!]) await world.settings(one, keep)
  const decided = await submitFor(world, operator, 'old', BRAM)
  const [waiting, ofShut] = [
    await submitFor(world, operator, 'patient', BRAM),
    await submitFor(world, operators.clausa!, 'shut', BRAM),
  ]
  await reviewer.decide(decided, 'rejected', ['FORGERY'])
  await reviewer.decide(ofShut, 'confirmed')
  await rows.query(`update operators set status = 'suspended' where slug = 'clausa'`)
  const draft = await draftOf('dropped')
  const fresh = await draftOf('touched')
  const before = [...(await requestsOf(operator, 'old')), ...(await requestsOf(operator, 'dropped'))]

  const left = async () => {
    await world.tick('keep-kyc')
    const all = [draft, fresh, decided, ofShut, waiting]
    const remains = await Promise.all(all.map((id) => remainsOf(rows, id)))
    return remains.map((names) => names.length > 0)
  }
  world.clock.advance(3 * DAY_MS - 60_000)
  await mintLink(operator, 'touched', ZOFIA)
  assert.deepEqual(await left(), [true, true, true, true, true])
  world.clock.advance(120_000)
  assert.deepEqual(await left(), [false, true, true, true, true], 'a draft, after three days without a word')
  world.clock.advance(7 * DAY_MS)
  assert.deepEqual(await left(), [false, false, false, false, true], 'what is decided; what waits is kept until it is')
  assert.deepEqual([...(await requestsOf(operator, 'old')), ...(await requestsOf(operator, 'dropped'))], before)
  for (const gone of [draft, fresh, decided, ofShut]) assert.deepEqual(storedKeys(world, gone), [])
  const [entry] = await rows.query<{ actor: string }>(
    `select actor from audit_log where action = 'kyc.erased' and details::jsonb ->> 'because' = 'retention' limit 1`,
  )
  assert.equal(entry?.actor, 'retention')
  await rows.query(`update operators set status = 'active' where slug = 'clausa'`)
})

test('time takes the draft of a re-verification, and leaves the reason that the reviewer is to read', async () => {
  const { operator } = world
  await world.settings(operator, { 'kyc.draftDays': 3 })
  const desk = await signInReviewer(world)
  await desk.decide(await submitFor(world, operator, 'wanted', BRAM), 'confirmed')
  const asked = { playerExternalId: 'wanted', reason: PRIVATE_WORDS[0]! }
  const { requestId } = await operator.coffer.reverifyKyc(asked)
  assert.equal(await draftOf('wanted'), requestId, 'the player has begun')
  world.clock.advance(4 * DAY_MS)
  await world.tick('keep-kyc')
  assert.deepEqual([await remainsOf(rows, requestId), storedKeys(world, requestId)], [['reverify_reason_sealed'], []])
  await world.tick('keep-kyc')
  assert.equal((await operator.coffer.reverifyKyc({ ...asked, reason: 'another' })).status, 'already_open')
  assert.equal(await submitFor(world, operator, 'wanted', BRAM), requestId)
  const seen = await (await signInReviewer(world)).read(requestId)
  assert.deepEqual([seen.reverifyReason, seen.isErased], [PRIVATE_WORDS[0], false])
})

test('whoever comes back to a draft while others are erased keeps it', async () => {
  const { operator } = world
  await world.settings(operator, { 'kyc.draftDays': 3 })
  const gone = await draftOf('stays away')
  // Drafts are erased in the order of their time.
  world.clock.advance(1)
  const kept = await draftOf('comes back')
  world.clock.advance(4 * DAY_MS)
  const { documents } = world.service.ctx
  const { remove } = documents
  let isBack = false
  // The first photo that is removed is one of the draft before it: by then both were found to be due.
  documents.remove = async (key) => {
    if (!isBack) await mintLink(operator, 'comes back', ZOFIA)
    isBack = true
    await remove(key)
  }
  await world.tick('keep-kyc')
  documents.remove = remove
  assert.deepEqual([isBack, await remainsOf(rows, gone)], [true, []])
  const { answers } = await (await openLink(world, await mintLink(operator, 'comes back', ZOFIA)))!.page()
  assert.deepEqual(answers, ZOFIA.answers)
  assert.equal(storedKeys(world, kept).length, 1)
})

test('what cannot be erased of one operator is kept of nobody else, and erased when it can be', async () => {
  const { bellis, clausa } = world.operators as Record<string, TestOperator>
  await world.settings(bellis!, { 'kyc.draftDays': 3 })
  const [stuck, free] = [await draftOf('stuck', bellis), await draftOf('free', clausa)]
  world.clock.advance(4 * DAY_MS)
  const spoil = 'update operator_data_keys set key_sealed = reverse(key_sealed) where operator_id = $1'
  await rows.query(spoil, [bellis!.operatorId])
  await world.tick('keep-kyc')
  assert.deepEqual(await remainsOf(rows, free), [])
  assert.notDeepEqual(await remainsOf(rows, stuck), [])
  // Whoever runs the service is told; the rest of the log must hold no error.
  const told = world.lines.findIndex(({ msg }) => msg === 'a verification could not be erased')
  assert.equal(world.lines.splice(told, 1)[0]?.requestId, stuck)
  await rows.query(spoil, [bellis!.operatorId])
  await world.tick('keep-kyc')
  assert.deepEqual(await remainsOf(rows, stuck), [])
})

/** A draft with words and a photo. */
async function draftOf(player: string, operator = world.operator): Promise<number> {
  const browser = (await openLink(world, await mintLink(operator, player, ZOFIA)))!
  await browser.draft(ZOFIA.answers)
  return (await browser.upload('selfie', await photo())).requestId
}
