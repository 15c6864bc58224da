import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { faults } from '@coffer/reference-operator'
import { type DoorAnswer, knock } from '../support/door.ts'
import { inProof } from '../support/in-proof.ts'
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

type Limit = { burst: number; perSecond: number }
const DEFAULTS = {
  backend: { burst: 1000, perSecond: 200 },
  play: { burst: 200, perSecond: 50 },
  opens: { burst: 100, perSecond: 20 },
} as const satisfies Record<string, Limit>
/** Of buckets that are emptied, a request at a time. */
const EMPTIED: Record<keyof typeof DEFAULTS, Limit> = inProof
  ? DEFAULTS
  : { backend: { burst: 20, perSecond: 4 }, play: { burst: 20, perSecond: 5 }, opens: { burst: 10, perSecond: 2 } }

/** An operator with the default limits, and one whose buckets are emptied. */
function usualAndEmptied() {
  const settings = Object.entries(EMPTIED).flatMap(([name, { burst, perSecond }]) => [
    [`rateLimits.${name}Burst`, burst],
    [`rateLimits.${name}PerSecond`, perSecond],
  ])
  return { aurum: {}, emptied: { settings: Object.fromEntries(settings) } }
}

/** The numbers of a limit as its headers show them, when a second brings back as many requests as it may. */
async function assertNumbers({ burst, perSecond }: Limit, { advance }: Started, send: () => Promise<Answered>) {
  // More than a second brings back: the bucket must not be full again, even while some requests are not reported yet.
  const count = Math.ceil(perSecond * 1.25)
  for (let sent = 0; sent < count; sent++) assert.ok((await send()).status < 400)
  assert.deepEqual(headersOf(await send()), [null, `${burst}`, `${burst - count - 1}`, '2'])
  advance(1000)
  assert.deepEqual(headersOf(await send()), [null, `${burst}`, `${burst - count + perSecond - 2}`, '1'])
}

type Started = Awaited<ReturnType<typeof start>>
type Answered = Pick<DoorAnswer, 'status' | 'headers'>
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
  const started = await start(t, usualAndEmptied())
  const { world, operator, advance } = started
  await assertNumbers(DEFAULTS.backend, started, () => health(world, operator))
  const emptied = world.operators.emptied!
  const { burst, perSecond } = EMPTIED.backend
  assert.equal(await admitted(burst - 10, () => health(world, emptied)), burst - 10)
  for (let left = 9; left >= 0; left--) {
    const reset = Math.ceil((burst - left) / perSecond)
    assert.deepEqual(headersOf(await health(world, emptied)), [null, `${burst}`, `${left}`, `${reset}`])
  }
  const refused = await health(world, emptied)
  assertLimited(refused)
  assert.deepEqual(headersOf(refused), ['1', `${burst}`, '0', '5'])
  advance(1000)
  assert.equal(await admitted(perSecond * 1.5, () => health(world, emptied)), perSecond)
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
  const started = await start(t, usualAndEmptied())
  const { world, operator, advance } = started
  const usual = await world.play(operator, 'ann')
  await assertNumbers(DEFAULTS.play, started, () => read(world, usual))
  const emptied = world.operators.emptied!
  const player = await world.play(emptied, 'ann')
  const { burst, perSecond } = EMPTIED.play
  assert.equal(await admitted(burst * 1.5, () => read(world, player)), burst)
  const refused = await read(world, player)
  assertLimited(refused)
  assert.equal(refused.headers.get('access-control-allow-origin'), '*')
  const exposed = refused.headers.get('access-control-expose-headers') ?? ''
  for (const name of ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) {
    assert.ok(exposed.split(', ').includes(name), name)
  }
  const other = await world.play(emptied, 'ann')
  assert.equal((await read(world, other)).status, 200, 'another session of the player')
  advance(1000)
  assert.equal(await admitted(perSecond * 2, () => read(world, player)), perSecond)
})

test('a player opens a burst of 100, from both surfaces together; a refused open moves nothing and works later', async (t) => {
  const started = await start(t, usualAndEmptied())
  const { world, operator, advance } = started
  let clicks = 0
  const opens = (player: Player, of: TestOperator) => () => player.open(openBody(of, `click-${clicks++}`))
  await assertNumbers(DEFAULTS.opens, started, opens(await world.play(operator, 'ann'), operator))
  const emptied = world.operators.emptied!
  const player = await world.play(emptied, 'ann')
  const { burst } = EMPTIED.opens
  assert.equal(await admitted(burst + 5, opens(player, emptied)), burst)
  assert.equal(debitsOf(world, emptied), burst)
  const late = openBody(emptied, 'late-click')
  assertLimited(await player.open(late))
  const purchase = { body: { playerExternalId: 'ann', ...openBody(emptied, 'purchase') } }
  assertLimited(await knock(world, s2sRoutes.purchase, emptied, purchase))
  assert.equal(debitsOf(world, emptied), burst)

  const bob = await world.play(emptied, 'bob')
  assert.equal((await bob.open(openBody(emptied, 'click'))).status, 200, 'another player')
  const namesake = await world.play(operator, 'ann')
  assert.equal((await namesake.open(openBody(operator, 'click'))).status, 200, 'a player of this name elsewhere')

  advance(1000)
  assert.equal((await player.open(late)).status, 200)
  assert.equal((await knock(world, s2sRoutes.purchase, emptied, purchase)).status, 200)
  assert.equal(debitsOf(world, emptied), burst + 2)
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
  const { burst, perSecond } = inProof ? DEFAULTS.play : { burst: 40, perSecond: 10 }
  const settings = { 'rateLimits.playBurst': burst, 'rateLimits.playPerSecond': perSecond }
  const { world, operator, advance } = await start(t, { aurum: { settings } })
  const two = [world, await world.anotherProcess()]
  const player = await world.play(operator, 'ann')
  let turn = 0
  const readAnywhere = () => read(two[turn++ % 2]!, player)
  // What a process may admit before it reports to the database: what comes back in 100 ms.
  const slack = (two.length * perSecond) / 10
  const first = await admitted(burst * 1.5, readAnywhere)
  assert.ok(first >= burst && first <= burst + slack, `${first} of ${burst}`)
  for (const process of two) assertLimited(await read(process, player))
  advance(2000)
  const second = await admitted(burst * 1.5, readAnywhere)
  assert.ok(Math.abs(second - 2 * perSecond) <= slack, `${second} of ${2 * perSecond}`)
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
