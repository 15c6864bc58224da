import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { sign } from '@coffer/operator-sdk'
import { knock } from '../support/door.ts'
import { eventually } from '../support/eventually.ts'
import { inProof } from '../support/in-proof.ts'
import { mintLink, openLink, takeLink } from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { holdPauses } from '../support/pacing.ts'
import { enter } from '../support/player.ts'
import { messagesOf } from '../support/query-count.ts'
import { rawRequest } from '../support/raw-request.ts'
import { openRows } from '../support/rows.ts'
import { askDesk, staffLink, trySignIn } from '../support/staff.ts'
import { startWorld, type World, type WorldOptions } from '../support/world.ts'

/** A budget that is soon used up, and does not come back while a test runs. */
const BUDGET = 10
const FLOOD = inProof ? 300 : 100
const LIMITS = { strangerLooksPerMinuteCount: BUDGET }
const WORLD: WorldOptions = {
  operators: { aurum: { settings: { kyc: { enabled: true } } } },
  service: { limits: LIMITS },
  wallet: false,
}

const token = (prefix: string) => `${prefix}_${randomBytes(32).toString('base64url')}`
const keyId = () => `ck_test_${randomBytes(12).toString('hex')}`

/** A page is read and its link is taken by turns. */
let readsAndTakes = 0

/** Whoever has no session and no key, at every door that looks for one. */
const STRANGERS: Record<string, (world: World) => Promise<number>> = {
  bearer: async (world) => (await knock(world, playRoutes.heartbeat, { token: token('ps') })).status,
  'log-out': async (world) => (await knock(world, playRoutes.logout, { token: token('ps') })).status,
  'launch token': async (world) =>
    (await knock(world, playRoutes.initSession, null, { body: { launchToken: token('lt') } })).status,
  'key id': async (world) => (await knock(world, s2sRoutes.health, { keyId: keyId(), keySecret: 'none' })).status,
  signature: async (world) => (await knock(world, s2sRoutes.health, { ...world.operator, keySecret: 'none' })).status,
  'cookie of a verification': async ({ baseUrl }) =>
    (await rawRequest(baseUrl, '/kyc/api/page', { headers: { cookie: `coffer_kyc=${token('ks')}` } })).status,
  'link of a verification': async ({ baseUrl }) => {
    const path = `/kyc?token=${token('kt')}`
    readsAndTakes += 1
    return (readsAndTakes % 2 === 0 ? await rawRequest(baseUrl, path) : await takeLink(baseUrl, baseUrl + path)).status
  },
  'cookie of staff': async (world) =>
    (await askDesk(world, 'GET', '/me', { cookie: `coffer_desk=${token('ss')}` })).status,
  'image of nothing': async ({ baseUrl }) => (await rawRequest(baseUrl, `/media/1/${token('no')}.png`)).status,
  'proof of nothing': async ({ baseUrl }) => (await rawRequest(baseUrl, `/fairness/rounds/${token('rnd')}`)).status,
}

/** Sends so many at a time: a flood, and not one request after the other. */
async function flood(send: () => Promise<number>, count = FLOOD): Promise<Map<number, number>> {
  const told = new Map<number, number>()
  for (let sent = 0; sent < count; sent += 50) {
    for (const status of await Promise.all(Array.from({ length: 50 }, send)))
      told.set(status, (told.get(status) ?? 0) + 1)
  }
  return told
}

test('a flood of strangers costs the database next to nothing', async (t) => {
  const world = await startWorld(t, WORLD)
  for (const [name, send] of Object.entries(STRANGERS)) {
    await t.test(name, async () => {
      // The budget of the address is whole again.
      world.clock.advanceMono(60_000)
      let statuses = new Map<number, number>()
      const messages = await messagesOf(world.databaseUrl, async () => {
        statuses = await flood(() => send(world))
      })
      // Those of the budget and what came back of it meanwhile; the others shared a question for each burst.
      const alone = FLOOD - (statuses.get(429) ?? 0)
      assert.ok(alone >= BUDGET, `${alone} individual look-ups: the budget was not whole`)
      assert.ok(alone <= BUDGET * 3, `${alone} individual look-ups`)
      assert.ok(
        messages.length <= alone * 3 + FLOOD / 5,
        `${messages.length} messages for ${FLOOD} requests, ${alone} of them looked up`,
      )
    })
  }
})

test('whoever shares an address with a stranger comes in all the same, to a process that has never seen them too', async (t) => {
  const world = await startWorld(t, WORLD)
  const { operator } = world
  const link = await mintLink(operator, 'ann', ZOFIA)
  const ann = await world.play(operator, 'ann')
  const leaving = await world.play(operator, 'ann')
  const { launchToken } = await operator.coffer.createLaunch({
    ...{ playerExternalId: 'bob', gameKey: 'mystery_box', target: {} },
  })
  const { headers } = await trySignIn(world, await staffLink(world, 'eve@desk.example'))
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!
  const there = await world.anotherProcess()
  await flood(() => STRANGERS.bearer!(there), 100)
  assert.equal(await STRANGERS.bearer!(there), 429)
  assert.equal((await knock(there, playRoutes.fairnessState, ann)).status, 200)
  assert.equal((await knock(there, playRoutes.logout, leaving)).status, 204)
  assert.equal((await knock(there, playRoutes.logout, leaving)).status, 204, 'and again')
  assert.equal((await knock(there, s2sRoutes.health, operator)).status, 200)
  assert.equal((await enter(there.baseUrl, 'bob', launchToken)).bootstrap.player.externalId, 'bob')
  assert.equal((await askDesk(there, 'GET', '/me', { cookie })).status, 200)
  const { pathname, search } = new URL(link)
  const browser = await openLink(there, `${there.baseUrl}${pathname}${search}`)
  assert.equal((await browser!.call('GET', 'page')).status, 200)
})

test('a stranger beyond the budget is told when to come back, at every door', async (t) => {
  const world = await startWorld(t, WORLD)
  await flood(() => STRANGERS.bearer!(world), 50)
  for (const [route, caller, sent] of [
    [playRoutes.heartbeat, { token: token('ps') }, {}],
    [playRoutes.initSession, null, { body: { launchToken: token('lt') } }],
    [s2sRoutes.health, { keyId: keyId(), keySecret: 'none' }, {}],
  ] as const) {
    const { status, headers, body } = await knock(world, route, caller, sent)
    assert.deepEqual([status, body.error.code], [429, 'RATE_LIMITED'])
    const wait = Number(headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, String(wait))
    assert.deepEqual([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')], [String(BUDGET), '0'])
  }
  const proof = await fetch(`${world.baseUrl}/fairness/rounds/rnd_${'0'.repeat(26)}`)
  assert.equal(proof.status, 429)
})

test('what anybody may see costs an address nothing while it is there, and is served past its budget too', async (t) => {
  const world = await startWorld(t, WORLD)
  const { body } = await knock(world, playRoutes.listBoxes, await world.play(world.operator, 'ann'))
  const [box] = body.boxes as { boxVersionId: number }[]
  const proof = `/fairness/box-versions/${box!.boxVersionId}/snapshot`
  const { operatorId } = world.operator
  const image = `/media/${operatorId}/${'a'.repeat(32)}.png`
  await openRows(world.databaseUrl).query(
    "insert into media (operator_id, name, content_type, bytes, created_at) values ($1, $2, 'image/png', '', now())",
    [operatorId, `${'a'.repeat(32)}.png`],
  )
  const status = async (path: string) => (await rawRequest(world.baseUrl, path)).status
  for (let n = 0; n < 2 * BUDGET; n++) assert.deepEqual([await status(image), await status(proof)], [200, 200])
  await flood(() => STRANGERS['image of nothing']!(world), 50)
  assert.equal(await STRANGERS['image of nothing']!(world), 429)
  assert.deepEqual([await status(image), await status(proof)], [200, 200])
})

/** Nothing else sleeps for so long. */
const PAUSE_MS = 501

test('an address that floods leaves places to others, and whoever was found a moment ago always has one', async (t) => {
  const world = await startWorld(t, {
    ...WORLD,
    environment: { COFFER_TRUST_PROXY: 'true' },
    service: { limits: { ...LIMITS, strangerTogetherCount: 8, strangerPauseMs: PAUSE_MS } },
  })
  const ann = await world.play(world.operator, 'ann')
  const bob = await world.play(world.operator, 'bob')
  const there = await world.anotherProcess()
  const from = async (address: string, sent: string) => {
    const headers = { authorization: `Bearer ${sent}`, 'x-forwarded-for': address }
    return (await rawRequest(there.baseUrl, playRoutes.fairnessState.path, { headers })).status
  }
  assert.equal(await from('203.0.113.7', ann.token), 200)
  for (const address of ['203.0.113.7', '203.0.113.8']) await flood(() => from(address, token('ps')), 50)
  const pauses = holdPauses(world.clock, PAUSE_MS)
  let refusedCount = 0
  const floods = Array.from({ length: 20 }, () => from('203.0.113.7', token('ps')).finally(() => refusedCount++))
  // All but those that have a place.
  await eventually(() => refusedCount === 16, 'the flood has taken its places')
  const others = Promise.all([from('203.0.113.7', ann.token), from('203.0.113.8', bob.token)])
  pauses.release()
  assert.deepEqual(await others, [200, 200])
  await Promise.all(floods)
})

test('an address has its own budget, an IPv6 one its network, as the proxy tells it', async (t) => {
  const world = await startWorld(t, { ...WORLD, environment: { COFFER_TRUST_PROXY: 'true' } })
  const from = async (address: string) => {
    const headers = { authorization: `Bearer ${token('ps')}`, 'x-forwarded-for': address }
    return (await rawRequest(world.baseUrl, playRoutes.heartbeat.path, { method: 'POST', headers })).status
  }
  for (let n = 0; n < BUDGET; n++) assert.equal(await from(`2001:db8:1:2::${n}`), 401)
  assert.equal(await from('2001:db8:1:2:ffff::1'), 429)
  assert.equal(await from('2001:db8:1:3::1'), 401)
  assert.equal(await from('203.0.113.7'), 401)
})

test('what cannot be a key or a session is refused without a look, and stands in no log', async (t) => {
  const world = await startWorld(t, WORLD)
  const secret = world.operator.keySecret
  const huge = 'x'.repeat(12_000)
  const looksOf = async (work: () => Promise<unknown>) =>
    (await messagesOf(world.databaseUrl, work)).flat().filter((text) => /\b(api_keys|sessions)\b/.test(text))
  for (const stranger of ['bearer', 'key id']) {
    const looks = await looksOf(() => STRANGERS[stranger]!(world))
    assert.equal(looks.length, 1, `${stranger}: what could be one is looked up`)
  }
  const looks = await looksOf(async () => {
    for (const sent of [secret, huge, `ck_live_${'g'.repeat(24)}`, 'ck_test_1', `${world.operator.keyId} `.repeat(2)]) {
      const timestamp = Math.floor(world.clock.now().getTime() / 1000)
      const path = s2sRoutes.health.path
      const { headers } = sign({ keyId: sent, secret, method: 'GET', path, timestamp })
      const answer = await rawRequest(world.baseUrl, path, { headers: { ...headers, 'x-key-id': sent } })
      assert.deepEqual([answer.status, JSON.parse(answer.text).error.code], [401, 'INVALID_SIGNATURE'])
    }
    for (const sent of [secret, huge, 'ps_short', `ps_${'!'.repeat(43)}`, `lt_${'a'.repeat(43)}`]) {
      const headers = { authorization: `Bearer ${sent}` }
      const answer = await rawRequest(world.baseUrl, playRoutes.heartbeat.path, { method: 'POST', headers })
      assert.deepEqual([answer.status, JSON.parse(answer.text).error.code], [401, 'SESSION_INVALID'])
    }
  })
  assert.deepEqual(looks, [])
  await knock(world, s2sRoutes.health, { ...world.operator, keySecret: 'none' })
  const log = JSON.stringify(world.lines)
  assert.match(log, /not a key id/)
  for (const whole of [secret, huge, world.operator.keyId]) assert.ok(!log.includes(whole), whole.slice(0, 20))
  assert.ok(log.includes(world.operator.keyId.slice(0, 12)), 'enough of a key to find it by')
})

test('strangers do not fill the log, which says how many of them got no line', async (t) => {
  const world = await startWorld(t, {
    ...WORLD,
    service: { limits: { ...LIMITS, strangerLinesCount: 20, strangerLinesPerSecondCount: 10 } },
  })
  const before = world.lines.length
  const ann = await world.play(world.operator, 'ann')
  const count = inProof ? 500 : 150
  await flood(() => STRANGERS.signature!(world), count)
  const linesCount = world.lines.length - before
  assert.ok(linesCount < count * 0.3, `${linesCount} lines for ${count} requests of strangers`)
  await knock(world, playRoutes.fairnessState, ann)
  assert.match(JSON.stringify(world.lines.at(-1)), /"operator":"aurum"/, 'who is known has a line of their own')
  world.clock.advanceMono(1_000)
  await STRANGERS.bearer!(world)
  const summaries = world.lines.filter(({ msg }) => msg === 'requests of strangers that got no line')
  assert.ok(summaries.reduce((sum, one) => sum + Number(one.count), 0) > count * 0.6)
})

test('an operator’s limit of session init is its own: it keeps no stranger, no other player and no staff out', async (t) => {
  const settings = { rateLimits: { initPerMinute: 1 } }
  const world = await startWorld(t, {
    operators: { aurum: { settings }, borealis: {} },
    wallet: false,
    realRateLimits: true,
  })
  for (let n = 0; n < 5; n++) assert.equal(await STRANGERS['launch token']!(world), 401)
  for (let n = 0; n < 5; n++) {
    const { body } = await trySignIn(world, token('st'))
    assert.equal(body.error.code, 'STAFF_LINK_INVALID')
  }
  for (let n = 0; n < 3; n++) await world.play(world.operators.borealis!, 'ann')
})
