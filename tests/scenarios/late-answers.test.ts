import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Fault, faults } from '@coffer/reference-operator'
import { LIMITS } from '@coffer/service/kernel'
import { letPass, makeBarrier, UNTIL_RELEASED_MS, withoutAnswer } from '../support/pacing.ts'
import type { Player } from '../support/player.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World, type WorldOptions } from '../support/world.ts'

const NOBODY = 'http://127.0.0.1:9/wallet'

/** Two credits that a player asks for again: what locks them, what they bring, and how the lock shows. */
const CREDITS = {
  'a cancel of a held box': {
    prepare: async (world: World) => {
      const body = { playerExternalId: 'ann', mode: 'prepay' as const, ...openBody(world.operator, 'bought') }
      return (await world.operator.coffer.purchase(body)).round.publicId
    },
    ask: (player: Player, publicId: string | number) =>
      player.call('cancelHeldRound', { path: `/api/play/rounds/${publicId}/cancel` }),
    assertLocked: async (player: Player, publicId: string | number) => {
      const told = await player.call('openHeldRound', { path: `/api/play/rounds/${publicId}/open` })
      assert.deepEqual([told.status, (told.body as never as Told).error?.code], [409, 'ROUND_NOT_HELD'])
    },
    endMinor: 100_000,
  },
  'a cashback': {
    prepare: async (world: World, player: Player) => {
      await player.open(openBody(world.operator, 'won'))
      return (await player.inventory()).body.items[0]!.id
    },
    ask: (player: Player, itemId: string | number) => player.cashBack(Number(itemId)),
    assertLocked: async () => {},
    endMinor: 100_000 - 500 + 405,
  },
}

type Told = { error?: { code: string } }

/** What the second try meets while the first may still come true. */
const SECOND_TRIES: Record<string, (world: World) => Promise<void>> = {
  'is refused': async (world) => meet(world, 'wallet.credit', faults.refuse('LIMIT_REACHED')),
  'cannot be sent': (world) => world.settings(world.operator, { 'wallet.url': NOBODY }),
}

for (const [credit, { prepare, ask, assertLocked, endMinor }] of Object.entries(CREDITS)) {
  for (const [way, happen] of Object.entries(SECOND_TRIES)) {
    test(`${credit} that ${way} while an earlier try may still come true stays locked until it is known`, async (t) => {
      const { world, player } = await start(t)
      const id = await prepare(world, player)
      meet(world, 'wallet.credit', faults.hangThenApply(UNTIL_RELEASED_MS))
      assert.equal((await withoutAnswer(world, () => ask(player, id))).status, 503)
      await happen(world)
      const told = await ask(player, id)
      assert.deepEqual([told.status, told.headers.get('retry-after')], [503, '2'], told.text)
      await assertLocked(player, id)

      await world.settings(world.operator, { 'wallet.url': world.casino.walletUrl(world.operator.slug) })
      assert.equal(await world.casino.wallet.endWaits(), 1)
      await letPass(world, 10)
      assert.equal(balanceOf(world), endMinor, 'the first try came true, and was the only one')
      assert.equal((await ask(player, id)).status, 200)
    })
  }
}

test('a clean refusal is not the end of the money while a later try has no answer', async (t) => {
  const barrier = makeBarrier('open-round:replied')
  const { world, player } = await start(t, { points: barrier })
  meet(world, 'wallet.debit', faults.refuse('INSUFFICIENT_FUNDS'), faults.reset({ apply: true }))
  const first = player.open(openBody(world.operator, 'click'))
  await barrier.reached
  world.clock.advance(LIMITS.operationLeaseMs + 1)
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503)
  assert.equal(balanceOf(world), 100_000 - 500, 'the later try took the money')
  barrier.release()
  const told = await first
  assert.deepEqual([told.status, told.body.error.code], [422, 'INSUFFICIENT_FUNDS'], told.text)
  await letPass(world, 10)
  assert.equal(balanceOf(world), 100_000, 'and it was given back')
})

test('a debit that a wallet accepts after its round was voided is given back', async (t) => {
  const { world, player } = await start(t)
  meet(world, 'wallet.debit', faults.tooSlow(UNTIL_RELEASED_MS), faults.refuse('INSUFFICIENT_FUNDS'))
  const asked = Promise.withResolvers<void>()
  world.casino.wallet.onCall = () => asked.resolve()
  const late = player.open(openBody(world.operator, 'click'))
  await asked.promise
  await letPass(world, 3)
  const voided = await player.open(openBody(world.operator, 'click'))
  assert.deepEqual([voided.status, voided.headers.get('retry-after')], [503, null], voided.text)

  await world.casino.wallet.endWaits()
  assert.equal((await late).status, 503)
  await letPass(world, 1)
  assert.equal(balanceOf(world), 100_000)
  const path = `/api/play/rounds/${voided.body.round.publicId}`
  const { round } = (await player.call<{ round: { status: string; refundedMinor: number } }>('getRound', { path })).body
  assert.deepEqual([round.status, round.refundedMinor], ['voided', 500])
})

test('a request that stood still before sending sends nothing, and the same click ends its round', async (t) => {
  const barrier = makeBarrier('open-round:attempt-recorded')
  const { world, player } = await start(t, { points: barrier })
  let calls = 0
  world.casino.wallet.onCall = () => calls++
  const stopped = player.open(openBody(world.operator, 'click'))
  await barrier.reached
  world.clock.advanceMono(LIMITS.attemptSendMs + 1)
  barrier.release()
  const told = await stopped
  assert.deepEqual([told.status, told.headers.get('retry-after'), calls], [503, '2', 0], told.text)
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 200)
  assert.deepEqual([calls, balanceOf(world)], [1, 100_000 - 500])
})

async function start(t: TestContext, service: NonNullable<WorldOptions['service']> = {}) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } }, service })
  return { world, player: await world.play(world.operator, 'ann') }
}

function meet(world: World, type: 'wallet.debit' | 'wallet.credit', ...met: Fault[]): void {
  world.casino.wallet.faults.push(...met.map((fault) => ({ when: { type }, times: 1, fault })))
}

function balanceOf(world: World): number {
  return world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')!
}
