import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { LIMITS } from '@coffer/service/kernel'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld } from '../support/world.ts'

const MINUTE_MS = 60_000

test('two requests that stood still until their round was refunded come back with an accepted debit, and nothing is refunded twice', async (t) => {
  const { world, player, stops } = await startStopping(t, 2)
  const first = player.open(openBody(world.operator, 'click'))
  await stops.next()
  const second = player.open(openBody(world.operator, 'click'))
  await stops.next()
  world.clock.advance(3 * MINUTE_MS)
  for (let pass = 0; pass < 3; pass++) await world.tick('resolver')
  assert.equal(balance(), 100_000, 'the round was given up, and its debit given back')

  stops.release()
  for (const answer of await Promise.all([first, second])) assert.equal(answer.status, 503, answer.text)
  for (let pass = 0; pass < 3; pass++) {
    world.clock.advance(3 * MINUTE_MS)
    await world.tick('resolver')
  }
  assert.equal(balance(), 100_000)

  function balance() {
    return world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')
  }
})

test('a click that was told one refusal is never told another', async (t) => {
  const { world, player, stops } = await startStopping(t, 1)
  world.casino.wallet.faults.push(
    { when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') },
    { when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') },
  )
  const stopped = player.open(openBody(world.operator, 'click'))
  await stops.next()
  const told = await player.open(openBody(world.operator, 'click'))
  assert.equal(told.body.error.code, 'PLAYER_BLOCKED', told.text)
  stops.release()
  assert.equal((await stopped).body.error.code, 'PLAYER_BLOCKED')
  for (let pass = 0; pass < 3; pass++) {
    world.clock.advance(2 * MINUTE_MS)
    await world.tick('resolver')
  }
  assert.equal((await player.open(openBody(world.operator, 'click'))).body.error.code, 'PLAYER_BLOCKED')
})

/** A world whose first requests stand still after the wallet's reply, and whose leases then run out. */
async function startStopping(t: Parameters<typeof startWorld>[0], count: number) {
  const gate = Promise.withResolvers<void>()
  const stopped: (() => void)[] = []
  const waiting: (() => void)[] = []
  let stops = 0
  const at = async (name: string) => {
    if (name !== 'open-round:replied' || stops >= count) return
    stops += 1
    const waiter = waiting.shift()
    if (waiter) waiter()
    else stopped.push(() => {})
    await gate.promise
  }
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { points: { at } },
  })
  /** Resolves when another request stands still and its lease is over. */
  const next = async () => {
    if (!stopped.shift()) await new Promise<void>((resolve) => waiting.push(resolve))
    world.clock.advance(LIMITS.operationLeaseMs + 1)
  }
  return { world, player: await world.play(world.operator, 'ann'), stops: { next, release: gate.resolve } }
}
