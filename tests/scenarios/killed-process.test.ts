import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { PointName } from '@coffer/service/kernel'
import { holdPauses, makeBarrier } from '../support/pacing.ts'
import type { Answer, Player } from '../support/player.ts'
import { ship } from '../support/shipping.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

/** More than a live request holds an operation for. */
const BEYOND_LEASE_MS = 13_000
/** Nothing else sleeps for so long. */
const WAITER_POLL_MS = 87

type Act = (world: World, player: Player) => Promise<() => Promise<Answer<unknown>>>

const itemOf = async (world: World, player: Player) =>
  (await player.open(openBody(world.operator, 'won'))).body.items[0]!.id

/** Each flow that asks the wallet, and where its process goes away: the wallet has answered, and nothing of it is recorded. */
const FLOWS: Record<string, { point: PointName; done: number; begin: Act }> = {
  'an open': {
    ...{ point: 'open-round:replied', done: 200 },
    begin:
      async ({ operator }, player) =>
      () =>
        player.open(openBody(operator, 'click')),
  },
  'a cashback': {
    ...{ point: 'cash-back:replied', done: 200 },
    begin: async (world, player) => {
      const item = await itemOf(world, player)
      return () => player.cashBack(item)
    },
  },
  'a cancel of a held box': {
    ...{ point: 'cancel-held-round:replied', done: 200 },
    begin: async ({ operator }, player) => {
      const body = { playerExternalId: 'ann', mode: 'prepay' as const, ...openBody(operator, 'held') }
      const path = `/api/play/rounds/${(await operator.coffer.purchase(body)).round.publicId}/cancel`
      return () => player.call('cancelHeldRound', { path })
    },
  },
  'a shipping fee': {
    ...{ point: 'create-order:replied', done: 201 },
    begin: async (world, player) => {
      const item = await itemOf(world, player)
      return () => ship(player, [item], { clientActionId: 'ship' })
    },
  },
}

for (const [name, flow] of Object.entries(FLOWS)) {
  test(`a repeat of ${name} whose process was killed is told so, and not that the wallet is unavailable`, (t) =>
    isToldSo(t, flow))
}

async function isToldSo(t: TestContext, { point, done, begin }: (typeof FLOWS)[string]): Promise<void> {
  const barrier = makeBarrier(point)
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox(), settings: { 'shipping.defaultCostMinor': 300 } } },
    service: { points: barrier, limits: { waiterPollMs: WAITER_POLL_MS } },
  })
  const act = await begin(world, await world.play(world.operator, 'ann'))
  const killed = act()
  await barrier.reached
  const pauses = holdPauses(world.clock, WAITER_POLL_MS)
  const repeat = act()
  await pauses.reached
  world.clock.advance(BEYOND_LEASE_MS)
  pauses.release()
  const told = (await repeat) as Answer<{ error: { code: string } }>
  assert.deepEqual([told.status, told.body.error?.code], [503, 'REQUEST_INTERRUPTED'], told.text)
  assert.equal(told.headers.get('retry-after'), '2', 'undecided, as every 503 with it')
  const again = await act()
  assert.equal(again.status, done, `the next repeat takes it up: ${again.text}`)
  barrier.release()
  await killed
}
