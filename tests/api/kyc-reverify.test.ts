import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { kycRoutes } from '@coffer/contract/s2s-kyc'
import { PRIVATE_WORDS } from '../support/check-secrets.ts'
import { assertInvalid, knock, told } from '../support/door.ts'
import {
  handIn,
  kycEventsOf,
  mintLink,
  openLink,
  requestsOf,
  signInReviewer,
  submitFor,
  type TestReviewer,
} from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const [REASON] = PRIVATE_WORDS as [string]

let world: World
let rows: Rows
let operator: TestOperator
let reviewer: TestReviewer

before(async (t) => {
  const operators = { aurum: { settings: { kyc: { enabled: true } } } }
  world = await startWorld(t as TestContext, { wallet: false, operators })
  rows = openRows(world.databaseUrl)
  operator = world.operator
  reviewer = await signInReviewer(world)
})

async function decided(playerExternalId: string, verdict: 'confirmed' | 'rejected'): Promise<number> {
  const requestId = await submitFor(world, operator, playerExternalId, ZOFIA)
  await reviewer.decide(requestId, verdict, verdict === 'rejected' ? ['DATA_MISMATCH'] : [])
  return requestId
}

const reverify = (playerExternalId: string, sent: object = { reason: REASON }) =>
  knock(world, kycRoutes.reverifyKyc, operator, { body: { playerExternalId, ...sent } })

test('a re-verification opens one request for a confirmed player, and says so again while any is open; the first reason stands', async () => {
  const confirmed = await decided('again', 'confirmed')
  const opened = await reverify('again')
  const { requestId } = opened.body as never as { requestId: number }
  assert.deepEqual([opened.status, opened.body], [201, { status: 'opened', requestId }])
  assert.ok(requestId > confirmed)
  const repeated = await reverify('again', { reason: 'quite another reason' })
  assert.deepEqual([repeated.status, repeated.body], [200, { status: 'already_open', requestId }])
  const browser = await openLink(world, await mintLink(operator, 'again', ZOFIA))
  await handIn(browser!, ZOFIA)
  const late = await reverify('again', { reason: 'a third reason' })
  assert.deepEqual(late.body, { status: 'already_open', requestId }, 'handed in')
  assert.equal((await reviewer.read(requestId)).reverifyReason, REASON)
  const keys = ['PENDING', 'SUBMITTED', 'CONFIRMED'].map((status) => `${confirmed}:${status}`)
  assert.deepEqual(await kycEventsOf(rows, 'again'), [...keys, `${requestId}:PENDING`, `${requestId}:SUBMITTED`])
})

test('a re-verification is for a player who was confirmed at some time, and for nobody else, with a first request open or not', async () => {
  const refused = async (when: string) => assert.equal(told(await reverify('turned')), '409 KYC_NOT_CONFIRMED', when)
  assert.equal(told(await reverify('unheard of')), '409 KYC_NOT_CONFIRMED')
  const first = await openLink(world, await mintLink(operator, 'turned', ZOFIA))
  await refused('the first is open')
  await handIn(first!, ZOFIA)
  await refused('it is handed in')
  await reviewer.decide((await requestsOf(operator, 'turned'))[0]!.requestId, 'rejected', ['SELFIE_MISMATCH'])
  await refused('it is rejected')
  await mintLink(operator, 'turned', ZOFIA)
  await refused('the next is open')
  assert.equal((await requestsOf(operator, 'turned')).length, 2, 'none of these opened anything')
  await decided('turned', 'confirmed')
  assert.equal((await reverify('turned')).status, 201)
  await decided('turned', 'rejected')
  assert.equal((await reverify('turned')).status, 201, 'confirmed, then rejected')
})

test('a re-verification of a player whose link opened a request takes that one, with the reason, and tells nobody', async () => {
  for (const inReview of [false, true]) {
    const name = `came back ${inReview}`
    await decided(name, 'confirmed')
    await decided(name, 'rejected')
    const browser = await openLink(world, await mintLink(operator, name, ZOFIA))
    const { requestId, earlierReasons } = await browser!.page()
    assert.ok(earlierReasons.length > 0)
    if (inReview) await handIn(browser!, ZOFIA)
    const events = await kycEventsOf(rows, name)
    for (const reason of [REASON, 'quite another reason']) {
      const answer = await reverify(name, { reason })
      assert.deepEqual([answer.status, answer.body], [200, { status: 'already_open', requestId }])
    }
    const seen = await reviewer.read(requestId)
    assert.deepEqual([seen.isReverification, seen.reverifyReason], [true, REASON], 'the first reason stands')
    assert.deepEqual(await kycEventsOf(rows, name), events)
    if (!inReview) assert.deepEqual((await browser!.page()).earlierReasons, earlierReasons, 'the player sees no change')
  }
})

test('twenty re-verifications at once open one', async () => {
  await decided('stampede', 'confirmed')
  const answers = await Promise.all(Array.from({ length: 20 }, () => reverify('stampede')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...new Array(19).fill(200), 201])
  assert.equal(new Set(answers.map(({ body }) => body.requestId)).size, 1)
  assert.equal((await requestsOf(operator, 'stampede')).length, 2)
})

test('a re-verification needs a reason of 3 to 500 characters', async () => {
  for (const reason of [undefined, '', 'ab', 'x'.repeat(501), 7, null, 'a\u0000b']) {
    assertInvalid(await reverify('again', { reason }), 'reason', `${reason}`.slice(0, 20))
  }
  for (const reason of ['abc', '🎁'.repeat(500)]) assert.equal((await reverify('again', { reason })).status, 200)
})
