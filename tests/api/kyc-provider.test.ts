import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { type KycReason, RETRYABLE_REASONS } from '@coffer/contract/s2s-kyc'
import { PROVIDERS } from '../../service/src/kyc/index.ts'
import { eventually } from '../support/eventually.ts'
import { signInReviewer, submitFor, type TestReviewer } from '../support/kyc.ts'
import { BRAM, withDocument, ZOFIA } from '../support/kyc-people.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { startWorld, type World } from '../support/world.ts'

const RETRY_MS = 60_000
const CHECKED = { kyc: { enabled: true, provider: 'sandbox' } }

let world: World
let rows: Rows
let reviewer: TestReviewer

before(async (t) => {
  const operators = { aurum: { settings: CHECKED }, eyes: { settings: { kyc: { ...CHECKED.kyc, fourEyes: true } } } }
  world = await startWorld(t as TestContext, { operators, wallet: false })
  rows = openRows(world.databaseUrl)
  reviewer = await signInReviewer(world)
})

const submitted = (player: string, number: string, operator = world.operator) =>
  submitFor(world, operator, player, withDocument(BRAM, number))

/** A request as the desk reads it, with what the outside check said; that all test people are one is not told here. */
async function read(requestId: number) {
  const seen = await reviewer.read(requestId)
  return { ...seen, hints: seen.hints.filter(({ code }) => code === 'PROVIDER') }
}

const hintOf = (outcome: string, reasons: string[] = []) => ({
  code: 'PROVIDER',
  details: { provider: 'sandbox', outcome, reasons },
})

async function audited(requestId: number, ...actions: string[]): Promise<{ actor: string; details: object }[]> {
  const found = await rows.query<{ actor: string; details: string }>(
    `select actor, details::text from audit_log where action = any($1) and details::jsonb ->> 'requestId' = $2
      order by actor, entry_number`,
    [actions, String(requestId)],
  )
  return found.map(({ actor, details }) => ({ actor, details: JSON.parse(details) }))
}

async function toldOf(requestId: number): Promise<string[]> {
  const keys = await rows.query<{ key: string }>(
    `select idempotency_key as key from outbox_events where idempotency_key like $1 order by occurred_at`,
    [`kyc:${requestId}:%`],
  )
  return keys.map(({ key }) => key.split(':')[2]!)
}

test('an outside check decides by itself, says why, and is told of and recorded like a reviewer', async () => {
  const reasons: KycReason[] = ['FORGERY', 'DOCUMENT_EXPIRED']
  const confirmed = await submitted('yes', ' test-confirm ')
  const rejected = await Promise.all(reasons.map((reason) => submitted(`no-${reason}`, `TEST-REJECT-${reason}`)))
  assert.equal((await read(confirmed)).awaits, 'provider')
  assert.equal(await world.tick('check-kyc'), 3)
  const seen = await read(confirmed)
  assert.deepEqual(
    [seen.status, seen.reasons, seen.hints, seen.opinions.map(({ by, verdict }) => [by, verdict])],
    ['CONFIRMED', [], [hintOf('confirmed')], [['sandbox', 'confirmed']]],
  )
  for (const [index, reason] of reasons.entries()) {
    const { status, reasons: told, retryable, hints } = await read(rejected[index]!)
    const mayRetry = (RETRYABLE_REASONS as readonly string[]).includes(reason)
    assert.deepEqual([status, told, retryable, hints], ['REJECTED', [reason], mayRetry, [hintOf('rejected', [reason])]])
  }
  assert.deepEqual(await toldOf(confirmed), ['PENDING', 'SUBMITTED', 'CONFIRMED'])
  const { requests } = await world.operator.coffer.listKycRequests({ playerExternalId: 'yes' })
  assert.equal(requests[0]?.identity?.legalName, BRAM.answers.details.legalName)
  assert.deepEqual(await audited(confirmed, 'kyc.provider_asked', 'kyc.decided'), [
    { actor: 'provider:sandbox', details: { requestId: confirmed } },
    { actor: 'provider:sandbox', details: { requestId: confirmed, reasons: [], verdict: 'confirmed' } },
  ])
  assert.equal(await world.tick('check-kyc'), 0, 'it is asked once')
})

test('what it cannot decide waits for a reviewer, who sees that it was asked', async () => {
  const requestId = await submitted('maybe', 'TEST-REJECT-NO-SUCH-REASON')
  await world.tick('check-kyc')
  const { status, hints, awaits } = await read(requestId)
  assert.deepEqual([status, hints, awaits], ['SUBMITTED', [hintOf('undecided')], 'review'])
  assert.equal((await reviewer.decide(requestId, 'confirmed')).status, 'CONFIRMED')
})

test('one that does not answer is asked again, less and less often, and a reviewer may decide meanwhile', async () => {
  const requestId = await submitted('silence', 'TEST-FAIL')
  const asked = async () => (await audited(requestId, 'kyc.provider_asked')).length
  await world.tick('check-kyc')
  assert.equal(await world.tick('check-kyc'), 0, 'not at once')
  world.clock.advance(RETRY_MS)
  assert.equal(await world.tick('check-kyc'), 1)
  assert.deepEqual([await asked(), (await read(requestId)).awaits], [2, 'provider'])
  // By half of its silence, and after two hours of it by an hour.
  world.clock.advance(120 * RETRY_MS)
  const looks = []
  for (const minutes of [0, 59, 1, 59, 1]) {
    world.clock.advance(minutes * RETRY_MS)
    looks.push(await world.tick('check-kyc'))
  }
  assert.deepEqual([looks, await asked()], [[1, 0, 1, 0, 1], 5], 'less and less often')
  reviewer = await signInReviewer(world)
  await reviewer.decide(requestId, 'rejected', ['INCOMPLETE'])
  world.clock.advance(RETRY_MS)
  assert.deepEqual([await world.tick('check-kyc'), await asked()], [0, 5], 'and then no more')
  const line = world.lines.find(({ msg }) => msg === 'an outside check did not answer')
  assert.deepEqual([line?.provider, line?.requestId, 'err' in line!], ['sandbox', requestId, false])
})

test('where two people must agree, an outside check only hints', async () => {
  const { eyes } = world.operators
  const found = [
    ['TEST-CONFIRM', hintOf('confirmed')],
    ['TEST-REJECT-FORGERY', hintOf('rejected', ['FORGERY'])],
  ] as const
  for (const [number, hint] of found) {
    const requestId = await submitted(`eyes ${number}`, number, eyes)
    await world.tick('check-kyc')
    const { status, hints, opinions, awaits } = await read(requestId)
    assert.deepEqual([status, hints, opinions, awaits], ['SUBMITTED', [hint], [], 'review'])
    assert.deepEqual(await toldOf(requestId), ['PENDING', 'SUBMITTED'])
  }
})

test('processes that look at once, even one whose look was taken for lost, decide once', async (t) => {
  const { check } = PROVIDERS.sandbox
  for (const number of ['TEST-CONFIRM', 'TEST-REJECT-FORGERY', 'TEST-WAIT']) {
    const requestId = await submitted(`crowd-${number}`, number)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    let askedCount = 0
    t.mock.method(PROVIDERS.sandbox, 'check', async (...asked: Parameters<typeof check>) => {
      askedCount += 1
      await answered
      return check(...asked)
    })
    const looks = [world.tick('check-kyc'), world.tick('check-kyc')]
    await eventually(() => askedCount > 0, 'one of the first two asks')
    world.clock.advance(RETRY_MS)
    looks.push(world.tick('check-kyc'))
    await eventually(() => askedCount > 1, 'a later one asks before that is answered').finally(answer)
    assert.deepEqual((await Promise.all(looks)).toSorted(), [0, 1, 1])
    const { status, opinions, hints } = await read(requestId)
    const decided = status === 'SUBMITTED' ? 0 : 1
    assert.deepEqual([opinions.length, hints.length], [decided, 1])
    assert.deepEqual(await toldOf(requestId), ['PENDING', 'SUBMITTED', ...(decided ? [status] : [])])
    assert.equal((await audited(requestId, 'kyc.decided')).length, decided)
  }
})

test('one that cannot be read holds no other up', async () => {
  const broken = await submitted('broken', 'TEST-CONFIRM')
  const whole = await submitted('whole', 'TEST-CONFIRM')
  const change = 'update kyc_requests set answers_sealed = answers_sealed || $1 where request_id = $2'
  await rows.query(change, [Buffer.from('x'), broken])
  await world.tick('check-kyc')
  assert.equal((await read(whole)).status, 'CONFIRMED')
  const told = world.lines.filter(({ level }) => level === 'error')
  assert.deepEqual(
    told.map(({ msg, requestId, err }) => [msg, requestId, err]),
    [['what an outside check is to look at could not be read', broken, undefined]],
  )
  world.lines.splice(world.lines.indexOf(told[0]!), 1)

  const mend = 'update kyc_requests set answers_sealed = substring(answers_sealed for octet_length(answers_sealed) - 1)'
  await rows.query(`${mend} where request_id = $1`, [broken])
  world.clock.advance(RETRY_MS)
  await world.tick('check-kyc')
  assert.equal((await read(broken)).status, 'CONFIRMED', 'it is looked at again')
})

test('a verification that a setting sent to no check is not looked at', async () => {
  await world.settings(world.operator, { 'kyc.provider': null })
  const requestId = await submitFor(world, world.operator, 'unchecked', withDocument(ZOFIA, 'TEST-CONFIRM'))
  assert.deepEqual([await world.tick('check-kyc'), (await read(requestId)).awaits], [0, 'review'])
})
