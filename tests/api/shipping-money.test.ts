import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { readOrder, ship, shipped } from '../support/shipping.ts'
import { asBackend, orderIn, refusal, startShipping } from '../support/shipping-world.ts'
import { win } from '../support/sure-boxes.ts'

/** The fee of an order that a player places in the game. What comes back of it: shipping-cancel. */

test('the fee of the dearest item is debited once, and answer, order, ledger and history say the same of it', async (t) => {
  const { player, won, balance, calls, moved, coffer, world, operator } = await startShipping(t)
  const [mug, crown] = (await won('mug', 'crown')) as [number, number]
  const before = await balance()
  calls.length = 0
  const { status, body } = await ship(player, [mug, crown])
  assert.deepEqual([status, body.balanceAfterMinor], [201, before - 700])
  const { publicId, fee, shippingCostMinor } = body.order
  assert.deepEqual(fee, { amountMinor: 700, currency: 'EUR', refundedMinor: 0 })
  assert.equal(shippingCostMinor, 700)
  assert.deepEqual(
    calls.map(({ type, amountMinor }) => [type, amountMinor]),
    [['wallet.debit', 700]],
  )
  const [{ idempotencyKey, ...debit } = { idempotencyKey: null }] = moved()
  assert.match(idempotencyKey ?? '', /^shipping:player:[0-9a-f]{64}$/)
  assert.deepEqual(debit, { amountMinor: -700, currency: 'EUR' })
  const { reference } = world.casino.wallet.ledger(operator.slug).at(-1)!
  assert.deepEqual(reference, { kind: 'shipping', orderPublicId: publicId })
  assert.equal(await balance(), before - 700)
  const { items } = await coffer.history({ playerExternalId: 'ann', types: 'shipping' })
  assert.equal(items.length, 1)
  const { type, amountMinor, currency, orderPublicId, status: state, idempotencyKey: key } = items[0]!
  assert.deepEqual([type, amountMinor, currency, orderPublicId, state], ['shipping', -700, 'EUR', publicId, 'settled'])
  assert.equal(key, idempotencyKey)
})

test('an order whose shipping is free makes no call of the wallet', async (t) => {
  const { player, won, calls, coffer } = await startShipping(t, { costs: { keepsake: 0 } })
  const [keepsake, mug] = (await won('keepsake', 'mug')) as [number, number]
  calls.length = 0
  const { status, body } = await ship(player, [keepsake, mug])
  assert.deepEqual([status, body.balanceAfterMinor, body.order.fee], [201, null, null])
  assert.equal(body.order.shippingCostMinor, 0, 'the mug alone would cost 300')
  assert.deepEqual(calls, [])
  assert.deepEqual((await coffer.history({ playerExternalId: 'ann', types: 'shipping' })).items, [])
})

test('a fee that the wallet refuses is no order: the items stay free, the click keeps its answer, and another may try again', async (t) => {
  const { world, operator, player, won, order, states, balance, moved, coffer } = await startShipping(t)
  const [crown] = (await won('crown')) as [number]
  const before = await balance()
  const { wallet } = world.casino
  const REFUSALS: [string, number, string][] = [
    ['INSUFFICIENT_FUNDS', 422, 'INSUFFICIENT_FUNDS'],
    ['PLAYER_BLOCKED', 403, 'PLAYER_BLOCKED'],
    ['LIMIT_REACHED', 503, 'WALLET_UNAVAILABLE'],
  ]
  for (const [errorCode, status, code] of REFUSALS) {
    wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse(errorCode) })
    const more = { clientActionId: errorCode }
    const refused = await ship(player, [crown], more)
    refusal(refused, status, code)
    assert.equal(refused.headers.get('retry-after'), null, 'it is final')
    const again = await ship(player, [crown], more)
    refusal(again, status, code)
    assert.equal(again.headers.get('coffer-replayed'), 'true')
    refusal(await order([crown], more), status, code)
    assert.deepEqual(await states(crown), ['unresolved'])
  }
  assert.deepEqual([await balance(), moved()], [before, []])
  assert.deepEqual((await coffer.listOrders({ playerExternalId: 'ann' })).orders, [])

  wallet.setBalance(operator.slug, 'ann', 'EUR', 699)
  refusal(await ship(player, [crown]), 422, 'INSUFFICIENT_FUNDS')
  wallet.setBalance(operator.slug, 'ann', 'EUR', 700)
  assert.equal((await ship(player, [crown])).body.balanceAfterMinor, 0)
  assert.equal(moved().length, 1)
})

test('a click is one order on both surfaces: its repeat gets the first answer whatever it asks for', async (t) => {
  const { world, operator, player, won, order, moved, calls } = await startShipping(t)
  const [crown, mug, other] = (await won('crown', 'mug', 'mug')) as [number, number, number]
  const first = await ship(player, [crown], { clientActionId: 'one' })
  calls.length = 0
  const same = await ship(player, [crown], { clientActionId: 'one' })
  const changed = await ship(player, [mug], { clientActionId: 'one' })
  for (const again of [same, changed]) {
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(again.headers.get('coffer-replayed'), 'true')
  }
  assert.equal(first.headers.get('coffer-replayed'), null)
  const backends = await order([mug], { clientActionId: 'one' })
  assert.equal(backends.headers.get('coffer-replayed'), 'true')
  assert.deepEqual(backends.body, { order: asBackend(first.body.order), balanceAfterMinor: null })

  const two = await order([mug], { clientActionId: 'two' })
  const twice = await order([other], { clientActionId: 'two' })
  assert.deepEqual([twice.status, twice.text, twice.headers.get('coffer-replayed')], [201, two.text, 'true'])
  const inGame = await ship(player, [other], { clientActionId: 'two' })
  assert.deepEqual([inGame.status, inGame.headers.get('coffer-replayed')], [201, 'true'])
  assert.equal(inGame.body.order.publicId, orderIn(two).publicId)
  assert.deepEqual(calls, [], 'no repeat calls the wallet')
  assert.equal(moved().length, 1)

  const bob = await world.play(operator, 'bob')
  const [bobs] = (await win(operator, bob, 'mug')).items
  const own = await ship(bob, [bobs!.id], { clientActionId: 'one' })
  assert.deepEqual([own.status, own.headers.get('coffer-replayed')], [201, null], 'players have clicks of their own')
  refusal(await ship(player, [crown], { clientActionId: 'three' }), 422, 'INVENTORY_NOT_SHIPPABLE')
})

test('a refusal of ours is not remembered: the same click works when its reason is gone', async (t) => {
  const { world, operator, player, won, order } = await startShipping(t)
  const [mug, other] = (await won('mug', 'mug')) as [number, number]
  await world.settings(operator, { 'shipping.minShipmentValueMinor': 1000 })
  refusal(await ship(player, [mug], { clientActionId: 'game' }), 422, 'SHIPMENT_BELOW_MINIMUM')
  refusal(await order([other], { clientActionId: 'backend' }), 422, 'SHIPMENT_BELOW_MINIMUM')
  await world.settings(operator, { 'shipping.minShipmentValueMinor': 0 })
  assert.equal((await ship(player, [mug], { clientActionId: 'game' })).status, 201)
  assert.equal((await order([other], { clientActionId: 'backend' })).status, 201)
})

test('while a fee is undecided nothing is ordered, and the same items and address take it up under its key, with or without the click', async (t) => {
  const { world, player, won, balance, moved, states, order, coffer } = await startShipping(t)
  const [crown, mug] = (await won('crown', 'mug')) as [number, number]
  const before = await balance()
  const { faults: rules } = world.casino.wallet
  for (const apply of [true, false]) {
    rules.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.serverError({ apply }) })
    const lost = await ship(player, [mug, crown], { clientActionId: `lost-${apply}` })
    refusal(lost, 503, 'WALLET_UNAVAILABLE')
    assert.equal(lost.headers.get('retry-after'), '2')
    assert.deepEqual(await states(crown, mug), ['unresolved', 'unresolved'])
    refusal(await order([mug], { clientActionId: `lost-${apply}` }), 503, 'WALLET_UNAVAILABLE')
    const later = await ship(player, [crown, mug])
    assert.deepEqual([later.status, later.body.balanceAfterMinor], [201, before - 700], later.text)
    const replayed = await ship(player, [mug, crown], { clientActionId: `lost-${apply}` })
    assert.deepEqual([replayed.text, replayed.headers.get('coffer-replayed')], [later.text, 'true'])
    const { publicId } = later.body.order
    assert.equal((await coffer.cancelOrder({ playerExternalId: 'ann', publicId })).order.status, 'cancelled')
    assert.equal(await balance(), before)
  }
  assert.equal(new Set(moved().map(({ idempotencyKey }) => idempotencyKey)).size, 4, 'two fees, two refunds')
  assert.equal(moved().length, 4)
})

test('a fee for items that were shipped meanwhile goes back before the player is told', async (t) => {
  const { world, player, won, balance, order, moved, calls, coffer } = await startShipping(t)
  const [crown, mug] = (await won('crown', 'mug')) as [number, number]
  const before = await balance()
  calls.length = 0
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.slow(9000) })
  const shipping = ship(player, [mug, crown])
  while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const taken = orderIn(await order([crown]))
  await world.casino.wallet.endWaits()
  const error = refusal(await shipping, 422, 'INVENTORY_NOT_SHIPPABLE')
  assert.deepEqual(error.fields, { 'inventoryItemIds.1': ['is no longer free'] })
  assert.deepEqual(
    moved().map(({ amountMinor }) => amountMinor),
    [-700, 700],
  )
  assert.equal(await balance(), before)
  const { orders } = await coffer.listOrders({ playerExternalId: 'ann' })
  assert.deepEqual(
    orders.map(({ publicId }) => publicId),
    [taken.publicId],
  )
  const { items } = await coffer.history({ playerExternalId: 'ann', types: 'shipping,refund' })
  assert.deepEqual(
    items.map(({ type, amountMinor, status }) => [type, amountMinor, status]),
    [
      ['refund', 700, 'settled'],
      ['shipping', -700, 'voided'],
    ],
  )
  assert.equal((await ship(player, [mug])).status, 201, 'what is still free can be shipped')
})

test('without a wallet a fee cannot be charged and nothing is begun; what costs nothing and what a backend orders goes on', async (t) => {
  const { world, operator, player, won, order, rows } = await startShipping(t, { costs: { keepsake: 0 } })
  const [crown, keepsake] = (await won('crown', 'keepsake')) as [number, number]
  await world.settings(operator, { 'wallet.url': '' })
  const before = await rows.fingerprint()
  const refused = await ship(player, [crown])
  refusal(refused, 503, 'WALLET_UNAVAILABLE')
  assert.equal(refused.headers.get('retry-after'), null)
  assert.deepEqual(await rows.fingerprint(), before)
  assert.equal((await ship(player, [keepsake])).status, 201)
  assert.equal((await order([crown])).status, 201)
})

test('an excluded player is out of the game and charged no fee, and their operator can still have their things sent', async (t) => {
  const { operator, player, won, calls, order } = await startShipping(t)
  const [crown] = (await won('crown')) as [number]
  await operator.coffer.setRestrictions({ playerExternalId: 'ann', selfExcluded: true })
  calls.length = 0
  refusal(await ship(player, [crown]), 401, 'SESSION_EXPIRED')
  assert.equal((await order([crown])).status, 201)
  assert.deepEqual(calls, [])
})

test('orders of one player that come at once are each charged for themselves, and none twice', async (t) => {
  const { player, won, moved, balance } = await startShipping(t)
  const mugs = await won(...Array.from({ length: 10 }, () => 'mug' as const))
  const before = await balance()
  const orders = await Promise.all(mugs.map((id) => shipped(player, [id])))
  const repeats = await Promise.all(mugs.map(() => ship(player, mugs.slice(0, 1), { clientActionId: 'late' })))
  for (const repeat of repeats) refusal(repeat, 422, 'INVENTORY_NOT_SHIPPABLE')
  assert.equal(new Set(orders.map(({ publicId }) => publicId)).size, 10)
  assert.equal(new Set(moved().map(({ idempotencyKey }) => idempotencyKey)).size, 10)
  assert.equal(await balance(), before - 3000)
  assert.equal((await readOrder(player, orders[0]!.publicId)).body.order.fee?.amountMinor, 300)
})
