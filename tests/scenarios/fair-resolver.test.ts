import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { LIMITS } from '@coffer/service/kernel'
import { eventually } from '../support/eventually.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld } from '../support/world.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

test('an operator with many undecided debits on a dead wallet does not keep another one waiting', async (t) => {
  const world = await startWorld(t, {
    operators: {
      dead: { catalogue: sureBox(), settings: { 'wallet.maxUnknown': 100 } },
      alive: { catalogue: sureBox() },
    },
    service: { limits: { resolverBatchCount: 4, breakerFailuresCount: 1000 } },
  })
  const { dead, alive } = world.operators as Record<'dead' | 'alive', typeof world.operator>
  world.casino.wallet.faults.push({ when: { operator: 'dead', type: 'wallet.debit' }, fault: faults.reset() })
  const many = await world.play(dead, 'ann')
  for (let click = 0; click < 12; click++) await many.open(openBody(dead, `click-${click}`))
  const one = await world.play(alive, 'ann')
  world.casino.wallet.faults.push({ when: { operator: 'alive' }, times: 1, fault: faults.reset({ apply: true }) })
  assert.equal((await one.open(openBody(alive, 'click'))).status, 503)

  world.clock.advance(3 * MINUTE_MS)
  await world.tick('resolver')
  await world.tick('resolver')
  assert.equal(world.casino.wallet.balance('alive', 'ann', 'EUR'), 100_000, 'probed and given back in two passes')
})

test('a held box that cannot be opened keeps no other waiting', async (t) => {
  const bugs: unknown[] = []
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox(), settings: { 'vault.autoOpenAfterHours': 1 } } },
    service: { limits: { autoOpenBatchCount: 1 } },
  })
  const { sealer } = world.service.ctx
  const open = sealer.open
  let broken = true
  sealer.open = (sealed, place) => {
    if (!broken || place.column.purpose !== 'seed_pair') return open(sealed, place)
    broken = false
    throw new Error('a damaged seed')
  }
  world.service.ctx.log.error = ((...seen: unknown[]) => bugs.push(seen)) as never
  for (const playerExternalId of ['ann', 'bob']) {
    await world.operator.coffer.purchase({ playerExternalId, mode: 'prepay', ...openBody(world.operator, 'click') })
  }
  world.clock.advance(2 * 60 * MINUTE_MS)
  assert.equal(await world.tick('auto-open'), 2)
  assert.equal(bugs.length, 1, 'the one that could not be opened is in the log')
  const { rounds } = await world.operator.coffer.listRounds({ playerExternalId: 'bob' })
  assert.equal(rounds[0]?.status, 'settled')
  assert.equal(await world.tick('auto-open'), 1, 'and is tried again')
})

test('a wallet that hangs keeps no other operator waiting: passes do not wait for its answer', async (t) => {
  const world = await startWorld(t, {
    operators: { dead: { catalogue: sureBox() }, alive: { catalogue: sureBox() } },
    service: { jobs: true, limits: { resolverIntervalMs: 50, resolverUnitMs: 100 } },
  })
  const { dead, alive } = world.operators as Record<'dead' | 'alive', typeof world.operator>
  const [ann, bob] = [await world.play(dead, 'ann'), await world.play(alive, 'bob')]
  const itemOf = async (player: typeof ann, operator: typeof dead) =>
    (await player.open(openBody(operator, 'click'))).body.items[0]!.id
  const [stuck, paid] = [await itemOf(ann, dead), await itemOf(bob, alive)]
  const { faults: rules } = world.casino.wallet
  rules.push({ when: { operator: 'dead', type: 'wallet.credit' }, times: 1, fault: faults.reset() })
  rules.push({ when: { operator: 'dead', type: 'wallet.credit' }, fault: faults.hang() })
  rules.push({ when: { operator: 'alive', type: 'wallet.credit' }, times: 1, fault: faults.reset() })
  assert.equal((await ann.cashBack(stuck)).status, 503)
  const hangs = () => world.casino.wallet.calls('dead').filter(({ type }) => type === 'wallet.credit').length === 2
  world.clock.advance(SECOND_MS)
  await eventually(hangs, 'the resolver waits for the wallet that hangs')
  assert.equal((await bob.cashBack(paid)).status, 503)
  world.clock.advance(SECOND_MS)
  await eventually(() => world.casino.wallet.balance('alive', 'bob', 'EUR') === 100_000 - 500 + 405, 'it is paid')
  assert.equal(world.casino.wallet.calls('dead').at(-1)?.end, null, 'the other wallet still hangs')
  rules.length = 0
  await world.clock.pass(LIMITS.walletCallMs)
  await eventually(() => world.casino.wallet.balance('dead', 'ann', 'EUR') === 100_000 - 500 + 405, 'both are')
})
