import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Fault, faults } from '@coffer/reference-operator'
import { getOperator } from '@coffer/service/administration'
import { LIMITS } from '@coffer/service/kernel'
import { createShippingOrder } from '../../service/src/shipping/index.ts'
import { eventually } from '../support/eventually.ts'
import { letPass, makeBarrier, UNTIL_RELEASED_MS } from '../support/pacing.ts'
import type { Answer } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { ADDRESS, CONTACT, cancelOrder, orderOf, ship, shipped } from '../support/shipping.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World, type WorldOptions } from '../support/world.ts'

const MINUTE_MS = 60_000
const NOBODY = 'http://127.0.0.1:9/wallet'
const FEE_MINOR = 300
const UNDECIDED = [503, 'WALLET_UNAVAILABLE', '2']

test('a fee that nobody knows of is undecided, in a plain envelope, and the same items and address take it up', async (t) => {
  const { world, player, won } = await start(t, {}, 2)
  meet(world, 'wallet.debit', faults.reset({ apply: true }))
  const told = await ship(player, won)
  assert.deepEqual(toldOf(told), UNDECIDED, told.text)
  assert.deepEqual(Object.keys(told.body), ['error'], 'there is no order yet, so none is named')
  assert.deepEqual((await player.call<{ orders: unknown[] }>('listOrders')).body.orders, [])

  const elsewhere = await ship(player, won, { address: { ...ADDRESS, line2: 'Second floor' } })
  assert.equal(elsewhere.status, 201, 'another address is another order')
  await cancelOrder(player, elsewhere.body.order.publicId)
  const resumed = await ship(player, won.toReversed(), { clientActionId: 'again' })
  assert.equal(resumed.status, 201, resumed.text)
  assert.deepEqual(movementsOf(world), [-FEE_MINOR, -FEE_MINOR, FEE_MINOR], 'two fees, of which one went back')
  const { publicId } = resumed.body.order
  const [first] = world.casino.wallet.ledger('aurum', 'ann').filter(isOfOrder)
  assert.deepEqual(first!.reference, { kind: 'shipping', orderPublicId: publicId }, 'the one that was asked for first')
})

test('a click is told the same for good, whatever it asks for the second time', async (t) => {
  const { world, player, won } = await start(t, {}, 3)
  const [first, second, third] = won as [number, number, number]
  meet(world, 'wallet.debit', faults.refuse('INSUFFICIENT_FUNDS'))
  const refused = await ship(player, [first], { clientActionId: 'poor' })
  const again = await ship(player, [second], { clientActionId: 'poor' })
  assert.deepEqual([again.status, again.body.error.code], [refused.status, 'INSUFFICIENT_FUNDS'])
  assert.deepEqual([refused, again].map(isReplayed), [false, true])

  const ordered = await ship(player, [first], { clientActionId: 'rich' })
  const repeated = await ship(player, [third], { clientActionId: 'rich' })
  assert.equal(ordered.status, 201, ordered.text)
  assert.deepEqual([repeated.status, repeated.body], [201, ordered.body])
  assert.deepEqual([ordered, repeated].map(isReplayed), [false, true])
  assert.deepEqual(movementsOf(world), [-FEE_MINOR])
})

const REFUSALS = [
  { errorCode: 'INSUFFICIENT_FUNDS', status: 422, code: 'INSUFFICIENT_FUNDS', walletErrorCode: undefined },
  { errorCode: 'PLAYER_BLOCKED', status: 403, code: 'PLAYER_BLOCKED', walletErrorCode: undefined },
  { errorCode: 'LIMIT_REACHED', status: 503, code: 'WALLET_UNAVAILABLE', walletErrorCode: 'LIMIT_REACHED' },
]

for (const { errorCode, status, code, walletErrorCode } of REFUSALS) {
  test(`a fee that the wallet refuses with "${errorCode}" orders nothing, and shipping again is another fee`, async (t) => {
    const { world, player, won } = await start(t)
    meet(world, 'wallet.debit', faults.refuse(errorCode))
    const told = await ship(player, won)
    assert.deepEqual(toldOf(told), [status, code, null], told.text)
    assert.equal(told.body.error.walletErrorCode, walletErrorCode)
    assert.deepEqual([movementsOf(world), await stateOf(world, won[0]!)], [[], 'unresolved'])
    await shipped(player, won)
    assert.deepEqual(movementsOf(world), [-FEE_MINOR])
    assert.equal(new Set(callsOf(world).map(({ idempotencyKey }) => idempotencyKey)).size, 2)
  })
}

test('a fee that is taken when its item is gone goes back before the answer', async (t) => {
  const barrier = makeBarrier('create-order:attempt-recorded')
  const { world, player, won } = await start(t, { points: barrier })
  const shipping = ship(player, won)
  await barrier.reached
  assert.equal((await player.cashBack(won[0]!)).status, 200, 'no item is locked by a fee that is asked for')
  barrier.release()
  const told = await shipping
  const sent = callsOf(world).map(({ idempotencyKey, end }) => [idempotencyKey!.replace(/:(player:|ord_).*/, ''), end])
  assert.deepEqual(toldOf(told), [422, 'INVENTORY_NOT_SHIPPABLE', null], told.text)
  assert.deepEqual(told.body.error.fields, { 'inventoryItemIds.0': ['is no longer free'] })
  assert.deepEqual(sent, [
    [`cashback:inventory:${won[0]}`, 'answered'],
    ['shipping', 'answered'],
    ['shipping:refund', 'answered'],
  ])
  assert.deepEqual(movementsOf(world), [-FEE_MINOR, FEE_MINOR])
  assert.deepEqual(await historyOf(world), ['refund 300 settled', 'shipping -300 voided'])
})

test('a fee for an item that is gone is owed until the wallet takes it back, whatever it says at first', async (t) => {
  const barrier = makeBarrier('create-order:replied')
  const { world, player, won } = await start(t, { points: barrier })
  const shipping = ship(player, won, { clientActionId: 'click' })
  await barrier.reached
  const backend = await world.operator.coffer.createOrder({ playerExternalId: 'ann', ...orderOf(won) })
  meet(world, 'wallet.credit', faults.refuse('PLAYER_BLOCKED'), faults.serverError())
  barrier.release()
  assert.deepEqual(toldOf(await shipping), [422, 'INVENTORY_NOT_SHIPPABLE', null])
  assert.deepEqual(movementsOf(world), [-FEE_MINOR])
  assert.deepEqual(await historyOf(world), [], 'it stands in the history when it is over, and not while it goes back')
  await letPass(world, 6)
  assert.deepEqual(movementsOf(world), [-FEE_MINOR, FEE_MINOR])
  assert.deepEqual(await historyOf(world), ['refund 300 settled', 'shipping -300 voided'])
  const again = await ship(player, won, { clientActionId: 'click' })
  assert.deepEqual(toldOf(again), [422, 'INVENTORY_NOT_SHIPPABLE', null], again.text)
  assert.equal(backend.order.fee, null)
})

test('a fee that nobody comes back for goes back: the resolver orders nothing', async (t) => {
  const { world, player, won } = await start(t)
  meet(world, 'wallet.debit', faults.serverError({ apply: true }))
  assert.deepEqual(toldOf(await ship(player, won, { clientActionId: 'click' })), UNDECIDED)
  await letPass(world, 5)
  assert.deepEqual(movementsOf(world), [-FEE_MINOR, FEE_MINOR])
  assert.deepEqual(await historyOf(world), ['refund 300 settled', 'shipping -300 voided'])
  assert.equal(await stateOf(world, won[0]!), 'unresolved')
  const late = await ship(player, won, { clientActionId: 'click' })
  assert.deepEqual(
    [toldOf(late), isReplayed(late)],
    [[503, 'WALLET_UNAVAILABLE', null], true],
    'final: a new click it is',
  )
  await shipped(player, won)
})

test('a fee of which nothing was ever sent is dropped, and nothing goes back', async (t) => {
  const { world, player, won } = await start(t)
  await world.settings(world.operator, { 'wallet.url': NOBODY })
  assert.deepEqual(toldOf(await ship(player, won, { clientActionId: 'click' })), UNDECIDED)
  await letPass(world, 5)
  await world.settings(world.operator, { 'wallet.url': world.casino.walletUrl('aurum') })
  assert.deepEqual(toldOf(await ship(player, won, { clientActionId: 'click' })), [503, 'WALLET_UNAVAILABLE', null])
  assert.deepEqual([movementsOf(world), await historyOf(world)], [[], []])
})

test('a fee that a wallet accepts after it was refused goes back, and its click is told nothing else', async (t) => {
  const { world, player, won } = await start(t)
  meet(world, 'wallet.debit', faults.tooSlow(UNTIL_RELEASED_MS), faults.refuse('INSUFFICIENT_FUNDS'))
  const asked = Promise.withResolvers<void>()
  world.casino.wallet.onCall = () => asked.resolve()
  const late = ship(player, won, { clientActionId: 'click' })
  await asked.promise
  world.clock.advance(3 * MINUTE_MS)
  const refused = await ship(player, won, { clientActionId: 'click' })
  assert.deepEqual(toldOf(refused), [422, 'INSUFFICIENT_FUNDS', null], refused.text)
  await world.casino.wallet.endWaits()
  assert.deepEqual(toldOf(await late), [422, 'INSUFFICIENT_FUNDS', null], 'one click, one answer')
  await letPass(world, 1)
  assert.deepEqual(movementsOf(world), [-FEE_MINOR, FEE_MINOR])
})

test('a request that stood still while another one ordered is told of that order', async (t) => {
  const barrier = makeBarrier('create-order:replied')
  const { world, player, won } = await start(t, { points: barrier })
  const stopped = ship(player, won)
  await barrier.reached
  world.clock.advance(LIMITS.operationLeaseMs + 1)
  const order = await shipped(player, won)
  barrier.release()
  const told = await stopped
  assert.deepEqual([told.status, told.body.order?.publicId], [201, order.publicId], told.text)
  assert.deepEqual(movementsOf(world), [-FEE_MINOR])
})

test('an order is cancelled whatever the wallet says to its refund, which is sent until it is taken', async (t) => {
  const { world, player, won } = await start(t)
  const { publicId } = await shipped(player, won)
  meet(world, 'wallet.credit', faults.reset(), faults.refuse('PLAYER_BLOCKED'), faults.reset({ apply: true }))
  const told = await cancelOrder(player, publicId)
  assert.deepEqual([told.status, told.body.order.status, told.body.balanceAfterMinor], [200, 'cancelled', null])
  assert.equal(await stateOf(world, won[0]!), 'unresolved', 'its items are free at once')
  const sent = callsOf(world).length
  assert.equal((await cancelOrder(player, publicId)).status, 200)
  assert.equal(callsOf(world).length, sent, 'a repeat asks for nothing')

  await letPass(world, 30)
  assert.deepEqual(movementsOf(world), [-FEE_MINOR, FEE_MINOR])
  assert.deepEqual((await world.operator.coffer.unresolved({})).operations, [])
  assert.equal((await cancelOrder(player, publicId)).body.order.fee?.refundedMinor, FEE_MINOR)
})

test('a player with too many fees of unknown outcome begins no other, but may take one of them up', async (t) => {
  const { world, player, won } = await start(t, {}, 3)
  await world.settings(world.operator, { 'wallet.maxUnknown': 2 })
  const [first, second, third] = won as [number, number, number]
  meet(world, 'wallet.debit', faults.garbage(), faults.empty())
  for (const id of [first, second]) assert.deepEqual(toldOf(await ship(player, [id])), UNDECIDED)
  assert.deepEqual(toldOf(await ship(player, [third])), [503, 'WALLET_UNAVAILABLE', '5'])
  assert.equal(callsOf(world).length, 2)
  await shipped(player, [first])
  await shipped(player, [third])
})

test('a player has at most twenty fees under way at once, to however many addresses one item is asked for', async (t) => {
  const { world, player, won } = await start(t, {}, 1)
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 100, fault: faults.hang() })
  const asked = Array.from({ length: 30 }, (_, n) => ship(player, won, { address: { ...ADDRESS, line2: `Flat ${n}` } }))
  await eventually(() => callsOf(world).length === 20, 'twenty debits are at the wallet')
  await world.clock.pass(LIMITS.walletCallMs)
  const told = (await Promise.all(asked)).map(toldOf)
  assert.equal(told.filter((one) => one.join() === '503,WALLET_UNAVAILABLE,5').length, 10)
  assert.equal((await intentsOf(world)).length, 20)
})

test('without a wallet no fee is asked for, and what costs nothing is shipped all the same', async (t) => {
  const { world, player, won } = await start(t, {}, 3)
  const [first, second, third] = won as [number, number, number]
  await world.settings(world.operator, { 'wallet.url': '' })
  const told = await ship(player, [first], { clientActionId: 'click' })
  assert.deepEqual([toldOf(told), Object.keys(told.body)], [[503, 'WALLET_UNAVAILABLE', null], ['error']])
  assert.deepEqual(await intentsOf(world), [], 'and nothing is left to be resolved')
  await world.operator.coffer.createOrder({ playerExternalId: 'ann', ...orderOf([second]) })
  await world.settings(world.operator, { 'shipping.defaultCostMinor': 0 })
  await shipped(player, [third])
  await world.settings(world.operator, {
    'wallet.url': world.casino.walletUrl('aurum'),
    'shipping.defaultCostMinor': 300,
  })
  await shipped(player, [first], { clientActionId: 'click' })
})

test('an excluded player is charged no fee, and may have sent home what costs nothing', async (t) => {
  const { world, won } = await start(t, {}, 3)
  const { operator, service } = world
  await operator.coffer.setRestrictions({ playerExternalId: 'ann', selfExcluded: true })
  const begin = async (id: number) => {
    const [row] = await openRows(world.databaseUrl).query<{ player_id: string }>('select player_id from players')
    return createShippingOrder(service.ctx, {
      operator: await service.ctx.tx(operator.operatorId, (tx) => getOperator(tx, operator.operatorId)),
      owner: { operatorId: operator.operatorId, playerId: Number(row!.player_id) },
      ...{ playerExternalId: 'ann', chargedIn: 'EUR', clientActionId: null, inventoryItemIds: [id] },
      ...{ address: ADDRESS, contactEmail: CONTACT.email, userNotes: null },
    })
  }
  // The exclusion has ended every session; this is a request that was let in just before.
  await assert.rejects(begin(won[0]!), { code: 'PLAYER_RESTRICTED' }, 'an excluded player orders for a fee')
  assert.deepEqual([await intentsOf(world), callsOf(world).length], [[], 0])
  await operator.coffer.createOrder({ playerExternalId: 'ann', ...orderOf([won[1]!]) })
  await world.settings(operator, { 'shipping.defaultCostMinor': 0 })
  assert.equal((await begin(won[2]!)).status, 201)
})

async function start(t: TestContext, service: NonNullable<WorldOptions['service']> = {}, count = 1) {
  const settings = { 'shipping.defaultCostMinor': FEE_MINOR, 'session.idleMinutes': 720 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox(), settings } }, service })
  const player = await world.play(world.operator, 'ann')
  const { body } = await player.open(openBody(world.operator, 'won', count))
  startCalls.set(world, world.casino.wallet.calls('aurum').length)
  return { world, player, won: body.items.map((item) => item.id) }
}

const startCalls = new WeakMap<World, number>()

/** The wallet calls about money since the player won, oldest first. */
function callsOf(world: World) {
  const calls = world.casino.wallet.calls('aurum').slice(startCalls.get(world))
  return calls.filter(({ idempotencyKey }) => idempotencyKey !== null)
}

/** Fees and refunds of them in the wallet's books, as the player sees them. */
function movementsOf(world: World): number[] {
  return world.casino.wallet
    .ledger('aurum', 'ann')
    .filter(isOfOrder)
    .map(({ amountMinor }) => amountMinor)
}

const isOfOrder = ({ reference }: { reference: object | null }) => reference !== null && 'orderPublicId' in reference

async function historyOf(world: World): Promise<string[]> {
  const { items } = await world.operator.coffer.history({ playerExternalId: 'ann', types: 'shipping,refund' })
  return items.map(({ type, amountMinor, status }) => `${type} ${amountMinor} ${status}`)
}

async function stateOf({ operator }: World, id: number): Promise<string> {
  return (await operator.coffer.getInventoryItem({ playerExternalId: 'ann', id })).item.state
}

function intentsOf({ databaseUrl }: World) {
  return openRows(databaseUrl).query<{ state: string }>('select state from shipping_intents')
}

function toldOf({ status, headers, body }: Answer<object>): [number, string | null, string | null] {
  const { error } = body as { error?: { code: string } }
  return [status, error?.code ?? null, headers.get('retry-after')]
}

const isReplayed = ({ headers }: Answer<unknown>) => headers.get('coffer-replayed') === 'true'

function meet(world: World, type: 'wallet.debit' | 'wallet.credit', ...met: Fault[]): void {
  world.casino.wallet.faults.push(...met.map((fault) => ({ when: { type }, times: 1, fault })))
}
