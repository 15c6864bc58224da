import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { faults } from '@coffer/reference-operator'
import { sureBox } from '../support/sure-box.ts'
import { openBody, startWorld } from '../support/world.ts'

const MINUTE_MS = 60_000

test('two requests that stood still until their round was refunded come back with an accepted debit, and nothing is refunded twice', async (t) => {
  let gate = Promise.withResolvers<void>()
  let holding = false
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: {
      limits: { operationLeaseMs: 100 },
      points: { at: (name) => (holding && name === 'open-round:replied' ? gate.promise : Promise.resolve()) },
    },
  })
  const player = await world.play(world.operator, 'ann')
  holding = true
  const first = player.open(openBody(world.operator, 'click'))
  await sleep(300)
  const second = player.open(openBody(world.operator, 'click'))
  await sleep(300)
  holding = false
  world.clock.advance(3 * MINUTE_MS)
  for (let pass = 0; pass < 3; pass++) await world.tick('resolver')
  assert.equal(balance(), 100_000, 'the round was given up, and its debit given back')

  gate.resolve()
  for (const answer of await Promise.all([first, second])) assert.equal(answer.status, 503, answer.text)
  for (let pass = 0; pass < 3; pass++) {
    world.clock.advance(3 * MINUTE_MS)
    await world.tick('resolver')
  }
  assert.equal(balance(), 100_000)
  gate = Promise.withResolvers<void>()

  function balance() {
    return world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')
  }
})

test('a click that was told one refusal is never told another', async (t) => {
  const gate = Promise.withResolvers<void>()
  let held = false
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: {
      limits: { operationLeaseMs: 100 },
      points: {
        at: async (name) => {
          if (held || name !== 'open-round:replied') return
          held = true
          await gate.promise
        },
      },
    },
  })
  const player = await world.play(world.operator, 'ann')
  world.casino.wallet.faults.push(
    { when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') },
    { when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') },
  )
  const stopped = player.open(openBody(world.operator, 'click'))
  await sleep(300)
  const told = await player.open(openBody(world.operator, 'click'))
  assert.equal(told.body.error.code, 'PLAYER_BLOCKED', told.text)
  gate.resolve()
  assert.equal((await stopped).body.error.code, 'PLAYER_BLOCKED')
  for (let pass = 0; pass < 3; pass++) {
    world.clock.advance(2 * MINUTE_MS)
    await world.tick('resolver')
  }
  assert.equal((await player.open(openBody(world.operator, 'click'))).body.error.code, 'PLAYER_BLOCKED')
})
