import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { suite, test } from 'node:test'
import type { SignedCall } from '@coffer/reference-operator'
import { createEndpoint } from '@coffer/service/administration'
import { openBody, startWorld, type World } from '../support/world.ts'

/** Longer than any delay between two attempts. */
const LONGEST_MS = 27 * 3_600_000
const ATTEMPTS = 10

async function site<T>(
  world: World,
  method: string,
  name: string,
  body?: object,
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${world.casino.url}/c/${world.operator.slug}/api/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

async function callsOf(world: World): Promise<SignedCall[]> {
  const { calls } = (await site<{ calls: SignedCall[] }>(world, 'GET', 'signed-calls')).body
  const details = calls.map(async ({ callId }) => {
    return (await site<{ call: SignedCall }>(world, 'GET', `signed-calls/one?callId=${callId}`)).body.call
  })
  return Promise.all(details)
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

suite('the casino’s own calls', () => {
  test('each signed call, of both sides, is shown with the text that its signature is over, and without a secret', async (t) => {
    const world = await startWorld(t)
    const { keySecret, outboundSecret, slug } = world.operator
    const answer = await site<{ launchUrl: string }>(world, 'POST', 'launch', { player: 'ann', boxId: undefined })
    assert.equal(answer.status, 201)
    const player = await world.play(world.operator, 'ann')
    await player.open(openBody(world.operator, 'click'))
    const calls = await callsOf(world)
    const sides = { 'to-coffer': keySecret, 'from-coffer': outboundSecret }
    for (const { direction, canonical, signature, body, method, path } of calls) {
      assert.equal(hmac(sides[direction], canonical!), signature, `${method} ${path}`)
      const [, sentMethod, sentPath, bodyHash] = canonical!.split('\n')
      assert.deepEqual([sentMethod, sentPath], [method, path])
      assert.equal(createHash('sha256').update(body).digest('hex'), bodyHash)
    }
    const shown = calls.map(({ direction, path, status, end }) => [direction, path, status, end])
    assert.deepEqual(shown.at(-1), ['to-coffer', '/api/s2s/launches', 201, 'answered'])
    assert.deepEqual(shown.at(0), ['from-coffer', `/wallet/${slug}`, 200, 'answered'])
    assert.equal(JSON.parse(calls[0]!.body).type, 'wallet.debit')
    assert.equal(JSON.parse(calls[0]!.answer!).accepted, true)
    const text = JSON.stringify(calls)
    for (const secret of [keySecret, outboundSecret, answer.body.launchUrl.split('token=')[1]!]) {
      assert.equal(text.includes(secret), false)
    }
    assert.ok(text.includes('lt_[hidden]'))
  })

  test('a call without an answer says why, and one that is no longer kept is not found', async (t) => {
    const world = await startWorld(t)
    world.casino.addOperator({ ...world.operator, keyId: 'ck_test_unknown' })
    assert.equal((await site(world, 'POST', 'launch', {})).status, 502)
    assert.deepEqual(
      (await callsOf(world)).map(({ status }) => status),
      [401],
    )
    assert.equal((await site(world, 'GET', 'signed-calls/one?callId=99')).status, 404)
  })
})

suite('Coffer’s deliveries, through the casino', () => {
  type Delivery = { id: string; status: string; attemptCount: number; idempotencyKey: string }
  type Deliveries = { deliveries: Delivery[]; cursor: { next: string | null } }

  async function subscribed(t: Parameters<typeof startWorld>[0]) {
    const world = await startWorld(t)
    const { operatorId, slug } = world.operator
    const url = world.casino.webhookUrl(slug)
    const made = await createEndpoint(world.service.ctx, { operatorId, url, types: ['round_settled'], actor: 'test' })
    const webhook = { webhookSecret: made.secret, webhookEndpointId: made.endpointId }
    world.casino.addOperator({ ...world.operator, ...webhook })
    const list = async (query = '') => (await site<Deliveries>(world, 'GET', `deliveries${query}`)).body.deliveries
    return { world, list }
  }

  test('a settled round arrives, is believed by both signatures, and stands in both lists under one key', async (t) => {
    const { world, list } = await subscribed(t)
    const player = await world.play(world.operator, 'ann')
    await player.open(openBody(world.operator, 'click'))
    await world.tick('webhooks')
    const [arrival] = world.casino.inbox.list(world.operator.slug)
    assert.deepEqual([arrival!.verdict, arrival!.standard, arrival!.envelope], ['first', 'ok', 'ok'])
    const [delivery] = await list()
    assert.deepEqual(
      [delivery!.status, delivery!.idempotencyKey, delivery!.id],
      ['delivered', arrival!.idempotencyKey, arrival!.deliveryId],
    )
    const one = await site<{ delivery: { body: string } }>(world, 'GET', `deliveries/one?deliveryId=${delivery!.id}`)
    const { body } = world.casino.inbox.find(world.operator.slug, arrival!.arrivalId)!
    assert.equal(one.body.delivery.body, body)
  })

  test('what the receiver turned away until it failed is replayed, one or all, and arrives as it was', async (t) => {
    const { world, list } = await subscribed(t)
    const { slug } = world.operator
    const player = await world.play(world.operator, 'ann')
    for (const click of ['one', 'two']) await player.open(openBody(world.operator, click))
    await site(world, 'POST', 'webhooks/rules', { fault: 'gone' })
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await world.tick('webhooks')
      world.clock.advance(LONGEST_MS)
    }
    const failed = await list('?status=failed')
    assert.deepEqual(
      failed.map(({ attemptCount }) => attemptCount),
      [ATTEMPTS, ATTEMPTS],
    )
    await site(world, 'DELETE', 'webhooks/rules')
    assert.equal((await site(world, 'POST', 'deliveries/replay', { deliveryId: failed[0]!.id })).status, 200)
    await world.tick('webhooks')
    assert.deepEqual(
      (await list('?status=failed')).map(({ id }) => id),
      [failed[1]!.id],
    )
    const all = await site<{ replayedCount: number }>(world, 'POST', 'deliveries/replay-failed', {})
    assert.equal(all.body.replayedCount, 1)
    await world.tick('webhooks')
    const firsts = world.casino.inbox.list(slug).filter(({ verdict }) => verdict === 'first')
    assert.deepEqual(
      firsts.map(({ idempotencyKey }) => idempotencyKey).sort(),
      failed.map(({ idempotencyKey }) => idempotencyKey).sort(),
    )
    const again = await site(world, 'POST', 'deliveries/replay', { deliveryId: failed[0]!.id })
    assert.equal(again.status, 409, 'what was delivered is not replayed')
  })

  test('a test event is asked for and arrives; a casino without an endpoint says so', async (t) => {
    const { world } = await subscribed(t)
    const { slug } = world.operator
    assert.equal((await site(world, 'POST', 'deliveries/test', {})).status, 201)
    await world.tick('webhooks')
    assert.deepEqual(
      world.casino.inbox.list(slug).map(({ type, verdict }) => [type, verdict]),
      [['webhook_test', 'first']],
    )
    world.casino.addOperator(world.operator)
    assert.equal((await site(world, 'POST', 'deliveries/test', {})).status, 409)
    assert.equal((await site(world, 'GET', 'deliveries?status=lost')).status, 422)
    assert.equal((await site(world, 'POST', 'deliveries/replay', { deliveryId: 'whd_none' })).status, 404)
  })
})
