import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { InventoryRow } from '@coffer/contract/shapes'
import { faults } from '@coffer/reference-operator'
import { commandLine } from '../support/command-line.ts'
import { assertInvalid, knock } from '../support/door.ts'
import { subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { masterKeyOf, startWorld } from '../support/world.ts'

const DAY = 86_400_000
const EVERY = '?state=unresolved,ship_requested,fulfilled,cashed_back,expired,forwarded_to_casino,consumed'

async function start(t: TestContext, settings: Record<string, unknown> = {}) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes(), settings: { 'session.idleMinutes': 720, ...settings } } },
  })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  return {
    ...{ world, operator, coffer: operator.coffer, player },
    won: async (...prizes: Parameters<typeof win>[2][]) =>
      (await win(operator, player, ...prizes)).items.map((item) => item.id),
    /** The player's items in any state that is listed, by id. The session may be over: the backend asks. */
    vault: async () => {
      const query = Object.fromEntries(new URLSearchParams(EVERY))
      const { items } = await operator.coffer.listInventory({ playerExternalId: 'ann', ...query })
      return new Map(items.map((item) => [item.id, item]))
    },
  }
}

const stateOf = (vault: Map<number, InventoryRow>, id: number | undefined) => vault.get(id!)?.state ?? 'in no list'

test('a free item expires when its time has passed, and what was done with it before stays done', async (t) => {
  const { world, coffer, player, won, vault } = await start(t, { 'inventory.expiryDays': 30 })
  const ids = await won('mug', 'book', 'keepsake', 'spins')
  const [mug, book, keepsake, spins] = ids
  const [reserved, paid] = (await won('mug', 'mug')) as [number, number]
  assert.equal((await player.cashBack(book!)).status, 200)
  for (const [id, idempotencyKey] of [
    [reserved, 'reserved'],
    [paid, 'paid'],
  ] as const) {
    await coffer.createPayout({ playerExternalId: 'ann', inventoryItemIds: [id], idempotencyKey })
  }
  const payouts = (await coffer.listPayouts({})).payouts
  await coffer.confirmPayout({ id: payouts[0]!.id })
  const bought = await coffer.buyWithNuggets({
    ...{ playerExternalId: 'ann', clientActionId: 'nuggets' },
    itemId: (await vault()).get(mug!)!.itemId,
  })
  const expiresAt = (await vault()).get(mug!)!.expiresAt!
  assert.equal(Date.parse(expiresAt) - Date.parse((await vault()).get(mug!)!.createdAt), 30 * DAY)
  assert.equal(bought.item.expiresAt, undefined)

  world.clock.advance(30 * DAY - 60_000)
  assert.equal(await world.tick('expire-items'), 0)
  assert.equal(stateOf(await vault(), mug), 'unresolved')
  world.clock.advance(60_000)
  assert.equal(await world.tick('expire-items'), 2)
  const after = await vault()
  const states = [mug, book, keepsake, spins, reserved, paid, bought.item.id].map((id) => stateOf(after, id))
  assert.deepEqual(states, [
    ...['expired', 'cashed_back', 'expired', 'forwarded_to_casino'],
    ...['in no list', 'in no list', 'unresolved'],
  ])
  assert.equal(after.get(mug!)!.expiresAt, undefined, 'only what can still expire says when')
  assert.deepEqual([after.get(mug!)!.cashbackMinor, after.get(mug!)!.shippable], [null, false])
  await assert.rejects(coffer.cashout({ playerExternalId: 'ann', inventoryItemId: mug! }), {
    code: 'CASHBACK_NOT_AVAILABLE',
  })

  await world.tick('cancel-payouts')
  assert.equal(stateOf(await vault(), reserved), 'unresolved', 'given back by its payout')
  assert.equal(await world.tick('expire-items'), 1)
  assert.equal(stateOf(await vault(), reserved), 'expired')
})

test('an item whose credit comes back refused after its time expires at the next pass, and not while it is under way', async (t) => {
  const { world, won, player, vault } = await start(t, { 'inventory.expiryDays': 1 })
  const [refused, paid] = (await won('mug', 'book')) as [number, number]
  world.clock.advance(DAY - 60_000)
  const again = await world.play(world.operator, 'ann')
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 2, fault: faults.serverError() })
  for (const id of [refused, paid]) assert.equal((await again.cashBack(id)).status, 503)
  world.clock.advance(120_000)
  assert.equal(await world.tick('expire-items'), 0)
  assert.deepEqual([stateOf(await vault(), refused), stateOf(await vault(), paid)], ['unresolved', 'unresolved'])
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') })
  assert.equal((await again.cashBack(refused)).status, 403)
  assert.equal((await again.cashBack(paid)).status, 200)
  assert.equal(await world.tick('expire-items'), 1)
  assert.deepEqual([stateOf(await vault(), refused), stateOf(await vault(), paid)], ['expired', 'cashed_back'])
  assert.equal(player.externalId, again.externalId)
})

test('nothing expires where no time is set, and what was won then never does', async (t) => {
  const { world, operator, won, vault } = await start(t)
  const [early] = await won('mug')
  await world.settings(operator, { 'inventory.expiryDays': 1 })
  const [late] = await won('mug')
  await world.settings(operator, { 'inventory.expiryDays': null })
  world.clock.advance(100 * DAY)
  assert.equal(await world.tick('expire-items'), 0)
  assert.deepEqual(
    [(await vault()).get(early!)!.expiresAt, (await vault()).get(late!)!.expiresAt],
    [undefined, undefined],
  )
  await world.settings(operator, { 'inventory.expiryDays': 1 })
  assert.equal(await world.tick('expire-items'), 1)
  assert.deepEqual([stateOf(await vault(), early), stateOf(await vault(), late)], ['unresolved', 'expired'])
})

test('however many items are due, they expire in batches, through an index of what can', async (t) => {
  const limits = { expiryBatchCount: 3 }
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes(), settings: { 'inventory.expiryDays': 1 } } },
    service: { limits },
  })
  const player = await world.play(world.operator, 'ann')
  for (let n = 0; n < 2; n++) await win(world.operator, player, 'mug', 'mug', 'mug', 'mug')
  world.clock.advance(DAY)
  assert.equal(await world.tick('expire-items'), 8)
  const rows = openRows(world.databaseUrl)
  const [batches] = await rows.query(
    "select count(distinct xmin::text)::int from inventory_items where state = 'expired'",
  )
  assert.deepEqual(batches, { count: 3 }, 'transactions')
  await rows.query('set enable_seqscan = off')
  const plan = await rows.query<{ 'QUERY PLAN': string }>(
    `explain select from inventory_items where operator_id = 1 and state = 'unresolved' and expires_at is not null
       and expires_at <= '2030-01-01' and acquisition_type = 'game_win' order by expires_at limit 3 for update skip locked`,
  )
  assert.match(plan.map((line) => line['QUERY PLAN']).join('\n'), /Index Scan using inventory_items_expiring/)
})

test('the desk hands digital items over and marks them, once and with its name in the audit log', async (t) => {
  const { world, operator, player, won, vault } = await start(t)
  const [book, other, mug, cashed] = (await won('book', 'book', 'mug', 'book')) as [number, number, number, number]
  const { coffer: run } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const deliver = (...words: (number | string)[]) =>
    run('item', 'deliver', ...words.map(String), '--operator', operator.slug)
  assert.deepEqual(await deliver(book), { code: 0, out: '1 delivered.\n', err: '' })
  assert.deepEqual(await deliver(book, other), { code: 0, out: '1 delivered, 1 had been before.\n', err: '' })
  assert.deepEqual(JSON.parse((await deliver(book, '--json')).out), { delivered: [], alreadyDelivered: [book] })
  assert.deepEqual([stateOf(await vault(), book), stateOf(await vault(), other)], ['fulfilled', 'fulfilled'])
  assert.equal((await player.cashBack(book)).body.error.state, 'fulfilled')

  assert.equal((await player.cashBack(cashed)).status, 200)
  const [free, busy] = (await won('book', 'book')) as [number, number]
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.serverError() })
  assert.equal((await player.cashBack(busy)).status, 503)
  const refused = await deliver(free, mug, cashed, busy, 999_999, '--json')
  assert.equal(refused.code, 1)
  assert.deepEqual(JSON.parse(refused.err).error.fields, {
    [mug]: ['is physical: it goes on a shipping order'],
    [cashed]: ['is cashed_back'],
    [busy]: ['is being cashed back'],
    999999: ['is no item of this operator'],
  })
  assert.equal(stateOf(await vault(), free), 'unresolved', 'all or none')
  assert.match((await deliver('x')).err, /^x is no id of an item/)
  world.clock.advance(60_000)
  assert.equal((await player.cashBack(busy)).status, 200)

  const entries = await openRows(world.databaseUrl).query<{ actor: string; details: object }>(
    "select actor, details from audit_log where action = 'item.delivered' order by entry_number",
  )
  assert.deepEqual(entries, [
    { actor: 'cli', details: { inventoryItemIds: [book] } },
    { actor: 'cli', details: { inventoryItemIds: [other] } },
  ])
})

test('goods bought with Nuggets come into the vault once, without a call of the wallet, and can only be shipped', async (t) => {
  const { world, operator, coffer, player } = await start(t, { 'inventory.expiryDays': 30 })
  const moved = world.casino.wallet.ledger('aurum', 'ann').length
  const body = { playerExternalId: 'ann', clientActionId: 'buy-1', itemId: operator.items.crown! }
  const send = (other: object = {}) => knock(world, s2sRoutes.buyWithNuggets, operator, { body: { ...body, ...other } })
  const [first, ...repeats] = await Promise.all(Array.from({ length: 10 }, () => send()))
  for (const one of repeats) assert.deepEqual([one.status, one.text], [201, first!.text])
  const replayed = [first!, ...repeats].filter((one) => one.headers.get('coffer-replayed') === 'true')
  assert.equal(replayed.length, 9)
  const { item, order } = JSON.parse(first!.text) as { item: InventoryRow; order: null }
  assert.equal(order, null)
  assert.deepEqual(
    { ...item, id: 0, createdAt: '' },
    {
      ...{ id: 0, itemId: operator.items.crown!, name: 'Sure crown', imageUrl: null, type: 'physical' },
      ...{ valueMinor: 5000, currency: 'EUR', state: 'unresolved', acquisitionType: 'bought_with_nuggets' },
      ...{ cashbackMinor: null, cashbackUncredited: null, shippable: true, wonAtRoundPublicId: null, createdAt: '' },
      ...{ isCollectible: true, currentRevisionId: item.currentRevisionId },
      ...{ wonValueMinor: 5000, currentValueMinor: 5000 },
    },
  )
  assert.deepEqual((await player.inventory()).body.items, [item])
  assert.equal(JSON.parse((await send({ itemId: operator.items.mug })).text).item.id, item.id, 'the first body counts')
  assert.notEqual(JSON.parse((await send({ clientActionId: 'buy-2' })).text).item.id, item.id)

  const cashed = await player.cashBack(item.id)
  assert.deepEqual([cashed.status, cashed.body.error.code], [422, 'CASHBACK_NOT_AVAILABLE'])
  await assert.rejects(coffer.cashout({ playerExternalId: 'ann', inventoryItemId: item.id }), {
    code: 'CASHBACK_NOT_AVAILABLE',
  })
  const reserve = { playerExternalId: 'ann', inventoryItemIds: [item.id], idempotencyKey: 'p' }
  await assert.rejects(coffer.createPayout(reserve), { status: 422, code: 'PAYOUT_NOT_AVAILABLE' })
  world.clock.advance(1000 * DAY)
  assert.equal(await world.tick('expire-items'), 0)
  assert.equal(world.casino.wallet.ledger('aurum', 'ann').length, moved)
})

test('only a physical item of the catalogue is sold for Nuggets, and only where items are shipped', async (t) => {
  const { world, operator, coffer } = await start(t)
  const buy = (itemId: number) =>
    coffer.buyWithNuggets({ playerExternalId: 'never-seen', clientActionId: 'one', itemId })
  for (const key of ['book', 'spins', 'dust'] as const) {
    const body = { playerExternalId: 'never-seen', clientActionId: 'one', itemId: operator.items[key] }
    const refused = await knock(world, s2sRoutes.buyWithNuggets, operator, { body })
    assertInvalid(refused, 'itemId', key)
  }
  await assert.rejects(buy(999_999), { status: 404, code: 'UNKNOWN_ITEM' })
  const archived = sureBoxes().items.map((item) => (item.key === 'mug' ? { ...item, archived: true } : item))
  await world.catalogue(operator, { items: archived, boxes: [] })
  await assert.rejects(buy(operator.items.mug!), { status: 422, code: 'VALIDATION_FAILED' })
  await world.settings(operator, { 'policies.shippingEnabled': false })
  await assert.rejects(buy(operator.items.keepsake!), { status: 403, code: 'SHIPPING_DISABLED' })
  await world.settings(operator, { 'policies.shippingEnabled': true })
  const { item } = await buy(operator.items.keepsake!)
  assert.equal(item.state, 'unresolved', 'no refusal was remembered')
  await world.settings(operator, { 'policies.shippingEnabled': false })
  assert.equal((await buy(operator.items.keepsake!)).item.id, item.id, 'a repeat is told what the first was told')
})

test('a bonus goes to the casino with one entitlement event, and Nuggets are told by the round alone', async (t) => {
  const { world, operator, player, vault } = await start(t)
  const plain = sureBoxes().items.map((item) => {
    const { metadata: _, ...rest } = item
    return item.key === 'spins' ? rest : item
  })
  const { receiver } = await subscribe(t, world, operator, ['bonus_entitlement'])
  const { round, items } = await win(operator, player, 'spins', 'dust')
  await world.catalogue(operator, { items: plain, boxes: [] })
  await win(operator, player, 'spins')
  await world.tick('webhooks')
  assert.deepEqual(
    items.map(({ type, state }) => [type, state]),
    [['bonus', 'forwarded_to_casino']],
  )
  assert.equal((await vault()).size, 2, 'Nuggets are no item')
  const told = receiver.received.map(({ body }) => body)
  assert.equal(told.length, 2)
  const first = told.find(({ payload }) => payload.roundPublicId === round.publicId)!
  assert.deepEqual([first.playerExternalId, first.payload.metadata], ['ann', { count: 5 }])
  assert.match(first.idempotencyKey, /^bonus:reel:\d+$/)
  const second = told.find((one) => one !== first)!
  assert.deepEqual(second.payload.metadata, {}, 'never null')
  assert.ok(told.every(({ payload }) => payload.valueMinor === 200))
})
