import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { faults } from '@coffer/reference-operator'
import { LIMITS, type Limits } from '@coffer/service/kernel'
import { knock } from '../support/door.ts'
import { inProof } from '../support/in-proof.ts'
import { openRows } from '../support/rows.ts'
import { revalued, sureBoxes, win } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld } from '../support/world.ts'

const HOURS = 3_600_000

async function start(t: TestContext, limits: Partial<Limits> = {}) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } }, service: { limits } })
  const { operator } = world
  const { coffer } = operator
  const player = await world.play(operator, 'ann')
  let keys = 0
  return {
    ...{ world, operator, coffer, player },
    won: async (...prizes: Parameters<typeof win>[2][]) =>
      (await win(operator, player, ...prizes)).items.map((item) => item.id),
    reserve: async (inventoryItemIds: number[], idempotencyKey = `key-${keys++}`) =>
      (await coffer.createPayout({ playerExternalId: 'ann', inventoryItemIds, idempotencyKey })).payout,
    /** States of items by id, as the backend reads them, in any state. */
    states: async (...ids: number[]) => Promise.all(ids.map((id) => stateOf(world.databaseUrl, id))),
  }
}

async function stateOf(databaseUrl: string, id: number): Promise<string> {
  const [row] = await openRows(databaseUrl).query<{ state: string }>(
    'select state from inventory_items where inventory_item_id = $1',
    [id],
  )
  return row!.state
}

test('items are reserved together with their figures, and paid out by a word of the operator', async (t) => {
  const { world, coffer, player, won, reserve, states } = await start(t)
  const [mug, book, keepsake] = (await won('mug', 'book', 'keepsake')) as [number, number, number]
  const moved = world.casino.wallet.ledger('aurum', 'ann').length
  const payout = await reserve([keepsake, mug, book])
  const line = (inventoryItemId: number, name: string, valueMinor: number, cashbackMinor: number | null) => {
    const { itemId } = payout.items.find((item) => item.inventoryItemId === inventoryItemId)!
    return { inventoryItemId, itemId, name, valueMinor, cashbackMinor, currency: 'EUR' }
  }
  assert.deepEqual(payout, {
    id: payout.id,
    playerExternalId: 'ann',
    status: 'reserved',
    items: [
      line(mug, 'Sure mug', 900, 810),
      line(book, 'Sure book', 400, 360),
      line(keepsake, 'Sure keepsake', 1500, null),
    ],
    createdAt: payout.createdAt,
    expiresAt: new Date(Date.parse(payout.createdAt) + 72 * HOURS).toISOString(),
    closedAt: null,
  })
  assert.deepEqual(await states(mug, book, keepsake), ['reserved', 'reserved', 'reserved'])
  const every = '?state=unresolved,cashed_back,fulfilled,expired,reserved,paid_out'
  assert.deepEqual((await player.inventory(every)).body.items, [], 'items of a payout are in no list')
  assert.deepEqual((await coffer.getPayout({ id: payout.id })).payout, payout)

  const confirmed = (await coffer.confirmPayout({ id: payout.id, playerExternalId: 'ann' })).payout
  assert.ok(Date.parse(confirmed.closedAt!) >= Date.parse(payout.createdAt))
  assert.deepEqual(confirmed, { ...payout, status: 'paid_out', closedAt: confirmed.closedAt })
  assert.deepEqual((await coffer.confirmPayout({ id: payout.id })).payout, confirmed, 'again is the same')
  await assert.rejects(coffer.cancelPayout({ id: payout.id }), { status: 409, code: 'PAYOUT_NOT_RESERVED' })
  assert.deepEqual(await states(mug, book, keepsake), ['paid_out', 'paid_out', 'paid_out'])
  assert.equal(world.casino.wallet.ledger('aurum', 'ann').length, moved, 'no payout calls the wallet')
})

test('a cancelled payout gives its items back, free for everything, and they can be reserved once more', async (t) => {
  const { coffer, player, won, reserve } = await start(t)
  const [mug, book] = (await won('mug', 'book')) as [number, number]
  const before = (await player.inventory()).body.items
  const payout = await reserve([mug, book])
  const { payout: cancelled } = await coffer.cancelPayout({ id: payout.id })
  assert.deepEqual(cancelled, { ...payout, status: 'cancelled', closedAt: cancelled.closedAt })
  assert.deepEqual((await coffer.cancelPayout({ id: payout.id, playerExternalId: 'ann' })).payout, cancelled)
  await assert.rejects(coffer.confirmPayout({ id: payout.id }), { status: 409, code: 'PAYOUT_NOT_RESERVED' })
  assert.deepEqual((await player.inventory()).body.items, before, 'as if nothing had been')
  assert.equal((await player.cashBack(mug)).status, 200)
  assert.equal((await reserve([book])).status, 'reserved')
})

test('the same key gets the first answer whatever it asks for; a refusal is not remembered, and players have keys of their own', async (t) => {
  const { world, operator, player, won, coffer } = await start(t)
  const [mug, book] = (await won('mug', 'book')) as [number, number]
  const send = (playerExternalId: string, ids: number[], idempotencyKey = 'one') =>
    knock(world, s2sRoutes.createPayout, operator, {
      body: { playerExternalId, inventoryItemIds: ids, idempotencyKey },
    })
  assert.equal((await player.cashBack(book)).status, 200)
  assert.equal((await send('ann', [mug, book])).status, 422)
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => send('ann', [mug])))
  for (const one of others) assert.deepEqual([one.status, one.text], [201, first!.text])
  const replayed = [first!, ...others].filter((one) => one.headers.get('coffer-replayed') === 'true')
  assert.equal(replayed.length, 9, 'one of them reserved the item')
  const { id } = JSON.parse(first!.text).payout as { id: number }
  await coffer.confirmPayout({ id })
  const late = await send('ann', [999_999])
  assert.deepEqual([late.status, late.text, late.headers.get('coffer-replayed')], [201, first!.text, 'true'])
  const bob = await world.play(operator, 'bob')
  const [bobsMug] = (await win(operator, bob, 'mug')).items
  const other = await send('bob', [bobsMug!.id])
  assert.deepEqual([other.status, other.headers.get('coffer-replayed')], [201, null])
})

test('one item that cannot be paid out keeps all of them where they are', async (t) => {
  const { world, operator, coffer, player, won, reserve, states } = await start(t)
  const [mug, cashed, spins] = (await won('mug', 'book', 'spins')) as [number, number, number]
  assert.equal((await player.cashBack(cashed)).status, 200)
  const [held] = (await won('book')) as [number]
  await reserve([held])
  const bob = await world.play(operator, 'bob')
  const bobsMug = (await win(operator, bob, 'mug')).items[0]!.id
  const bought = await coffer.buyWithNuggets({
    ...{ playerExternalId: 'ann', clientActionId: 'nuggets' },
    itemId: operator.items.mug!,
  })
  const UNAVAILABLE: [id: number, state: string, why: RegExp][] = [
    [cashed, 'cashed_back', /^is cashed_back$/],
    [spins, 'forwarded_to_casino', /^is forwarded_to_casino$/],
    [held, 'reserved', /^is reserved$/],
    [bought.item.id, 'unresolved', /^was bought with Nuggets$/],
  ]
  for (const [id, state, why] of UNAVAILABLE) {
    const body = { playerExternalId: 'ann', inventoryItemIds: [mug, id], idempotencyKey: `refused-${id}` }
    const { status, body: told } = await knock(world, s2sRoutes.createPayout, operator, { body })
    assert.deepEqual([status, told.error.code, told.error.state], [422, 'PAYOUT_NOT_AVAILABLE', state])
    assert.deepEqual(Object.keys(told.error.fields!), ['inventoryItemIds.1'])
    assert.match(told.error.fields!['inventoryItemIds.1']![0]!, why)
  }
  for (const id of [bobsMug, 999_999]) {
    await assert.rejects(reserve([mug, id]), { status: 404, code: 'INVENTORY_ITEM_NOT_FOUND' })
  }
  const ofNobody = { playerExternalId: 'nobody', inventoryItemIds: [mug], idempotencyKey: 'x' }
  await assert.rejects(coffer.createPayout(ofNobody), { code: 'INVENTORY_ITEM_NOT_FOUND' })
  await assert.rejects(reserve([mug, mug]), { code: 'VALIDATION_FAILED' })
  await assert.rejects(reserve([]), { code: 'VALIDATION_FAILED' })
  assert.deepEqual(await states(mug), ['unresolved'])
})

test('an item that is being credited is busy, and is not reserved', async (t) => {
  const { world, operator, player, won } = await start(t)
  const [mug, book] = (await won('mug', 'book')) as [number, number]
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.serverError() })
  assert.equal((await player.cashBack(mug)).status, 503)
  const body = { playerExternalId: 'ann', inventoryItemIds: [book, mug], idempotencyKey: 'busy' }
  const busy = await knock(world, s2sRoutes.createPayout, operator, { body })
  const { code, reason } = busy.body.error
  assert.deepEqual([busy.status, code, reason], [409, 'ITEM_BUSY', 'ITEM_BUSY'])
  world.clock.advance(60_000)
  assert.equal((await player.cashBack(mug)).status, 200)
})

test('an item of a payout is not cashed back, on either surface', async (t) => {
  const { coffer, player, won, reserve } = await start(t)
  const [mug, book] = (await won('mug', 'book')) as [number, number]
  const paid = await reserve([book])
  await reserve([mug])
  await coffer.confirmPayout({ id: paid.id })
  for (const [id, state] of [
    [mug, 'reserved'],
    [book, 'paid_out'],
  ] as const) {
    const { status, body } = await player.cashBack(id)
    assert.deepEqual([status, body.error.code, body.error.state], [422, 'CASHBACK_NOT_AVAILABLE', state])
    const cashout = coffer.cashout({ playerExternalId: 'ann', inventoryItemId: id })
    await assert.rejects(cashout, { status: 422, code: 'CASHBACK_NOT_AVAILABLE' })
  }
})

test('a payout that nobody confirms is cancelled after 72 hours, and one that was confirmed stays', async (t) => {
  const { world, coffer, won, reserve, states } = await start(t)
  assert.equal(LIMITS.payoutReservedMs, 72 * HOURS)
  const ids = (await won('mug', 'book', 'keepsake')) as [number, number, number]
  const payouts = []
  for (const id of ids) payouts.push(await reserve([id]))
  const [left, confirmed, late] = payouts as [(typeof payouts)[0], (typeof payouts)[0], (typeof payouts)[0]]
  await coffer.confirmPayout({ id: confirmed.id })
  world.clock.advance(72 * HOURS - 60_000)
  assert.equal(await world.tick('cancel-payouts'), 0)
  assert.deepEqual(await states(...ids), ['reserved', 'paid_out', 'reserved'])
  world.clock.advance(60_000)
  assert.equal((await coffer.confirmPayout({ id: late.id })).payout.status, 'paid_out', 'until somebody cancels it')
  assert.equal(await world.tick('cancel-payouts'), 1)
  assert.equal(await world.tick('cancel-payouts'), 0)
  assert.deepEqual(await states(...ids), ['unresolved', 'paid_out', 'paid_out'])
  const { payout } = await coffer.getPayout({ id: left.id })
  assert.equal(payout.status, 'cancelled')
  assert.ok(Date.parse(payout.closedAt!) >= Date.parse(payout.expiresAt))
})

test('however many payouts are overdue, one pass cancels them all', async (t) => {
  const payoutCancelBatchCount = inProof ? LIMITS.payoutCancelBatchCount : 2
  const { world, won, reserve, coffer } = await start(t, { payoutCancelBatchCount })
  const count = payoutCancelBatchCount * 2 + 1
  for (let done = 0; done < count; done += 5) {
    for (const id of await won('book', 'book', 'book', 'book', 'book')) await reserve([id])
  }
  world.clock.advance(72 * HOURS)
  const { payouts } = await coffer.listPayouts({ limit: 200 })
  assert.ok(payouts.length >= count)
  assert.equal(await world.tick('cancel-payouts'), payouts.length)
  assert.deepEqual((await coffer.listPayouts({ status: 'reserved' })).payouts, [])
})

test('a payout keeps the figures of a collectible as they were when it was reserved', async (t) => {
  const { world, operator, coffer, won, reserve } = await start(t)
  const [crown] = (await won('crown')) as [number]
  await world.catalogue(operator, revalued('crown', 8000))
  const [line] = (await reserve([crown])).items
  assert.deepEqual([line!.valueMinor, line!.cashbackMinor], [8000, 7200])
  await world.catalogue(operator, revalued('crown', 1000))
  const { payouts } = await coffer.listPayouts({})
  assert.deepEqual(payouts[0]!.items, [line])
})

test('payouts are listed newest first, of all players or of one, by status, both ways', async (t) => {
  const { world, operator, coffer, won, reserve } = await start(t)
  const books = await won('book', 'book', 'book', 'book', 'book')
  const ids: number[] = []
  for (const book of books) ids.push((await reserve([book])).id)
  const bob = await world.play(operator, 'bob')
  const bobsBook = (await win(operator, bob, 'book')).items[0]!.id
  const body = { playerExternalId: 'bob', inventoryItemIds: [bobsBook], idempotencyKey: 'bobs' }
  const bobs = (await coffer.createPayout(body)).payout.id
  await coffer.confirmPayout({ id: ids[0]! })
  await coffer.cancelPayout({ id: ids[1]! })
  const newestFirst = [bobs, ...ids.toReversed()]
  const LISTS: [query: Record<string, string>, expected: number[]][] = [
    [{}, newestFirst],
    [{ playerExternalId: 'ann' }, newestFirst.slice(1)],
    [{ playerExternalId: 'nobody' }, []],
    [{ status: 'paid_out' }, [ids[0]!]],
    [{ status: 'cancelled,paid_out,nonsense' }, [ids[1]!, ids[0]!]],
    [{ status: 'nonsense' }, newestFirst],
    [{ status: 'reserved', playerExternalId: 'bob' }, [bobs]],
  ]
  for (const [query, expected] of LISTS) {
    const { payouts } = await coffer.listPayouts(query)
    assert.deepEqual(
      payouts.map(({ id }) => id),
      expected,
      JSON.stringify(query),
    )
  }
  const read = async (query: string) => {
    const { payouts, cursor } = await coffer.listPayouts(Object.fromEntries(new URLSearchParams(query)))
    return { rows: payouts, cursor }
  }
  const pages = await walkBothWays(read, 2)
  assert.deepEqual(
    pages.flat().map(({ id }) => id),
    newestFirst,
  )
  const { cursor } = await coffer.listPayouts({ limit: 2 })
  await assert.rejects(coffer.listPayouts({ cursor: cursor.next!, status: 'reserved' }), { code: 'VALIDATION_FAILED' })
})

test('a payout of another player, or of nobody, is not there', async (t) => {
  const { coffer, won, reserve, states } = await start(t)
  const [mug] = (await won('mug')) as [number]
  const { id } = await reserve([mug])
  const calls = [coffer.getPayout, coffer.confirmPayout, coffer.cancelPayout]
  for (const call of calls) {
    for (const wrong of [{ id, playerExternalId: 'bob' }, { id: id + 1 }]) {
      await assert.rejects(call(wrong), { status: 404, code: 'PAYOUT_NOT_FOUND' })
    }
  }
  assert.deepEqual(await states(mug), ['reserved'])
})
