import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Fault } from '@coffer/reference-operator'
import type { PointName } from '@coffer/service/kernel'
import { makeBarrier } from '../support/pacing.ts'
import { ship } from '../support/shipping.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A wallet that pays, and then says of the same key that it does not. */
const PAYS: Fault = { apply: true, answer: { kind: 'honest' } }
const DENIES: Fault = {
  apply: false,
  answer: { kind: 'raw', status: 200, body: '{"accepted":false,"errorCode":"NO"}' },
}

/** A world in which the first request at a point stands still there, and a wallet that pays its credit and denies the next. */
async function start(t: TestContext, point: PointName) {
  const barrier = makeBarrier(point)
  const settings = { 'inventory.expiryDays': 1, 'vault.autoOpenAfterHours': 1, 'shipping.defaultCostMinor': 0 }
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox(), settings } },
    service: { points: barrier },
  })
  const credit = { type: 'wallet.credit' } as const
  world.casino.wallet.faults.push({ when: credit, times: 1, fault: PAYS }, { when: credit, times: 1, fault: DENIES })
  return { world, barrier, player: await world.play(world.operator, 'ann') }
}

/** The resolver hears a clean no while the request stands still, which then hears its yes. */
async function comeTrueTooLate<T>(
  { world, barrier }: Awaited<ReturnType<typeof start>>,
  stopped: Promise<T>,
): Promise<T> {
  await barrier.reached
  world.clock.advance(2 * MINUTE_MS)
  await world.tick('resolver')
  barrier.release()
  return stopped
}

const unresolved = async ({ operator }: World) => {
  const { operations } = await operator.coffer.unresolved({})
  return operations.map(({ kind, state }) => [kind, state])
}

test('an item whose credit came true after it was refused is shown, and nothing else moves it', async (t) => {
  const begun = await start(t, 'cash-back:replied')
  const { world, player } = begun
  await player.open(openBody(world.operator, 'win'))
  const [item] = (await player.inventory()).body.items
  const late = await comeTrueTooLate(begun, player.cashBack(item!.id))
  assert.deepEqual([late.status, late.headers.get('retry-after')], [503, null], 'nothing comes of waiting')
  assert.deepEqual(await unresolved(world), [['cashback_credit', 'conflict']])
  const [seen] = (await player.inventory()).body.items
  assert.deepEqual([seen!.cashbackMinor, seen!.shippable], [null, false])

  const again = await player.cashBack(item!.id)
  assert.deepEqual(
    [again.status, again.body.error.code, again.headers.get('retry-after')],
    [503, 'WALLET_UNAVAILABLE', null],
  )
  const shipped = await ship(player, [item!.id])
  assert.deepEqual([shipped.status, shipped.body.error.code], [422, 'INVENTORY_NOT_SHIPPABLE'], shipped.text)
  const payout = { playerExternalId: 'ann', inventoryItemIds: [item!.id], idempotencyKey: 'payout' }
  await assert.rejects(world.operator.coffer.createPayout(payout), { code: 'ITEM_BUSY' })
  world.clock.advance(3 * DAY_MS)
  assert.equal(await world.tick('expire-items'), 0)
  const { items } = (await (await world.play(world.operator, 'ann')).inventory()).body
  assert.deepEqual(
    items.map(({ id, state, shippable, cashbackMinor }) => ({ id, state, shippable, cashbackMinor })),
    [{ id: item!.id, state: 'unresolved', shippable: false, cashbackMinor: null }],
  )
  assert.equal(world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR'), 100_000 - 500 + 405, 'credited once')
})

test('a held box whose refund came true after it was refused is neither opened nor given back again', async (t) => {
  const begun = await start(t, 'cancel-held-round:replied')
  const { world, player } = begun
  const buy = { playerExternalId: 'ann', mode: 'prepay' as const, ...openBody(world.operator, 'held') }
  const { publicId } = (await world.operator.coffer.purchase(buy)).round
  const act = (name: 'openHeldRound' | 'cancelHeldRound', end: string) =>
    player.call(name, { path: `/api/play/rounds/${publicId}/${end}` })
  const late = await comeTrueTooLate(begun, act('cancelHeldRound', 'cancel'))
  const told = { publicId, status: 'held', undecided: false }
  assert.deepEqual([late.status, late.headers.get('retry-after')], [503, null], late.text)
  assert.deepEqual((late.body as { round?: object }).round, told)
  assert.deepEqual(await unresolved(world), [['round_refund', 'conflict']])

  const opened = await act('openHeldRound', 'open')
  assert.deepEqual(
    [opened.status, (opened.body as { error?: { code: string } }).error?.code],
    [409, 'ROUND_NOT_HELD'],
    opened.text,
  )
  const again = await act('cancelHeldRound', 'cancel')
  assert.deepEqual([again.status, again.headers.get('retry-after')], [503, null], again.text)
  world.clock.advance(2 * 60 * MINUTE_MS)
  await world.tick('auto-open')
  const { round } = await world.operator.coffer.getRound({ playerExternalId: 'ann', publicId })
  assert.equal(round.status, 'held')
  assert.equal(world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR'), 100_000, 'given back once')
})
