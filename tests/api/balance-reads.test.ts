import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Fault, faults } from '@coffer/reference-operator'
import { LIMITS } from '@coffer/service/kernel'
import { eventually } from '../support/eventually.ts'
import { UNTIL_RELEASED_MS } from '../support/pacing.ts'
import type { Player } from '../support/player.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World, type WorldOptions } from '../support/world.ts'

/** The wallet holds a read and then fails. */
const HELD: Fault = { waitMs: UNTIL_RELEASED_MS, apply: false, answer: faults.serverError().answer }

/** A casino with two players in a session: one whose balance cannot be read, and one who wants to play. */
async function start(t: TestContext, limits: NonNullable<WorldOptions['service']>['limits'] = {}) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { limits: { breakerProbeMs: UNTIL_RELEASED_MS, ...limits } },
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

/** Sends reads that the wallet holds, and resolves when these are at the wallet and all others have been answered. */
async function hold(world: World, readers: readonly Player[], heldCount: number) {
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: HELD })
  const before = readsAtWallet(world)
  let answered = 0
  const reads = readers.map((player) => read(player).finally(() => answered++))
  const isHeld = () => readsAtWallet(world) - before >= heldCount && answered === readers.length - heldCount
  await eventually(isHeld, `the wallet holds ${heldCount} reads, and the others have their answers`)
  const heldNow = () => readsAtWallet(world) - before
  const release = async () => {
    await world.casino.wallet.endWaits()
    return Promise.all(reads)
  }
  return { heldNow, answeredNow: () => answered, release }
}

test('250 reads of a balance that hang keep no player from opening, and one session has two of them at the wallet', async (t) => {
  const { world, ann, bob } = await start(t)
  const { heldNow, release } = await hold(world, Array(250).fill(ann), 2)
  assert.deepEqual(await opens(world, bob, 12), Array(12).fill(200))
  assert.equal(heldNow(), 2)
  const answers = await release()
  assert.ok(answers.every(({ status, body }) => status === 503 && body.error.code === 'WALLET_UNAVAILABLE'))
  world.casino.wallet.faults.length = 0
  assert.equal((await read(ann)).status, 200, 'their places are free again')
})

test('reads of many sessions that hang keep no player from opening either', async (t) => {
  const { world, bob } = await start(t, { walletCallsCount: 6, balanceCallsCount: 6 })
  const many = await Promise.all(['c', 'd', 'e', 'f', 'g'].map((name) => world.play(world.operator, name)))
  const readers = many.flatMap((player) => [player, player])
  const { heldNow, release } = await hold(world, readers, 6)
  assert.deepEqual(await opens(world, bob, 6), Array(6).fill(200))
  assert.equal(heldNow(), 6, 'the limit of reads of one process')
  assert.ok((await release()).every(({ status }) => status === 503))
})

test('heartbeats and session init count as reads too: one that has no place gets no balance at once, and goes on', async (t) => {
  const { world, ann, bob } = await start(t, { balanceCallsCount: 3 })
  const { heldNow, release } = await hold(world, [ann, ann, bob], 3)
  const { status, body } = await ann.call<{ balanceMinor: null }>('heartbeat')
  assert.deepEqual([status, body.balanceMinor], [200, null], 'a third read of a session')
  const late = await world.play(world.operator, 'eve')
  assert.equal(late.bootstrap.player.balanceMinor, null, 'one more than a process reads at once')
  assert.equal(heldNow(), 3, 'neither was sent, and neither waited for the reads at the wallet')
  await release()
})

test('a heartbeat waits no longer for the balance than session init does', async (t) => {
  const { world, ann } = await start(t)
  const { balanceWaitMs } = LIMITS
  const { answeredNow, heldNow, release } = await hold(world, [ann], 1)
  const heartbeat = ann.call<{ balanceMinor: null }>('heartbeat')
  await eventually(() => heldNow() === 2, 'the heartbeat asks the wallet')
  await world.clock.pass(balanceWaitMs)
  const { status, body } = await heartbeat
  assert.deepEqual([status, body.balanceMinor], [200, null])
  assert.equal(answeredNow(), 0, 'an earlier read with the limit of a wallet call still waits')
  await release()
})

test('a wallet that does not answer debits is still asked for balances', async (t) => {
  const { world, ann, bob } = await start(t, { breakerFailuresCount: 3 })
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.reset() })
  assert.deepEqual(await opens(world, bob, 5), Array(5).fill(503))
  const { status, body } = await read(ann)
  assert.deepEqual([status, body.balanceMinor], [200, 100_000])
})

test('balances that cannot be read are left alone for a while, and read again when the wallet can', async (t) => {
  const { world, ann } = await start(t, { breakerFailuresCount: 3 })
  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: faults.serverError() })
  const before = readsAtWallet(world)
  for (let poll = 0; poll < 10; poll++) await read(ann)
  assert.equal(readsAtWallet(world) - before, 3, 'a breaker of their own holds them back')
  world.casino.wallet.faults.length = 0
  world.clock.advanceMono(UNTIL_RELEASED_MS)
  assert.equal((await read(ann)).status, 200)
})
