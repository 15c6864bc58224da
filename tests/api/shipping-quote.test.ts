import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShippingQuote } from '@coffer/contract/shipping'
import { faults } from '@coffer/reference-operator'
import { convertOperator, getOperator, setRates } from '@coffer/service/administration'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import type { Context } from '../../service/src/platform/index.ts'
import { quoteShipping } from '../../service/src/shipping/index.ts'
import { orderOf, shipped } from '../support/shipping.ts'
import { quote, refusal, startShipping } from '../support/shipping-world.ts'
import { win } from '../support/sure-boxes.ts'

test('the cost is that of the item worth most now, its own or the default, and of items worth the same the dearer one', async (t) => {
  const costs = { crown: 700, keepsake: 0 }
  const { coffer, operator, player, won } = await startShipping(t, { costs })
  const [mug, keepsake, crown] = (await won('mug', 'keepsake', 'crown')) as [number, number, number]
  const costOf = async (...ids: number[]) => {
    const game = (await quote(player, ids)).body.quote
    const backend = (await coffer.quoteShipping({ playerExternalId: 'ann', inventoryItemIds: ids })).quote
    assert.deepEqual({ ...game, fee: null }, backend, 'both surfaces know the same')
    assert.equal(game.fee?.amountMinor ?? 0, game.shippingCostMinor)
    return game.shippingCostMinor
  }
  assert.equal(await costOf(mug), 300, 'it has no cost of its own')
  assert.equal(await costOf(keepsake), 0, 'a cost of 0 is one')
  assert.equal(await costOf(mug, keepsake), 0, 'the keepsake is worth more')
  assert.equal(await costOf(mug, keepsake, crown), 700)
  await coffer.recordValue({ itemId: operator.items.crown!, valueMinor: 1500 })
  assert.deepEqual([await costOf(keepsake, crown), await costOf(crown, keepsake)], [700, 700], 'both are worth 1500')
  await coffer.recordValue({ itemId: operator.items.crown!, valueMinor: 899 })
  assert.equal(await costOf(mug, crown), 300, 'the mug is worth a cent more')
})

test('a quote names minimum, total and each item as an order would hold it, also what would wait for stock', async (t) => {
  const settings = { 'shipping.minShipmentValueMinor': 1800 }
  const { operator, coffer, player, won, order } = await startShipping(t, { settings, stock: { mug: 1, keepsake: 0 } })
  const [first, second, keepsake] = (await won('mug', 'mug', 'keepsake')) as [number, number, number]
  const line = (inventoryItemId: number, name: string, valueMinor: number, waitingForStock: boolean) => {
    return { inventoryItemId, name, valueMinor, shippable: true, reason: null, waitingForStock }
  }
  assert.deepEqual((await quote(player, [keepsake, second, first])).body.quote, {
    currency: 'EUR',
    shippingCostMinor: 300,
    itemsValueTotalMinor: 3300,
    minimumMinor: 1800,
    canBeOrdered: true,
    fee: { amountMinor: 300, currency: 'EUR' },
    items: [
      line(keepsake, 'Sure keepsake', 1500, true),
      line(second, 'Sure mug', 900, false),
      line(first, 'Sure mug', 900, true),
    ],
  } satisfies ShippingQuote)
  const { canBeOrdered, itemsValueTotalMinor } = (await quote(player, [first])).body.quote
  assert.deepEqual([canBeOrdered, itemsValueTotalMinor], [false, 900], 'below the minimum')
  assert.equal((await quote(player, [first, second])).body.quote.canBeOrdered, true, 'the minimum itself is enough')
  await coffer.recordValue({ itemId: operator.items.mug!, valueMinor: 1 })
  assert.equal((await quote(player, [first])).body.quote.itemsValueTotalMinor, 900, 'no collectible keeps its value')
  assert.equal((await order([first, second])).status, 201)
})

test('each item that cannot be shipped has its reason and counts for nothing, and a quote changes nothing', async (t) => {
  const { world, operator, coffer, player, won, rows, backend } = await startShipping(t)
  const [mug, onOrder, reserved, cashed, busy] = (await won('mug', 'mug', 'mug', 'mug', 'mug')) as number[]
  const [book, spins, crown] = (await won('book', 'spins', 'crown')) as number[]
  const bobs = (await win(operator, await world.play(operator, 'bob'), 'mug')).items[0]!.id
  await shipped(player, [onOrder!])
  await coffer.createPayout({ playerExternalId: 'ann', inventoryItemIds: [reserved!], idempotencyKey: 'one' })
  assert.equal((await player.cashBack(cashed!)).status, 200)
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.serverError() })
  assert.equal((await player.cashBack(busy!)).status, 503)

  const before = await rows.fingerprint()
  const ids = [999_999, bobs, book!, spins!, cashed!, onOrder!, reserved!, busy!, mug!]
  const told = (await quote(player, ids)).body.quote
  const reasons = new Map(told.items.map((item) => [item.inventoryItemId, item.reason]))
  assert.deepEqual(
    [...reasons],
    [
      [999_999, 'NOT_FOUND'],
      [bobs, 'NOT_FOUND'],
      [book, 'NOT_PHYSICAL'],
      [spins, 'NOT_UNRESOLVED'],
      [cashed, 'NOT_UNRESOLVED'],
      [onOrder, 'NOT_UNRESOLVED'],
      [reserved, 'NOT_UNRESOLVED'],
      [busy, 'ITEM_BUSY'],
      [mug, null],
    ],
  )
  assert.deepEqual(
    told.items.map(({ shippable }) => shippable),
    ids.map((id) => id === mug),
  )
  assert.deepEqual(told.items[0], {
    ...{ inventoryItemId: 999_999, name: null, valueMinor: null },
    ...{ shippable: false, reason: 'NOT_FOUND', waitingForStock: false },
  })
  assert.deepEqual([told.itemsValueTotalMinor, told.canBeOrdered], [900, false])
  const { quote: backends } = await coffer.quoteShipping({ playerExternalId: 'ann', inventoryItemIds: ids })
  assert.deepEqual(backends, { ...told, fee: null })
  await quote(player, [crown!])
  for (const inventoryItemIds of [[mug!], [mug!, crown!]]) {
    const { quote: strangers } = await coffer.quoteShipping({ playerExternalId: 'stranger', inventoryItemIds })
    assert.deepEqual([...new Set(strangers.items.map(({ reason }) => reason))], ['NOT_FOUND'])
    assert.deepEqual([strangers.shippingCostMinor, strangers.itemsValueTotalMinor, strangers.fee], [0, 0, null])
  }
  refusal(
    await backend('quoteShipping', { body: { playerExternalId: 'ann', inventoryItemIds: [] } }),
    422,
    'VALIDATION_FAILED',
  )
  assert.deepEqual(await rows.fingerprint(), before)
  assert.equal((await player.cashBack(busy!)).status, 200, 'the cashback that was under way ends')
})

test('the fee is in the currency of the session, at the rate of the moment, rounded up; on the backend there is none', async (t) => {
  const { world, operator, coffer, won } = await startShipping(t)
  const [crown] = (await won('crown')) as [number]
  const feeIn = async (currency: string) => {
    const session = await world.play(operator, 'ann', { currency })
    return { session, fee: async () => (await quote(session, [crown])).body.quote.fee }
  }
  assert.deepEqual(await (await feeIn('EUR')).fee(), { amountMinor: 700, currency: 'EUR' })
  assert.deepEqual(await (await feeIn('USD')).fee(), { amountMinor: 759, currency: 'USD' }, '7.5838 dollars')
  const yen = await feeIn('JPY')
  assert.deepEqual(await yen.fee(), { amountMinor: 1185, currency: 'JPY' }, '1184.89 yen')
  assert.deepEqual(await (await feeIn('KWD')).fee(), { amountMinor: 2329, currency: 'KWD' }, '2.3289 dinars')
  await setRates(world.service.ctx, 'EUR', { USD: '1.0834', JPY: '170.01', KWD: '0.3327' }, 'test')
  assert.deepEqual(await yen.fee(), { amountMinor: 1191, currency: 'JPY' }, '1190.07 yen, in the same session')
  const { order } = (await yen.session.call<{ order: { fee: object } }>('createOrder', { body: orderOf([crown]) })).body
  assert.deepEqual(order.fee, { amountMinor: 1191, currency: 'JPY', refundedMinor: 0 })
  const { quote: backends } = await coffer.quoteShipping({ playerExternalId: 'ann', inventoryItemIds: [crown] })
  assert.deepEqual([backends.fee, backends.currency], [null, 'EUR'])
})

test('while shipping is off, or the currency of the session has no rate, nothing is quoted or ordered', async (t) => {
  const { world, operator, player, won, rows, backend, order, calls } = await startShipping(t, {
    costs: { keepsake: 0 },
  })
  const [crown, keepsake] = (await won('crown', 'keepsake')) as [number, number]
  const yen = await world.play(operator, 'ann', { currency: 'JPY' })
  await world.settings(operator, { currencies: ['EUR', 'USD'] })
  const before = await rows.fingerprint()
  calls.length = 0
  refusal(await quote(yen, [crown]), 422, 'UNSUPPORTED_CURRENCY')
  refusal(await yen.call('createOrder', { body: orderOf([crown]) }), 422, 'UNSUPPORTED_CURRENCY')
  const free = await quote(yen, [keepsake])
  assert.deepEqual([free.status, free.body.quote.fee], [200, null], 'where nothing is charged no rate is needed')
  await world.settings(operator, { 'policies.shippingEnabled': false })
  const body = { playerExternalId: 'ann', inventoryItemIds: [crown] }
  refusal(await quote(player, [crown]), 403, 'SHIPPING_DISABLED')
  refusal(await backend('quoteShipping', { body }), 403, 'SHIPPING_DISABLED')
  refusal(await player.call('createOrder', { body: orderOf([crown]) }), 403, 'SHIPPING_DISABLED')
  refusal(await order([crown]), 403, 'SHIPPING_DISABLED')
  await world.settings(operator, { 'policies.shippingEnabled': true })
  const after = await rows.fingerprint()
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  assert.deepEqual(
    changed.filter((table) => !['audit_heads', 'audit_log', 'operators', 'outbox_events'].includes(table)),
    [],
  )
  assert.deepEqual(calls, [], 'the wallet was never asked')
})

test('a quote asks the database as often for twenty items as for two, also for such as were won in another currency', async (t) => {
  const { world, operator, won, rows } = await startShipping(t, { costs: { mug: 499 } })
  const ids = await won(...Array.from({ length: 20 }, () => 'mug' as const))
  await convertOperator(world.service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  const { operatorId } = operator
  const [player] = await rows.query<{ player_id: string }>('select player_id from players')
  const owner = { operatorId, playerId: Number(player!.player_id) }
  const converted = await world.service.ctx.tx(operatorId, (tx) => getOperator(tx, operatorId))
  const asks = async (inventoryItemIds: number[]) => {
    let asked = 0
    const counting = {
      transformQuery: ({ node }: PluginTransformQueryArgs) => {
        asked += 1
        return node
      },
      transformResult: async ({ result }: PluginTransformResultArgs) => result,
    }
    const { ctx: own } = world.service
    const ctx: Context = { ...own, tx: (id, work) => own.tx(id, (tx) => work(tx.withPlugin(counting))) }
    const quoted = await quoteShipping(ctx, { operator: converted, owner, inventoryItemIds, chargedIn: 'EUR' })
    assert.deepEqual([quoted.currency, quoted.itemsValueTotalMinor], ['USD', 975 * inventoryItemIds.length])
    return asked
  }
  assert.ok((await asks(ids)) > 0)
  assert.equal(await asks(ids), await asks(ids.slice(0, 2)))
})
