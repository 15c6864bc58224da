import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { LIMITS } from '@coffer/service/kernel'
import { knock } from '../support/door.ts'
import { enter } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { ADDRESS, orderOf } from '../support/shipping.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const PLAYER = 'ann'
const OPERATORS = { aurum: { catalogue: sureBoxes() } }

test('an order is sent elsewhere 20 times, by player and operator together, and each time is told; then it stays', async (t) => {
  const world = await startWorld(t, { operators: OPERATORS })
  const { operator } = world
  const player = await world.play(operator, PLAYER)
  const mugs = (await win(operator, player, 'mug', 'mug')).items.map((item) => item.id)
  const order = async (id: number) =>
    (await operator.coffer.createOrder({ playerExternalId: PLAYER, ...orderOf([id]) })).order.publicId
  const [publicId, other] = [await order(mugs[0]!), await order(mugs[1]!)]
  const address = (n: number) => ({ ...ADDRESS, line1: `${n} Harbour Road` })
  const move = (n: number, of = publicId) => {
    const body = { address: address(n) }
    return n % 2 === 0
      ? knock(world, playRoutes.changeOrderAddress, player, { params: { publicId: of }, body })
      : knock(world, s2sRoutes.changeOrderAddress, operator, {
          ...{ params: { publicId: of }, body: { ...body, playerExternalId: PLAYER } },
        })
  }
  for (let n = 1; n <= 20; n++) assert.equal((await move(n)).status, 200, String(n))
  for (const n of [21, 22]) {
    const { status, body, text } = await move(n)
    assert.equal(status, 422, `${n}: ${text}`)
    assert.deepEqual(
      [status, body.error.code, (body.error as { reason?: string }).reason],
      [422, 'SHIPMENT_NOT_EDITABLE', 'ADDRESS_CHANGES'],
    )
  }
  assert.equal((await move(20)).status, 200, 'the address that it has is no change')
  assert.equal((await move(1, other)).status, 200, 'another order has changes of its own')
  const rows = openRows(world.databaseUrl)
  const told = await rows.query(
    "select from outbox_events where idempotency_key like 'fulfillment_notice:' || $1 || ':%'",
    [publicId],
  )
  assert.equal(told.length, 1 + 20)
  const shown = await operator.coffer.getOrder({ playerExternalId: PLAYER, publicId })
  assert.equal(shown.order.address.line1, '20 Harbour Road')
})

test('a player rotates 60 times in an hour, over both surfaces together, and is told when to come back', async (t) => {
  const limits = { rotationsPerHourCount: 6 }
  assert.equal(LIMITS.rotationsPerHourCount, 60)
  const world = await startWorld(t, { operators: OPERATORS, service: { limits } })
  const { operator } = world
  const player = await world.play(operator, PLAYER)
  const another = await world.play(operator, PLAYER)
  const rotate = (n: number) =>
    n % 3 === 0
      ? knock(world, s2sRoutes.rotateSeed, operator, { body: { playerExternalId: PLAYER } })
      : knock(world, playRoutes.rotateSeed, n % 3 === 1 ? player : another)
  for (let n = 0; n < 6; n++) assert.equal((await rotate(n)).status, 200, String(n))
  for (let n = 6; n < 9; n++) {
    const { status, body, headers } = await rotate(n)
    assert.deepEqual([status, body.error.code], [429, 'RATE_LIMITED'])
    const wait = Number(headers.get('retry-after'))
    assert.ok(wait > 500 && wait <= 600, String(wait))
  }
  const rows = openRows(world.databaseUrl)
  assert.equal((await rows.query("select from seed_pairs where state = 'revealed'")).length, 6)
  const bob = await world.play(operator, 'bob')
  assert.equal((await knock(world, playRoutes.rotateSeed, bob)).status, 200)
  world.clock.advance(600_000)
  assert.equal((await rotate(1)).status, 200)
})

test('ten sessions of a player live at once: of more, those that were unused for the longest end', async (t) => {
  const world = await startWorld(t, { operators: OPERATORS, wallet: false })
  const { operator } = world
  const begin = async () => {
    world.clock.advance(70_000)
    return world.play(operator, PLAYER)
  }
  const sessions = []
  for (let n = 0; n < 10; n++) sessions.push(await begin())
  const lives = async ({ token }: { token: string }) =>
    (await knock(world, playRoutes.fairnessState, { token })).status === 200
  assert.ok(await lives(sessions[0]!), 'which counts as a use')
  const newest = await begin()
  assert.equal(await lives(sessions[1]!), false)
  for (const one of [sessions[0]!, ...sessions.slice(2), newest]) assert.equal(await lives(one), true)
  const bob = await world.play(operator, 'bob')
  assert.equal(await lives(bob), true, 'another player has sessions of their own')
})

test('of 25 sessions that begin at once ten live', async (t) => {
  const world = await startWorld(t, { operators: OPERATORS, wallet: false })
  const { operator } = world
  const launch = { playerExternalId: PLAYER, gameKey: 'mystery_box', target: {} } as const
  const launches = await Promise.all(Array.from({ length: 25 }, () => operator.coffer.createLaunch(launch)))
  await Promise.all(launches.map(({ launchToken }) => enter(world.baseUrl, PLAYER, launchToken)))
  const living = await openRows(world.databaseUrl).query('select from sessions where revoked_at is null')
  assert.equal(living.length, 10)
})
