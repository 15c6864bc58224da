import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { faults } from '@coffer/reference-operator'
import { type DoorAnswer, knock } from '../support/door.ts'
import type { Player } from '../support/player.ts'
import { makeTestClock } from '../support/test-clock.ts'
import { openBody, startWorld, type TestOperator, type World } from '../support/world.ts'

/** A world with the limits that an operator has by default, in which nothing comes back to a bucket until the test moves time. */
async function start(
  t: TestContext,
  operators: Record<string, { settings?: Record<string, unknown> }> = { aurum: {} },
) {
  let now = new Date()
  const clock = { ...makeTestClock(), now: () => now }
  const world = await startWorld(t, { operators, realRateLimits: true, service: { clock } })
  return {
    world,
    operator: world.operator,
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
  }
}

type Sent = { status: number }
const AT_ONCE = 25

/** Sends so many requests, a few at once, and counts those that were admitted. */
async function admitted(count: number, send: () => Promise<Sent>): Promise<number> {
  let [left, taken] = [count, 0]
  const work = async () => {
    for (; left > 0; ) {
      left -= 1
      if ((await send()).status !== 429) taken += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return taken
}

const debitsOf = (world: World, { slug }: TestOperator) =>
  world.casino.wallet.ledger(slug, 'ann').filter(({ idempotencyKey }) => idempotencyKey !== null).length
const health = (world: World, operator: TestOperator) => knock(world, s2sRoutes.health, operator)
const read = (world: World, { token }: Pick<Player, 'token'>) => knock(world, playRoutes.fairnessState, { token })

function headersOf({ headers }: Pick<DoorAnswer, 'headers'>) {
  const names = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
  return names.map((name) => headers.get(name))
}

function assertLimited(answer: Pick<DoorAnswer, 'status' | 'text' | 'body' | 'headers'>): void {
  assert.deepEqual([answer.status, answer.body.error?.code], [429, 'RATE_LIMITED'], answer.text)
  const [retryAfter, limit, remaining, reset] = headersOf(answer)
  assert.match(`${retryAfter}`, /^[1-9]\d*$/)
  assert.match(`${limit}`, /^[1-9]\d*$/)
  assert.equal(remaining, '0')
  assert.ok(Number(reset) >= Number(retryAfter), `${reset} s until all is back`)
}

test('a key sends a burst of 1000, then 200 in a second, and is told how it stands', async (t) => {
  const { world, operator, advance } = await start(t)
  assert.equal(await admitted(990, () => health(world, operator)), 990)
  for (let left = 9; left >= 0; left--) {
    assert.deepEqual(headersOf(await health(world, operator)), [null, '1000', `${left}`, '5'])
  }
  const refused = await health(world, operator)
  assertLimited(refused)
  assert.deepEqual(headersOf(refused), ['1', '1000', '0', '5'])
  advance(1000)
  assert.equal(await admitted(300, () => health(world, operator)), 200)
})

test('keys have buckets of their own, and who cannot sign spends nothing of anybody’s', async (t) => {
  const { world, operator } = await start(t, {
    aurum: { settings: { 'rateLimits.backendBurst': 3 } },
    borealis: { settings: { 'rateLimits.backendBurst': 3 } },
  })
  for (let n = 0; n < 10; n++) {
    const stranger = await knock(world, s2sRoutes.health, { ...operator, keySecret: 'guessed' })
    assert.deepEqual([stranger.status, stranger.headers.get('ratelimit-limit')], [401, null])
  }
  assert.equal(await admitted(10, () => health(world, operator)), 3)
  assert.equal(await admitted(10, () => health(world, world.operators.borealis!)), 3)
})

test('a session sends a burst of 200, then 50 in a second; the page that asked may read what it is told', async (t) => {
  const { world, operator, advance } = await start(t)
  const player = await world.play(operator, 'ann')
  assert.equal(await admitted(300, () => read(world, player)), 200)
  const refused = await read(world, player)
  assertLimited(refused)
  assert.equal(refused.headers.get('access-control-allow-origin'), '*')
  const exposed = refused.headers.get('access-control-expose-headers') ?? ''
  for (const name of ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) {
    assert.ok(exposed.split(', ').includes(name), name)
  }
  const other = await world.play(operator, 'ann')
  assert.equal((await read(world, other)).status, 200, 'another session of the player')
  advance(1000)
  assert.equal(await admitted(100, () => read(world, player)), 50)
})

test('a player opens a burst of 100, from both surfaces together; a refused open moves nothing and works later', async (t) => {
  const { world, operator, advance } = await start(t, { aurum: {}, borealis: {} })
  const player = await world.play(operator, 'ann')
  let clicks = 0
  const open = () => player.open(openBody(operator, `click-${clicks++}`))
  assert.equal(await admitted(120, open), 100)
  assert.equal(debitsOf(world, operator), 100)
  const late = openBody(operator, 'late-click')
  assertLimited(await player.open(late))
  const purchase = { body: { playerExternalId: 'ann', ...openBody(operator, 'purchase') } }
  assertLimited(await knock(world, s2sRoutes.purchase, operator, purchase))
  assert.equal(debitsOf(world, operator), 100)

  const bob = await world.play(operator, 'bob')
  assert.equal((await bob.open(openBody(operator, 'click'))).status, 200, 'another player')
  const { borealis } = world.operators as { borealis: TestOperator }
  const namesake = await world.play(borealis, 'ann')
  assert.equal((await namesake.open(openBody(borealis, 'click'))).status, 200, 'a player of this name elsewhere')

  advance(1000)
  assert.equal((await player.open(late)).status, 200)
  assert.equal((await knock(world, s2sRoutes.purchase, operator, purchase)).status, 200)
  assert.equal(debitsOf(world, operator), 102)
})

test('opening a held box is an open, cancelling one is not, and malformed opens are not counted', async (t) => {
  const { world, operator } = await start(t, { aurum: { settings: { 'rateLimits.opensBurst': 3 } } })
  const prepay = { playerExternalId: 'ann', mode: 'prepay' as const }
  const held = []
  for (const click of ['first', 'second']) {
    held.push((await operator.coffer.purchase({ ...prepay, ...openBody(operator, click) })).round.publicId)
  }
  const player = await world.play(operator, 'ann')
  for (let n = 0; n < 5; n++) assert.equal((await player.open({ clientActionId: '' })).status, 422)
  const params = { publicId: held[0]! }
  const openHeld = (
    caller: Parameters<typeof knock>[2],
    route: (typeof playRoutes | typeof s2sRoutes)['openHeldRound'],
  ) => knock(world, route, caller, { params, body: { playerExternalId: 'ann' } })
  assert.equal((await openHeld(player, playRoutes.openHeldRound)).status, 200)
  assertLimited(await openHeld(player, playRoutes.openHeldRound))
  assertLimited(await openHeld(operator, s2sRoutes.openHeldRound))
  assert.equal((await knock(world, playRoutes.cancelHeldRound, player, { params: { publicId: held[1]! } })).status, 200)
})

test('the repeat of an undecided click that meets the limit is debited once, when it is repeated later', async (t) => {
  const { world, operator, advance } = await start(t, { aurum: { settings: { 'rateLimits.opensBurst': 1 } } })
  const player = await world.play(operator, 'ann')
  const body = openBody(operator, 'one-click')
  world.casino.wallet.faults.push({
    when: { type: 'wallet.debit' },
    times: 1,
    fault: faults.serverError({ apply: true }),
  })
  assert.equal((await player.open(body)).status, 503)
  assertLimited(await player.open(body))
  advance(1000)
  const settled = await player.open(body)
  assert.equal(settled.status, 200, settled.text)
  assert.equal(debitsOf(world, operator), 1)
})

const launch = async (operator: TestOperator) => {
  const asked = { playerExternalId: 'ann', gameKey: 'mystery_box', target: {} } as const
  return { body: { launchToken: (await operator.coffer.createLaunch(asked)).launchToken } }
}

test('sessions begin so often from an address, for each operator; a refused launch token still works', async (t) => {
  const few = { settings: { 'rateLimits.initPerMinute': 3 } }
  const { world, operator, advance } = await start(t, { aurum: few, borealis: {} })
  const init = (sent: Awaited<ReturnType<typeof launch>>) => knock(world, playRoutes.initSession, null, sent)
  for (let n = 0; n < 3; n++) assert.equal((await init(await launch(operator))).status, 200)
  const late = await launch(operator)
  const refused = await init(late)
  assertLimited(refused)
  assert.deepEqual(headersOf(refused), ['20', '3', '0', '60'])
  assert.equal((await init(await launch(world.operators.borealis!))).status, 200, 'another operator')
  advance(20_000)
  assert.equal((await init(late)).status, 200)
})

test('behind a proxy that is trusted an address is the player’s, and else it is whoever connects', async (t) => {
  const { world, operator } = await start(t, { aurum: { settings: { 'rateLimits.initPerMinute': 1 } } })
  const trusting = await world.anotherProcess({ config: { trustProxy: true } })
  const init = async ({ baseUrl }: World, address: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify((await launch(operator)).body)
    return (await fetch(`${baseUrl}${playRoutes.initSession.path}`, { method: 'POST', headers, body })).status
  }
  assert.equal(await init(trusting, '203.0.113.1'), 200)
  assert.equal(await init(trusting, '203.0.113.1'), 429)
  assert.equal(await init(trusting, '203.0.113.2'), 200)
  assert.equal(await init(world, '203.0.113.3'), 200)
  assert.equal(await init(world, '203.0.113.4'), 429)
})

test('of the addresses in the header the one counts that the last trusted proxy saw, and no caller writes it', async (t) => {
  const { world, operator } = await start(t, { aurum: { settings: { 'rateLimits.initPerMinute': 1 } } })
  const init = async ({ baseUrl }: World, addresses: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': addresses }
    const body = JSON.stringify((await launch(operator)).body)
    return (await fetch(`${baseUrl}${playRoutes.initSession.path}`, { method: 'POST', headers, body })).status
  }
  const byHops = await world.anotherProcess({ config: { trustProxy: 1 } })
  assert.equal(await init(byHops, '198.51.100.1, 203.0.113.1'), 200)
  assert.equal(await init(byHops, '198.51.100.2, 203.0.113.1'), 429)
  assert.equal(await init(byHops, '198.51.100.1, 203.0.113.2:5123'), 200)
  const byName = await world.anotherProcess({ config: { trustProxy: ['127.0.0.0/8', '::1', '10.1.0.0/16'] } })
  assert.equal(await init(byName, '198.51.100.1, 203.0.113.5, 10.1.2.3'), 200)
  assert.equal(await init(byName, '198.51.100.2, 203.0.113.5, 10.1.2.4'), 429)
  assert.equal(await init(byName, '198.51.100.1, 203.0.113.6'), 200)
})

test('processes of one deployment hold a limit together', async (t) => {
  const { world, operator, advance } = await start(t)
  const two = [world, await world.anotherProcess()]
  const player = await world.play(operator, 'ann')
  let turn = 0
  const readAnywhere = () => read(two[turn++ % 2]!, player)
  // What a process may admit before it has told the database: 100 ms of 50 a second.
  const slack = two.length * 5
  const first = await admitted(300, readAnywhere)
  assert.ok(first >= 200 && first <= 200 + slack, `${first} of 200`)
  for (const process of two) assertLimited(await read(process, player))
  advance(2000)
  const second = await admitted(300, readAnywhere)
  assert.ok(second >= 100 - slack && second <= 100 + slack, `${second} of 100`)
})

test('a process that ends takes nothing of a limit with it', async (t) => {
  const slow = { 'rateLimits.playPerSecond': 1, 'rateLimits.playBurst': 3 }
  const { world, operator } = await start(t, { aurum: { settings: slow } })
  const leaving = await world.anotherProcess()
  const player = await world.play(operator, 'ann')
  assert.equal((await read(leaving, player)).status, 200)
  await leaving.service.close()
  assert.equal(await admitted(10, () => read(world, player)), 2)
})

test('a changed limit holds from the next request', async (t) => {
  const { world, operator } = await start(t)
  await world.settings(operator, { 'rateLimits.playBurst': 5 })
  const player = await world.play(operator, 'ann')
  assert.equal(await admitted(20, () => read(world, player)), 5)
  await world.settings(operator, { 'rateLimits.playBurst': 8 })
  assert.equal(await admitted(20, () => read(world, player)), 3)
})
