import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Heartbeat } from '@coffer/contract/play'
import { faults } from '@coffer/reference-operator'
import { minutes, seconds } from '../../service/src/kernel/index.ts'
import type { Player } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld } from '../support/world.ts'

const start = (t: Parameters<typeof startWorld>[0], environment: NodeJS.ProcessEnv = {}) =>
  startWorld(t, { operators: { aurum: { catalogue: sureBox() } }, environment })

async function beat(player: Player): Promise<Heartbeat> {
  const answer = await player.call<Heartbeat>('heartbeat')
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const euro = (spentMinor: number, returnedMinor: number) => ({
  spentMinor,
  returnedMinor,
  netMinor: returnedMinor - spentMinor,
  currency: 'EUR',
})

test('the heartbeat tells since when the session goes on', async (t) => {
  const world = await start(t)
  const before = world.clock.now()
  const player = await world.play(world.operator, 'ann')
  const { session } = await beat(player)
  const startedAt = new Date(session.startedAt)
  assert.ok(startedAt >= before && startedAt <= world.clock.now())
  assert.ok(session.elapsedSeconds < 60)
  world.clock.advance(minutes(20) + seconds(1))
  const later = await beat(player)
  assert.equal(later.session.startedAt, session.startedAt)
  assert.equal(later.session.elapsedSeconds - session.elapsedSeconds, 1201)
})

test('the net position is what the wallet has moved since the session began, over both surfaces', async (t) => {
  const world = await start(t)
  const { operator } = world
  const { coffer } = operator
  const ann = { playerExternalId: 'ann' }
  const past = await world.play(operator, 'ann')
  const won = (await past.open(openBody(operator, 'of the session before', 2))).body.items
  assert.deepEqual((await beat(past)).netPosition, euro(1000, 0))

  const player = await world.play(operator, 'ann')
  assert.deepEqual((await beat(player)).netPosition, euro(0, 0))
  await player.open(openBody(operator, 'paid', 3))
  assert.deepEqual((await beat(player)).netPosition, euro(1500, 0))
  await player.cashBack(won[0]!.id)
  await coffer.cashout({ ...ann, inventoryItemId: won[1]!.id })
  assert.deepEqual((await beat(player)).netPosition, euro(1500, 810))
  await coffer.purchase({ ...ann, ...openBody(operator, 'free'), funding: 'operator' })
  await coffer.purchase({ ...ann, ...openBody(operator, 'held'), mode: 'prepay' })
  assert.deepEqual((await beat(player)).netPosition, euro(2000, 810))
  assert.deepEqual((await beat(past)).netPosition, euro(3000, 810))
  const bob = await world.play(operator, 'bob')
  assert.deepEqual((await beat(bob)).netPosition, euro(0, 0))
})

test('a debit that was taken back and its refund cancel out, whenever each of them happened', async (t) => {
  const world = await start(t)
  const { operator } = world
  const player = await world.play(operator, 'ann')
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset({ apply: true }) })
  assert.equal((await player.open(openBody(operator, 'unknown'))).status, 503)
  assert.deepEqual((await beat(player)).netPosition, euro(0, 0), 'what is undecided has not moved')
  const next = await world.play(operator, 'ann')
  world.clock.advance(minutes(2))
  await world.tick('resolver')
  await world.tick('resolver')
  for (const one of [player, next]) assert.deepEqual((await beat(one)).netPosition, euro(500, 500))
})

test('movements in other currencies count at the rate of now, spent up and returned down; without a rate nothing is told', async (t) => {
  const world = await start(t, { COFFER_RATES_URL: 'http://127.0.0.1:9/rates' })
  const { operator } = world
  const player = await world.play(operator, 'ann', { currency: 'USD' })
  const { items } = (await player.open(openBody(operator, 'in dollars'))).body
  await player.cashBack(items[0]!.id)
  const ofDollars = { spentMinor: 542, returnedMinor: 438, netMinor: -104, currency: 'USD' }
  assert.deepEqual((await beat(player)).netPosition, ofDollars)
  await player.call('setCurrency', { body: { currency: 'EUR' } })
  // 542 / 1.0834 = 500.27…, 438 / 1.0834 = 404.28…
  assert.deepEqual((await beat(player)).netPosition, euro(501, 404))
  await player.open(openBody(operator, 'in euro'))
  assert.deepEqual((await beat(player)).netPosition, euro(1001, 404))
  await openRows(world.databaseUrl).query(
    "update rate_tables set quoted_at = '{}', rates_at = rates_at - interval '5 days'",
  )
  const blind = await beat(player)
  assert.deepEqual([blind.netPosition, blind.balanceMinor === null], [null, false])
})
