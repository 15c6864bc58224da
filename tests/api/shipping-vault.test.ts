import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InventoryRow } from '@coffer/contract/shapes'
import { faults } from '@coffer/reference-operator'
import { ADDRESS, cancelOrder, changeAddress, orderOf, ship, shipped } from '../support/shipping.ts'
import { orderIn, refusal, startShipping } from '../support/shipping-world.ts'

/** What an order does to the vault, and what is kept of a player's address. */

const DAY = 86_400_000

test('a row says whether it can be shipped: physical, free, and while shipping is on', async (t) => {
  const { world, operator, player, won, coffer } = await startShipping(t)
  await won('mug', 'mug', 'book', 'spins', 'crown')
  const [, mug] = (await player.inventory('?type=physical')).body.items as [InventoryRow, InventoryRow]
  await shipped(player, [mug.id])
  const every = 'unresolved,ship_requested,forwarded_to_casino'
  const shippable = async () => {
    const { items } = (await player.inventory(`?state=${every}`)).body
    const backend = await coffer.listInventory({ playerExternalId: 'ann', state: every })
    assert.deepEqual(
      backend.items.map((item) => item.shippable),
      items.map((item) => item.shippable),
    )
    return items.map((item) => [item.name, item.state, item.shippable])
  }
  assert.deepEqual(await shippable(), [
    ['Sure crown', 'unresolved', true],
    ['Sure spins', 'forwarded_to_casino', false],
    ['Sure book', 'unresolved', false],
    ['Sure mug', 'ship_requested', false],
    ['Sure mug', 'unresolved', true],
  ])
  await world.settings(operator, { 'policies.shippingEnabled': false })
  assert.deepEqual([...new Set((await shippable()).map(([, , can]) => can))], [false])
  assert.equal(
    (await cancelOrder(player, (await coffer.listOrders({ playerExternalId: 'ann' })).orders[0]!.publicId)).status,
    200,
  )
})

test('an item on an order is listed under its own state, and by nothing else than that order to be had', async (t) => {
  const { player, won, order, coffer, backend, rows } = await startShipping(t)
  const [mug, free] = (await won('mug', 'mug')) as [number, number]
  const { publicId } = orderIn(await order([mug]))
  const idsIn = async (state: string) => (await player.inventory(`?state=${state}`)).body.items.map((item) => item.id)
  assert.deepEqual([await idsIn('ship_requested'), await idsIn('unresolved')], [[mug], [free]])
  const { items } = await coffer.listInventory({ playerExternalId: 'ann', state: 'ship_requested' })
  assert.deepEqual([items[0]!.id, items[0]!.cashbackMinor, items[0]!.expiresAt], [mug, null, undefined])

  const before = await rows.fingerprint()
  const cashback = await player.cashBack(mug)
  assert.equal(refusal(cashback, 422, 'CASHBACK_NOT_AVAILABLE').state, 'ship_requested')
  const cashout = await backend('cashout', { body: { playerExternalId: 'ann', inventoryItemId: mug } })
  assert.equal(refusal(cashout, 422, 'CASHBACK_NOT_AVAILABLE').state, 'ship_requested')
  const payout = { playerExternalId: 'ann', inventoryItemIds: [free, mug], idempotencyKey: 'one' }
  refusal(await backend('createPayout', { body: payout }), 422, 'PAYOUT_NOT_AVAILABLE')
  refusal(await order([free, mug]), 422, 'INVENTORY_NOT_SHIPPABLE')
  refusal(await ship(player, [free, mug]), 422, 'INVENTORY_NOT_SHIPPABLE')
  assert.deepEqual(await rows.fingerprint(), before)

  await cancelOrder(player, publicId)
  assert.deepEqual(await idsIn('unresolved'), [free, mug])
  assert.equal((await backend('createPayout', { body: payout })).status, 201, 'it is free again')
})

test('an item does not expire while it is on an order, and does at the next pass after it came back too late', async (t) => {
  const settings = { 'inventory.expiryDays': 10 }
  const { world, player, won, order, states } = await startShipping(t, { settings })
  const [late, early, idle] = (await won('mug', 'mug', 'mug')) as [number, number, number]
  const first = orderIn(await order([late]))
  const second = orderIn(await order([early]))
  world.clock.advance(9 * DAY)
  const again = await world.play(world.operator, 'ann')
  await cancelOrder(again, second.publicId)
  const { items } = (await again.inventory()).body
  assert.deepEqual(
    items.map((item) => [item.id, Date.parse(item.expiresAt!) - Date.parse(item.createdAt)]),
    [
      [idle, 10 * DAY],
      [early, 10 * DAY],
    ],
    'an order stops no clock',
  )
  world.clock.advance(2 * DAY)
  await world.tick('expire-items')
  assert.deepEqual(await states(late, early, idle), ['ship_requested', 'expired', 'expired'])
  const later = await world.play(world.operator, 'ann')
  assert.equal((await cancelOrder(later, first.publicId)).status, 200)
  assert.deepEqual(await states(late), ['unresolved'])
  await world.tick('expire-items')
  assert.deepEqual(await states(late), ['expired'])
  assert.equal((await player.call('heartbeat')).status, 401, 'days have passed')
})

/** Words of an address that stand nowhere else, long enough that no hash and no random id holds one by chance. */
const SECRETS = ['Xanthippe', 'Quagmire', 'Zwickau', 'Oblast', 'ZX81-QUAY', '0815-4711', 'xq@zwickau.test', 'wolfhound']
const PRIVATE = {
  ...{ name: 'Xanthippe', line1: '7 Quagmire Row', line2: 'c/o Quagmire', city: 'Zwickau' },
  ...{ region: 'Oblast', postalCode: 'ZX81-QUAY', country: 'DE', phone: '+49 0815-4711' },
}

test('no line of the log and no error holds an address, an e-mail or a note, and the audit log neither', async (t) => {
  const { world, operator, player, won, order, backend, desk, rows, coffer } = await startShipping(t)
  const [one, two, three] = (await won('mug', 'mug', 'crown')) as [number, number, number]
  const whole = { address: PRIVATE, contact: { email: 'xq@zwickau.test' }, notes: 'Beware of the wolfhound' }
  const errors: string[] = []
  const refused = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    assert.ok(status >= 400, text)
    errors.push(text)
  }
  for (const bad of [
    { address: { ...PRIVATE, city: 'Zwickau'.repeat(40) } },
    { address: { ...PRIVATE, country: 'Oblast' } },
    { address: 'Quagmire' },
    { address: { ...PRIVATE, postalCode: ['ZX81-QUAY'] } },
    { contact: { email: 'xq@zwickau.test xq@zwickau.test' } },
    { contact: 'xq@zwickau.test' },
    { notes: 'wolfhound'.repeat(60) },
  ]) {
    await refused(order([one], { ...whole, ...bad }))
    await refused(ship(player, [one], { ...whole, ...bad }))
  }
  await refused(order([one, 999_999], whole))
  await refused(backend('createOrder', { raw: `{"address":{"name":"Xanthippe"` }))
  const rules = world.casino.wallet.faults
  for (const fault of [faults.refuse('INSUFFICIENT_FUNDS'), faults.garbage(), faults.serverError()]) {
    rules.push({ when: { type: 'wallet.debit' }, times: 1, fault })
    await refused(ship(player, [three], whole))
  }
  const { publicId } = await shipped(player, [three], whole)
  const placed = orderIn(await order([one], whole))
  const good = { playerExternalId: 'ann', clientActionId: 'n', itemId: operator.items.mug!, ...whole }
  assert.equal((await coffer.buyWithNuggets(good)).order?.publicId, publicId)
  await changeAddress(player, placed.publicId, { ...ADDRESS, name: 'Xanthippe' })
  await desk(placed.publicId, { address: PRIVATE, userNotes: 'A wolfhound' })
  rules.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.garbage() })
  await cancelOrder(player, publicId)
  await refused(changeAddress(player, publicId, PRIVATE))
  await refused(player.call('createOrder', { body: orderOf([two], { ...whole, inventoryItemIds: [two, two] }) }))
  world.clock.advance(600_000)
  await world.tick('resolver')
  await world.tick('webhooks')

  const audit = await rows.query('select * from audit_log')
  assert.ok(world.lines.length > 10 && audit.length > 0 && errors.length > 15)
  for (const [where, text] of Object.entries({ log: world.lines, errors, audit })) {
    for (const secret of SECRETS) assert.ok(!JSON.stringify(text).includes(secret), `${where} holds ${secret}`)
  }
})
