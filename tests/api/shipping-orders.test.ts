import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BackendOrder } from '@coffer/contract/shipping'
import { faults } from '@coffer/reference-operator'
import { convertOperator } from '@coffer/service/administration'
import { assertInvalid, type DoorAnswer } from '../support/door.ts'
import { ADDRESS, CONTACT, changeAddress, orderOf, ship } from '../support/shipping.ts'
import { orderIn, refusal, shippingCatalogue, startShipping } from '../support/shipping-world.ts'
import { win } from '../support/sure-boxes.ts'
import { EMPTY_LINES, KEPT_LINES, REFUSED_LINES } from '../support/written-lines.ts'

/** Orders of a backend, and what both surfaces refuse before anything happens. */

test('a backend orders items without a call of the wallet, and the answer holds everything of the order', async (t) => {
  const { world, operator, won, order, states, calls, coffer } = await startShipping(t, { stock: { keepsake: 0 } })
  const [mug, keepsake] = (await won('mug', 'keepsake')) as [number, number]
  world.casino.wallet.faults.push({ fault: faults.hang() })
  calls.length = 0
  const answer = await order([mug, keepsake], { notes: 'Ring twice' })
  const placed = orderIn(answer)
  const { createdAt: at } = placed
  assert.match(placed.publicId, /^ord_[0-9a-hjkmnp-tv-z]{26}$/)
  const line = (inventoryItemId: number, key: 'mug' | 'keepsake', valueMinor: number, waitingForStock: boolean) => ({
    ...{ inventoryItemId, itemId: operator.items[key]!, name: `Sure ${key}`, imageUrl: null },
    ...{ valueMinor, currency: 'EUR', waitingForStock },
  })
  const expected: BackendOrder = {
    publicId: placed.publicId,
    status: 'pending',
    currency: 'EUR',
    shippingCostMinor: 300,
    playerExternalId: 'ann',
    realizedTotalCostMinor: null,
    itemsValueTotalMinor: 2400,
    address: ADDRESS,
    contact: CONTACT,
    userNotes: 'Ring twice',
    createdAt: at,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    deliveredAt: null,
    replacementsSentAt: null,
    items: [line(mug, 'mug', 900, false), line(keepsake, 'keepsake', 1500, true)],
    fee: null,
    timeline: [{ status: 'pending', at }],
  }
  assert.deepEqual([answer.status, answer.body], [201, { order: expected, balanceAfterMinor: null }])
  assert.deepEqual(await states(mug, keepsake), ['ship_requested', 'ship_requested'])
  assert.deepEqual((await coffer.getOrder({ playerExternalId: 'ann', publicId: placed.publicId })).order, expected)
  assert.deepEqual(calls, [], 'no balance was read either')
  const { items } = await coffer.history({ playerExternalId: 'ann', types: 'shipping,refund' })
  assert.deepEqual(items, [], 'nothing was charged')
})

test('one item that cannot be shipped keeps all of them where they are, and each such item is named with its reason', async (t) => {
  const { world, operator, coffer, player, won, rows, order, states, calls } = await startShipping(t)
  const [mug, onOrder, reserved, cashed, busy] = (await won('mug', 'mug', 'mug', 'mug', 'mug')) as number[]
  const [book, spins] = (await won('book', 'spins')) as number[]
  const bobs = (await win(operator, await world.play(operator, 'bob'), 'mug')).items[0]!.id
  orderIn(await order([onOrder!]))
  await coffer.createPayout({ playerExternalId: 'ann', inventoryItemIds: [reserved!], idempotencyKey: 'one' })
  assert.equal((await player.cashBack(cashed!)).status, 200)
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.serverError() })
  assert.equal((await player.cashBack(busy!)).status, 503)
  calls.length = 0

  const before = await rows.fingerprint()
  const free = 'is no longer free'
  const cases: [number, string][] = [
    [999_999, 'is not in this player’s vault'],
    [bobs, 'is not in this player’s vault'],
    [book!, 'is nothing that can be shipped'],
    [spins!, free],
    [cashed!, free],
    [onOrder!, free],
    [reserved!, free],
  ]
  for (const [id, words] of cases) {
    for (const answer of [await order([mug!, id]), await ship(player, [mug!, id])]) {
      const error = refusal(answer, 422, 'INVENTORY_NOT_SHIPPABLE')
      assert.deepEqual([error.fields, error.reason], [{ 'inventoryItemIds.1': [words] }, undefined])
    }
  }
  for (const answer of [await order([busy!, mug!, book!]), await ship(player, [busy!, mug!, book!])]) {
    const error = refusal(answer, 422, 'INVENTORY_NOT_SHIPPABLE')
    const fields = { 'inventoryItemIds.0': ['is being cashed back right now'] }
    assert.deepEqual(error.fields, { ...fields, 'inventoryItemIds.2': ['is nothing that can be shipped'] })
    assert.equal(error.reason, 'ITEM_BUSY')
  }
  assert.deepEqual(await rows.fingerprint(), before)
  assert.deepEqual(await states(mug!), ['unresolved'])
  assert.deepEqual(calls, [], 'no debit was tried')
  assert.equal((await player.cashBack(busy!)).status, 200, 'the cashback that was under way ends')
})

test('a player of whom nobody has heard has nothing to ship', async (t) => {
  const { won, backend, states } = await startShipping(t)
  const [mug] = (await won('mug')) as [number]
  const body = { playerExternalId: 'nobody', ...orderOf([mug]) }
  const error = refusal(await backend('createOrder', { body }), 422, 'INVENTORY_NOT_SHIPPABLE')
  assert.deepEqual(Object.keys(error.fields ?? {}), ['inventoryItemIds.0'])
  assert.deepEqual(await states(mug), ['unresolved'])
})

test('items that are worth less than the minimum are refused with the three amounts, before any debit', async (t) => {
  const settings = { 'shipping.minShipmentValueMinor': 1800 }
  const { player, won, order, rows, calls } = await startShipping(t, { settings })
  const [one, two] = (await won('mug', 'mug')) as [number, number]
  calls.length = 0
  const before = await rows.fingerprint()
  for (const answer of [await order([one]), await ship(player, [one])]) {
    const { minimumMinor, valueMinor, currency } = refusal(answer, 422, 'SHIPMENT_BELOW_MINIMUM')
    assert.deepEqual({ minimumMinor, valueMinor, currency }, { minimumMinor: 1800, valueMinor: 900, currency: 'EUR' })
  }
  const { code } = (await ship(player, [one, 999_999])).body.error
  assert.equal(code, 'INVENTORY_NOT_SHIPPABLE', 'what cannot be shipped at all is told first')
  assert.deepEqual(await rows.fingerprint(), before)
  assert.deepEqual(calls, [], 'no debit was tried')
  assert.equal((await order([one, two])).status, 201, 'the minimum itself is enough')
})

test('an order takes 1 to 50 items, each once, and 50 go on one', async (t) => {
  const { won, order, player, states } = await startShipping(t)
  const mugs: number[] = []
  for (const count of [20, 20, 11]) mugs.push(...(await won(...Array.from({ length: count }, () => 'mug' as const))))
  for (const ids of [[], mugs, [mugs[0], mugs[0]], [String(mugs[0])], [mugs[0], 1.5], [0], [null], 'all', undefined]) {
    const field = Array.isArray(ids) ? ids.findIndex((id) => typeof id !== 'number' || id < 1 || id % 1 > 0) : -1
    const path = field < 0 ? 'inventoryItemIds' : `inventoryItemIds.${field}`
    const bad = { inventoryItemIds: ids }
    assertInvalid(await order([], bad), path, JSON.stringify(bad))
    refusal(await ship(player, [], bad), 422, 'VALIDATION_FAILED')
  }
  const placed = orderIn(await order(mugs.slice(0, 50)))
  assert.deepEqual(
    placed.items.map((item) => item.inventoryItemId),
    mugs.slice(0, 50),
    'in the order in which they were named',
  )
  assert.equal(placed.itemsValueTotalMinor, 45_000)
  assert.deepEqual(await states(mugs[50]!), ['unresolved'])
})

test('the address needs its fields, the country two letters, the contact an e-mail address, and a note has 500 characters', async (t) => {
  const { won, order, player, rows } = await startShipping(t)
  const [first, second] = (await won('mug', 'mug')) as [number, number]
  const before = await rows.fingerprint()
  const BAD: [string, object][] = [
    ...['name', 'line1', 'city', 'region', 'postalCode', 'country'].flatMap((field): [string, object][] => [
      [`address.${field}`, { address: { ...ADDRESS, [field]: undefined } }],
      [`address.${field}`, { address: { ...ADDRESS, [field]: '' } }],
      [`address.${field}`, { address: { ...ADDRESS, [field]: null } }],
    ]),
    ...['I', 'IRL', '12', 'I!', ' I'].map((country): [string, object] => {
      return ['address.country', { address: { ...ADDRESS, country } }]
    }),
    ['address.line2', { address: { ...ADDRESS, line2: 2 } }],
    ['address.phone', { address: { ...ADDRESS, phone: 'x'.repeat(41) } }],
    ['address', { address: undefined }],
    ['contact', { contact: undefined }],
    ['contact.email', { contact: {} }],
    ['contact.email', { contact: { email: 'ann' } }],
    ['contact.email', { contact: { email: 'ann@' } }],
    ['contact.email', { contact: { email: `${'a'.repeat(250)}@b.cd` } }],
    ['notes', { notes: 'x'.repeat(501) }],
    ['notes', { notes: null }],
    ['clientActionId', { clientActionId: 'x'.repeat(81) }],
  ]
  for (const [field, more] of BAD) {
    assertInvalid(await order([first], more), field, JSON.stringify(more).slice(0, 100))
    const { fields } = refusal(await ship(player, [first], more), 422, 'VALIDATION_FAILED')
    assert.ok(fields?.[field], `${field} on the player's surface`)
  }
  assert.deepEqual(await rows.fingerprint(), before)

  const { line2: _, phone: __, ...shortest } = { ...ADDRESS, country: 'ie' }
  const short = orderIn(await order([first], { address: shortest, notes: 'x'.repeat(500) }))
  assert.deepEqual(short.address, ADDRESS, 'what is absent is null, and a country has capitals')
  assert.equal(short.userNotes?.length, 500)
  const whole = { ...ADDRESS, line2: 'Second floor', phone: '+353 91 000 000' }
  const long = orderIn(await order([second], { address: whole, notes: '' }))
  assert.deepEqual([long.address, long.userNotes], [whole, null], 'an empty note is none')
})

test('a line of an address is kept as it is shown, and refused when nothing of it shows', async (t) => {
  const { won, order, player, backend, desk } = await startShipping(t)
  const [mug, crown, keepsake] = (await won('mug', 'crown', 'keepsake')) as [number, number, number]
  const { publicId } = orderIn(await order([mug]))
  const doors: [string, (address: object) => Promise<DoorAnswer>][] = [
    ['player', (address) => changeAddress(player, publicId, address) as never],
    [
      'backend',
      (address) => backend('changeOrderAddress', { params: { publicId }, body: { playerExternalId: 'ann', address } }),
    ],
  ]
  const written = Object.entries(KEPT_LINES)
  // An order keeps at most twenty changes of its address.
  for (const [index, [line, kept]] of written.entries()) {
    const address = { ...ADDRESS, name: line, line1: line, line2: line, city: line, region: line, phone: line }
    const lines = { name: kept, line1: kept, line2: kept, city: kept, region: kept, phone: kept }
    const [door, change] = doors[index % doors.length]!
    const changed = orderIn(await change(address))
    assert.deepEqual(changed.address, { ...ADDRESS, ...lines }, `${door} ${JSON.stringify(line)}`)
  }
  for (const [index, line] of [...EMPTY_LINES, ...REFUSED_LINES].entries()) {
    const [door, change] = doors[index % doors.length]!
    for (const field of ['name', 'line1', 'city', 'region', 'postalCode', 'country']) {
      assertInvalid(await change({ ...ADDRESS, [field]: line }), `address.${field}`, `${door} ${JSON.stringify(line)}`)
    }
  }
  const invisible = { ...ADDRESS, line2: '\u200b', phone: '\u3000', postalCode: '\u00a0H91\u200b A1\n', country: ' ie' }
  const placed = orderIn(
    await ship(player, [crown], { address: invisible, contact: { email: '\u00a0ann@example.test\u200b' } }),
  )
  assert.deepEqual([placed.address, placed.contact], [ADDRESS, CONTACT])
  const saved = await desk(placed.publicId, { address: { ...ADDRESS, name: '\u00a0Bob\u2028Bow\u200bman ' } })
  assert.equal(saved.order.address.name, 'Bob Bowman')
  await assert.rejects(desk(placed.publicId, { address: { ...ADDRESS, name: '\u3164' } }), {
    code: 'VALIDATION_FAILED',
  })
  for (const email of ['\u200b', 'ann@\u202eexample.test', 'a\u3000b@example.test']) {
    assertInvalid(await order([keepsake], { contact: { email } }), 'contact.email', email)
  }
  const name = `\u00a0${'e\u0301'.repeat(200)}\n`
  assertInvalid(await order([keepsake], { address: { ...ADDRESS, name: `${name}x` } }), 'address.name', 'too long')
  assert.equal(orderIn(await order([keepsake], { address: { ...ADDRESS, name } })).address.name, 'é'.repeat(200))
})

test('an address lacks only the postal code and the region that its country does not have', async (t) => {
  const { won, order, player, desk } = await startShipping(t)
  const ids = await won('mug', 'mug', 'mug', 'mug', 'mug', 'mug')
  const COMPLETE = [
    ['HK', { postalCode: '', region: 'Kowloon' }],
    ['AE', { postalCode: '', region: 'Dubai' }],
    ['SG', { postalCode: '018956', region: '' }],
    ['XK', { postalCode: '10000', region: '' }],
    ['MO', { postalCode: '', region: '' }],
    ['SG', { postalCode: '018956', region: 'Central' }],
  ] as const
  for (const [index, [country, parts]] of COMPLETE.entries()) {
    const address = { ...ADDRESS, country, ...parts }
    const place = index % 2 === 0 ? order : (items: number[], more: object) => ship(player, items, more)
    const { publicId, ...placed } = orderIn(await place([ids[index]!], { address }))
    assert.deepEqual(placed.address, address)
    const back = orderIn((await changeAddress(player, publicId, ADDRESS)) as never)
    assert.deepEqual(back.address, ADDRESS)
    const saved = await desk(publicId, { address: { ...address, country: country.toLowerCase() } })
    assert.deepEqual(saved.order.address, address)
  }
  const LACKING: [country: string, field: string][] = [
    ...['US', 'IE', 'JP', 'hk', 'AE', 'ZZ'].map((country): [string, string] => [country, 'region']),
    ...['US', 'DE', 'SG', 'xk', 'ZZ'].map((country): [string, string] => [country, 'postalCode']),
  ]
  for (const [country, field] of LACKING) {
    for (const text of ['', '\u00a0']) {
      const more = { address: { ...ADDRESS, country, [field]: text } }
      assertInvalid(await order([ids[0]!], more), `address.${field}`, country)
      assertInvalid((await ship(player, [ids[0]!], more)) as never, `address.${field}`, country)
    }
  }
  for (const field of ['region', 'postalCode']) {
    for (const none of [undefined, null]) {
      assertInvalid(
        await order([ids[0]!], { address: { ...ADDRESS, country: 'MO', [field]: none } }),
        `address.${field}`,
        String(none),
      )
    }
  }
})

test('a collectible counts at what it is worth now, and the line keeps that', async (t) => {
  const settings = { 'shipping.minShipmentValueMinor': 6000 }
  const { operator, coffer, won, order } = await startShipping(t, { settings })
  const [crown] = (await won('crown')) as [number]
  assert.equal(refusal(await order([crown]), 422, 'SHIPMENT_BELOW_MINIMUM').valueMinor, 5000)
  await coffer.recordValue({ itemId: operator.items.crown!, valueMinor: 6000 })
  const placed = orderIn(await order([crown]))
  assert.deepEqual([placed.itemsValueTotalMinor, placed.items[0]!.valueMinor], [6000, 6000])
  await coffer.recordValue({ itemId: operator.items.crown!, valueMinor: 10 })
  const { order: later } = await coffer.getOrder({ playerExternalId: 'ann', publicId: placed.publicId })
  assert.deepEqual(later, placed)
})

test('after a conversion an item won before counts in the new currency, rounded down, and an order keeps the one it was placed in', async (t) => {
  const { world, operator, coffer, won, order, player } = await startShipping(t, { costs: { mug: 499 } })
  const [before, after] = (await won('mug', 'mug')) as [number, number]
  const old = orderIn(await order([before]))
  const { boxes } = await convertOperator(world.service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  for (const { key, boxId, boxVersionId } of boxes) operator.boxes[key] = { boxId, boxVersionId }
  const { order: kept } = await coffer.getOrder({ playerExternalId: 'ann', publicId: old.publicId })
  assert.deepEqual(kept, old)
  assert.deepEqual([kept.currency, kept.itemsValueTotalMinor, kept.shippingCostMinor], ['EUR', 900, 499])
  const fresh = orderIn(await ship(player, [after]))
  assert.deepEqual([fresh.currency, fresh.itemsValueTotalMinor, fresh.shippingCostMinor], ['USD', 975, 541])
  assert.deepEqual([fresh.items[0]!.valueMinor, fresh.items[0]!.currency], [975, 'USD'], '9.7506 dollars')
  assert.deepEqual(fresh.fee?.currency, 'EUR', 'the currency of the session')
})

test('a name and a picture on a line stay those that the item had, whatever becomes of the catalogue', async (t) => {
  const { world, operator, coffer, won, order } = await startShipping(t)
  const [mug] = (await won('mug')) as [number]
  const placed = orderIn(await order([mug]))
  const file = shippingCatalogue()
  const items = file.items.map((item) => (item.key === 'mug' ? { ...item, name: 'Cup' } : item))
  await world.catalogue(operator, { items, boxes: [] })
  const { order: later } = await coffer.getOrder({ playerExternalId: 'ann', publicId: placed.publicId })
  assert.equal(later.items[0]!.name, 'Sure mug')
})
