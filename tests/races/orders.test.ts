import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { convertOperator } from '@coffer/service/administration'
import { eventually } from '../support/eventually.ts'
import { inProof } from '../support/in-proof.ts'
import { holdPauses } from '../support/pacing.ts'
import type { Player } from '../support/player.ts'
import { openMeeting } from '../support/racing.ts'
import { openRows } from '../support/rows.ts'
import {
  ADDRESS,
  CONTACT,
  cancelOrder,
  changeAddress,
  orderOf,
  readOrder,
  ship,
  shipped,
  told,
} from '../support/shipping.ts'
import { type SureKey, sureBoxes, winBody } from '../support/sure-boxes.ts'
import { startWorld, type World, type WorldOptions } from '../support/world.ts'

/** No other pause is as long, so `holdPauses` holds only requests that wait for another one. */
const WAITER_POLL_MS = 87
const TRIALS = inProof ? 50 : 6
const FEE_MINOR = 300
/** Longer than a test; it ends when it is told to. */
const UNTIL_TOLD_MS = 600_000
/** Lets everyone look for an intent, and nobody write one. */
const LOCK_INTENTS = 'lock table shipping_intents in share mode'
const LOCK_ORDER = 'select from shipping_orders where public_id = $1 for update'
const LOCK_INTENT = 'select from shipping_intents where order_public_id = $1 for update'
/** Nobody listens there, so that of a call no byte ever leaves. */
const NOBODY = 'http://127.0.0.1:9/wallet'

type WorldLimits = NonNullable<NonNullable<WorldOptions['service']>['limits']>

async function start(t: TestContext, limits: WorldLimits = {}) {
  const settings = { 'game.maxReels': 20, 'inventory.expiryDays': 1000, 'shipping.defaultCostMinor': FEE_MINOR }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } }, service: { limits } })
  world.casino.wallet.setBalance('aurum', 'ann', 'EUR', 10_000_000)
  const player = await world.play(world.operator, 'ann')
  const rows = openRows(world.databaseUrl)
  return { world, player, rows, meeting: openMeeting(world.databaseUrl, 'order-race') }
}

/** As many as are asked for, 20 to an open. */
async function winMugs(world: World, player: Player, count: number): Promise<number[]> {
  const won: number[] = []
  while (won.length < count) {
    const keys = Array(Math.min(20, count - won.length)).fill('mug') as SureKey[]
    const { body, text } = await player.open(winBody(world.operator, `win-${won.length}`, ...keys))
    assert.ok(body.items, text)
    won.push(...body.items.map((item) => item.id))
  }
  return won
}

/** What the player paid for shipping and did not get back. */
function feesOf({ casino }: World): number {
  const entries = casino.wallet.ledger('aurum').filter(({ reference }) => reference && 'orderPublicId' in reference)
  return 0 - entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Keeps the next fees waiting at the wallet until so many have come. */
function gatherFees({ casino }: World, count: number): Promise<void> {
  const gathered = Promise.withResolvers<void>()
  let seen = 0
  casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: count, fault: faults.slow(UNTIL_TOLD_MS) })
  casino.wallet.onCall = ({ type }) => {
    if (type === 'wallet.debit' && ++seen === count) gathered.resolve()
  }
  return gathered.promise
}

const buyMug = ({ operator }: World, clientActionId: string) =>
  operator.coffer.buyWithNuggets({
    ...{ playerExternalId: 'ann', clientActionId, itemId: operator.items.mug! },
    ...{ address: ADDRESS, contact: CONTACT },
  })

test('an item expires or is ordered, and its fee goes back when it has expired', async (t) => {
  const { world, player, rows, meeting } = await start(t)
  const { coffer } = world.operator
  let ordered = 0
  let charged = 0
  for (const [n, id] of (await winMugs(world, player, TRIALS)).entries()) {
    await rows.query('update inventory_items set expires_at = created_at where inventory_item_id = $1', [id])
    const inGame = async () => (await ship(player, [id])).status === 201
    const overBackend = () =>
      coffer.createOrder({ playerExternalId: 'ann', ...orderOf([id]) }).then(Boolean, () => false)
    const expiring = async () => (await world.tick('expire-items')) === 1
    const [isOrdered, isExpired] = await meeting.together([n % 2 === 0 ? inGame : overBackend, expiring])
    assert.notEqual(isOrdered, isExpired, `item ${id}`)
    if (isOrdered) ordered += 1
    if (isOrdered && n % 2 === 0) charged += 1
    assert.equal(feesOf(world), charged * FEE_MINOR)
    const { item } = await coffer.getInventoryItem({ playerExternalId: 'ann', id })
    assert.equal(item.state, isOrdered ? 'ship_requested' : 'expired')
  }
  t.diagnostic(`ordered ${ordered}, expired ${TRIALS - ordered}`)
})

test('a good that meets the cancel of the order that it would join is given back with it, or has an order of its own', async (t) => {
  const { world, player, meeting } = await start(t)
  let joined = 0
  for (const [n, id] of (await winMugs(world, player, TRIALS)).entries()) {
    const order = await shipped(player, [id])
    const buying = () => buyMug(world, `buy-${n}`)
    const cancelling = () => cancelOrder(player, order.publicId)
    const lock = { statement: LOCK_ORDER, id: order.publicId }
    const isFirst = n % 2 === 0
    const movers: (() => Promise<unknown>)[] = isFirst ? [buying, cancelling] : [cancelling, buying]
    const done = n % 3 > 0 ? await meeting.queue(lock, movers) : await meeting.together(movers)
    const bought = done[isFirst ? 0 : 1] as Awaited<ReturnType<typeof buying>>
    const cancelled = done[isFirst ? 1 : 0] as Awaited<ReturnType<typeof cancelling>>
    assert.equal(cancelled.status, 200, cancelled.text)
    const isJoined = bought.order!.publicId === order.publicId
    if (n % 3 > 0) assert.equal(isJoined, isFirst, 'who stood first')
    const { item } = await world.operator.coffer.getInventoryItem({ playerExternalId: 'ann', id: bought.item.id })
    assert.equal(item.state, isJoined ? 'unresolved' : 'ship_requested')
    const expected = ['created', ...(isJoined ? ['items_added'] : []), `cancelled back ${FEE_MINOR}`]
    assert.deepEqual(await told(world, order), expected)
    if (isJoined) joined += 1
    else await world.operator.coffer.cancelOrder({ playerExternalId: 'ann', publicId: bought.order!.publicId })
  }
  assert.equal(feesOf(world), 0)
  t.diagnostic(`joined ${joined}, apart ${TRIALS - joined}`)
})

test('of goods that come at once to an order with 49 lines one joins it, and the others go along in another', async (t) => {
  const { world, player } = await start(t)
  const full = await shipped(player, await winMugs(world, player, 49))
  const bought = await Promise.all(Array.from({ length: 6 }, (_, n) => buyMug(world, `buy-${n}`)))
  const orders = new Set(bought.map(({ order }) => order!.publicId))
  assert.equal(orders.size, 2)
  orders.delete(full.publicId)
  const [other] = [...orders]
  const lines = await Promise.all(
    [full.publicId, other!].map(async (publicId) => (await readOrder(player, publicId)).body.order.items.length),
  )
  assert.deepEqual(lines, [50, 5])
})

test('an address that meets the cancel of its order is changed before it, or not at all', async (t) => {
  const { world, player, meeting } = await start(t)
  for (const [n, id] of (await winMugs(world, player, TRIALS)).entries()) {
    const order = await shipped(player, [id])
    const changing = () => changeAddress(player, order.publicId, { ...ADDRESS, city: 'Cork' })
    const cancelling = () => cancelOrder(player, order.publicId)
    const movers: (() => Promise<{ status: number }>)[] = [changing, cancelling]
    if (n % 2 === 1) movers.reverse()
    const lock = { statement: LOCK_ORDER, id: order.publicId }
    const done = await (n % 3 > 0 ? meeting.queue(lock, movers) : meeting.together(movers))
    const [changed, cancelled] = (n % 2 === 1 ? done.toReversed() : done).map(({ status }) => status)
    if (n % 3 > 0) assert.equal(changed, n % 2 === 1 ? 422 : 200, 'who stood first')
    assert.equal(cancelled, 200)
    const { address } = (await readOrder(player, order.publicId)).body.order
    assert.equal(address.city, changed === 200 ? 'Cork' : ADDRESS.city)
    const expected = ['created', ...(changed === 200 ? ['address'] : []), `cancelled back ${FEE_MINOR}`]
    assert.deepEqual(await told(world, order), expected)
  }
  assert.equal(feesOf(world), 0)
})

test('20 parallel orders of the same items to one address, without an id, are one order, one fee and one answer', async (t) => {
  // Each of them waits on a connection of its own.
  const { world, player, meeting } = await start(t, { appConnections: 20, waiterPollMs: WAITER_POLL_MS })
  const mugs = await winMugs(world, player, 3)
  const waiters = holdPauses(world.clock, WAITER_POLL_MS, 19)
  const asked = gatherFees(world, 1)
  const clicks = Array.from({ length: 20 }, (_, n) => () => ship(player, n % 2 === 0 ? mugs : mugs.toReversed()))
  const shipping = await meeting.crowd(LOCK_INTENTS, clicks)
  await Promise.race([Promise.all([asked, waiters.reached]), ...shipping])
  await world.casino.wallet.endWaits()
  waiters.release()
  const answers = await Promise.all(shipping)
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(answers[0]!.status, 201, answers[0]!.text)
  assert.equal(answers.filter(({ headers }) => headers.get('coffer-replayed') === 'true').length, 19)
  assert.equal(feesOf(world), FEE_MINOR)
})

test('100 parallel orders with one clientActionId are one order, one fee and one answer', async (t) => {
  const { world, player } = await start(t)
  const mugs = await winMugs(world, player, 3)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ship(player, mugs, { clientActionId: 'one-click' })),
  )
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(answers[0]!.status, 201, answers[0]!.text)
  assert.equal(answers.filter(({ headers }) => headers.get('coffer-replayed') === 'true').length, 99)
  assert.equal(feesOf(world), FEE_MINOR)
})

test('the same items to several addresses at once are one order, and the other fees go back', async (t) => {
  const { world, player } = await start(t)
  const mugs = await winMugs(world, player, 3)
  const asked = gatherFees(world, 5)
  const shipping = Array.from({ length: 5 }, (_, n) => ship(player, mugs, { address: { ...ADDRESS, line2: `${n}` } }))
  await Promise.race([asked, ...shipping])
  assert.equal(feesOf(world), 0, 'nobody was served before all had come')
  await world.casino.wallet.endWaits()
  const answers = await Promise.all(shipping)
  assert.deepEqual(answers.map(({ status, body }) => body.error?.code ?? status).sort(), [
    201,
    ...Array(4).fill('INVENTORY_NOT_SHIPPABLE'),
  ])
  assert.equal(feesOf(world), FEE_MINOR)
})

/** What shipping costs before, between and after three conversions; each rounds up. */
const COSTS: Record<string, number[]> = { EUR: [300, 301], USD: [326, 327] }

test('orders while the operator is converted are each counted in one currency, and a fee is what its order says', async (t) => {
  const { world, player } = await start(t)
  const { operator, service } = world
  const mugs = await winMugs(world, player, 8)
  let isOver = false
  const orders: Awaited<ReturnType<typeof shipped>>[] = []
  const shipOn = async (id: number) => {
    for (let n = 0; !isOver || n < 3; n++) {
      const order = await shipped(player, [id])
      orders.push(order)
      await cancelOrder(player, order.publicId)
    }
  }
  const busy = mugs.map(shipOn)
  for (const currency of ['USD', 'EUR', 'USD']) {
    const before = orders.length
    await eventually(() => orders.length >= before + 10, `10 more orders come before ${currency}`)
    await convertOperator(service.ctx, operator.operatorId, currency, { actor: 'test' })
  }
  isOver = true
  await Promise.all(busy)
  for (const { currency, shippingCostMinor, items, fee } of orders) {
    assert.ok(COSTS[currency]!.includes(shippingCostMinor), `${shippingCostMinor} ${currency}`)
    assert.deepEqual([...new Set(items.map((item) => item.currency))], [currency])
    assert.ok(fee!.currency === 'EUR' && fee!.amountMinor <= 303, 'the player pays in what the session is in')
  }
  assert.equal(new Set(orders.map(({ currency }) => currency)).size, 2)
  assert.equal(feesOf(world), 0)
})

test('an action that joins a fee while its wallet is held back gets the answer of the resolver that gives the fee up', async (t) => {
  const { world, player, rows, meeting } = await start(t, { breakerFailuresCount: 1, breakerProbeMs: UNTIL_TOLD_MS })
  const won = await winMugs(world, player, 1)
  await world.settings(world.operator, { 'wallet.url': NOBODY })
  const first = await ship(player, won, { clientActionId: 'first' })
  assert.deepEqual([first.status, first.headers.get('retry-after')], [503, '2'], first.text)
  const [intent] = await rows.query<{ order_public_id: string }>('select order_public_id from shipping_intents')
  world.clock.advance(600_000)

  // The resolver has the operation and wants the intent; the new action finds the fee undecided, and nobody knows of it yet.
  const lock = { statement: LOCK_INTENT, id: intent!.order_public_id }
  const join = () => ship(player, won, { clientActionId: 'second' })
  const giveUp = async () => {
    await world.tick('resolver')
    return null
  }
  const [, joined] = await meeting.queue<Awaited<ReturnType<typeof join>> | null>(lock, [giveUp, join])
  const { status, headers, body, text } = joined!
  assert.deepEqual([status, headers.get('retry-after')], [503, null], `for good: ${text}`)
  assert.deepEqual(await rows.query('select state from shipping_intents'), [{ state: 'refused' }])

  const again = await Promise.all(['first', 'second'].map((clientActionId) => ship(player, won, { clientActionId })))
  const answers = again.map((one) => [one.status, one.headers.get('retry-after'), one.body.error.code])
  assert.deepEqual(answers, Array(2).fill([503, null, body.error.code]))
  assert.deepEqual(
    await rows.query("select client_action_id from actions where kind = 'shipping' and status is null"),
    [],
    'every action has its answer',
  )
})
