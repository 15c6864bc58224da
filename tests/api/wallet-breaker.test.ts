import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { UNTIL_RELEASED_MS } from '../support/pacing.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const warnings = ({ lines }: World) => lines.filter(({ level }) => level === 'warn')
const callsTold = ({ lines }: World) => lines.filter(({ level, msg }) => msg === 'wallet call' && level === 'info')

test('a wallet that dies and comes back writes one warning each, whatever is asked of it meanwhile', async (t) => {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox(), settings: { 'wallet.maxUnknown': 100 } } },
    service: { limits: { breakerFailuresCount: 4, breakerProbeMs: UNTIL_RELEASED_MS } },
  })
  const ann = await world.play(world.operator, 'ann')
  const click = async (name: string) => (await ann.open(openBody(world.operator, name))).status
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.reset() })
  for (let n = 0; n < 30; n++) {
    // Every tenth click meets a breaker that lets a call through, which fails as well.
    if (n % 10 === 9) world.clock.advanceMono(UNTIL_RELEASED_MS)
    assert.equal(await click(`dead-${n}`), 503)
  }
  assert.deepEqual(
    warnings(world).map(({ msg, operator, purpose, breaker }) => ({ msg, operator, purpose, breaker })),
    [
      {
        msg: 'a wallet does not answer: calls are held back',
        ...{ operator: 'aurum', purpose: 'money', breaker: 'opened' },
      },
    ],
  )
  assert.equal(callsTold(world).length, 3, 'the calls before it, and none that was held back')

  world.casino.wallet.faults.length = 0
  world.clock.advanceMono(UNTIL_RELEASED_MS)
  assert.equal(await click('alive'), 200)
  assert.equal(await click('well'), 200)
  const last = warnings(world).slice(1)
  assert.deepEqual(
    last.map(({ msg, breaker }) => [msg, breaker]),
    [['a wallet answers again', 'closed']],
  )
  world.clock.advance(600_000)
  await world.tick('resolver')
  await world.tick('resolver')
})

test('the breaker of balances has its own two lines', async (t) => {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { limits: { breakerFailuresCount: 4, breakerProbeMs: UNTIL_RELEASED_MS } },
  })
  const ann = await world.play(world.operator, 'ann')
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: faults.serverError() })
  for (let n = 0; n < 20; n++) await ann.call('balance')
  world.casino.wallet.faults.length = 0
  world.clock.advanceMono(UNTIL_RELEASED_MS)
  assert.equal((await ann.call('balance')).status, 200)
  assert.deepEqual(
    warnings(world).map(({ purpose, breaker }) => [purpose, breaker]),
    [
      ['balance', 'opened'],
      ['balance', 'closed'],
    ],
  )
})
