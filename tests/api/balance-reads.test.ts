import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { faults } from '@coffer/reference-operator'
import type { Player } from '../support/player.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World, type WorldOptions } from '../support/world.ts'

const NEVER_MS = 3_600_000

/** A casino with two players in a session: one whose balance cannot be read, and one who wants to play. */
async function start(t: TestContext, limits: NonNullable<WorldOptions['service']>['limits'] = {}) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { limits: { breakerProbeMs: NEVER_MS, ...limits } },
  })
  const ann = await world.play(world.operator, 'ann')
  const bob = await world.play(world.operator, 'bob')
  return { world, ann, bob }
}

const read = (player: Player) => player.call<{ balanceMinor: number }>('balance')

async function opens({ operator }: World, player: Player, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let click = 0; click < count; click++)
    statuses.push((await player.open(openBody(operator, `click-${click}`))).status)
  return statuses
}

const readsAtWallet = ({ casino, operator }: World) =>
  casino.wallet.calls(operator.slug).filter(({ type }) => type === 'wallet.balance').length

test('a session that polls a balance that fails keeps no player from opening', async (t) => {
  const { world, ann, bob } = await start(t)
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance', player: 'ann' }, fault: faults.serverError() })
  for (let poll = 0; poll < 60; poll++) assert.equal((await read(ann)).status, 503)
  assert.deepEqual(await opens(world, bob, 12), Array(12).fill(200))
  assert.deepEqual(await opens(world, ann, 3), [200, 200, 200], 'nor herself: an unknown balance never blocks play')
})

test('300 reads of a balance that hang keep no player from opening, and one session has two of them at the wallet', async (t) => {
  const { world, ann, bob } = await start(t, { walletCallMs: 4_000 })
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: faults.hang() })
  const before = readsAtWallet(world)
  const hanging = Array.from({ length: 300 }, () => read(ann))
  await sleep(500)
  assert.deepEqual(await opens(world, bob, 12), Array(12).fill(200))
  const answers = await Promise.all(hanging)
  assert.ok(answers.every(({ status, body }) => status === 503 && body.error.code === 'WALLET_UNAVAILABLE'))
  assert.equal(readsAtWallet(world) - before, 2)
  world.casino.wallet.faults.length = 0
  assert.equal((await read(ann)).status, 200, 'their places are free again')
})

test('reads of many sessions that hang keep no player from opening either', async (t) => {
  const { world, bob } = await start(t, { walletCallMs: 4_000, walletCallsCount: 6, balanceCallsCount: 6 })
  const many = await Promise.all(['c', 'd', 'e', 'f', 'g'].map((name) => world.play(world.operator, name)))
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: faults.hang() })
  const before = readsAtWallet(world)
  const hanging = many.flatMap((player) => [read(player), read(player)])
  await sleep(300)
  assert.deepEqual(await opens(world, bob, 6), Array(6).fill(200))
  assert.ok((await Promise.all(hanging)).every(({ status }) => status === 503))
  assert.equal(readsAtWallet(world) - before, 6, 'a process reads so many at once')
})

test('heartbeats and session init count as reads too: one that has no place gets no balance at once, and goes on', async (t) => {
  const waitMs = 8_000
  const { world, ann, bob } = await start(t, { walletCallMs: waitMs, balanceWaitMs: waitMs, balanceCallsCount: 3 })
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: faults.hang() })
  const began = performance.now()
  const hanging = [read(ann), read(ann), read(bob)]
  await sleep(200)
  const { status, body } = await ann.call<{ balanceMinor: null }>('heartbeat')
  assert.deepEqual([status, body.balanceMinor], [200, null], 'a third read of a session')
  const late = await world.play(world.operator, 'eve')
  assert.equal(late.bootstrap.player.balanceMinor, null, 'one more than a process reads at once')
  assert.ok(performance.now() - began < waitMs, 'neither was sent, so neither waits for anything')
  await Promise.all(hanging)
})

test('a heartbeat waits no longer for the balance than session init does', async (t) => {
  const { world, ann } = await start(t, { balanceWaitMs: 300, walletCallMs: 9_000 })
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: faults.hang() })
  const began = performance.now()
  const { status, body } = await ann.call<{ balanceMinor: null }>('heartbeat')
  assert.deepEqual([status, body.balanceMinor], [200, null])
  assert.ok(performance.now() - began < 7_000, `${performance.now() - began} ms`)
})

test('a wallet that does not answer debits is still asked for balances', async (t) => {
  const { world, ann, bob } = await start(t, { breakerFailuresCount: 3 })
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.reset() })
  assert.deepEqual(await opens(world, bob, 5), Array(5).fill(503))
  const { status, body } = await read(ann)
  assert.deepEqual([status, body.balanceMinor], [200, 100_000])
})

test('balances that cannot be read are left alone for a while, and read again when the wallet can', async (t) => {
  const { world, ann } = await start(t, { breakerFailuresCount: 3, breakerProbeMs: 300 })
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: faults.serverError() })
  const before = readsAtWallet(world)
  for (let poll = 0; poll < 10; poll++) await read(ann)
  assert.ok(readsAtWallet(world) - before < 10, 'a breaker of their own holds them back')
  world.casino.wallet.faults.length = 0
  await sleep(400)
  assert.equal((await read(ann)).status, 200)
})
