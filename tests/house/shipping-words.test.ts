import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playerShippingRoutes, type SHIPPING_STATUSES } from '@coffer/contract/shipping'
import {
  ADDRESS_FIELDS,
  addressOf,
  EMPTY_ENTRY,
  FIELD_RULES,
  mended,
  ORDER_FIELDS,
  problemsOf,
  refusedFields,
  withAddress,
} from '@coffer/game/src/shipping/address-form.ts'
import { canTakeOff, courseOf, trackingLink } from '@coffer/game/src/shipping/order-course.ts'
import { countriesIn, createTranslator } from '@coffer/web'

const { createOrder, changeOrderAddress } = playerShippingRoutes
const at = '2026-01-01T00:00:00.000Z'
const HOME = {
  ...{ ...EMPTY_ENTRY, name: ' Ann ', line1: '1 Quay', city: 'Galway', region: 'Connacht' },
  ...{ postalCode: 'H91', country: 'ie', email: 'ann@example.com' },
}
/** The body that the form sends for a draft. */
const bodyOf = (draft: typeof HOME) => ({
  inventoryItemIds: [1],
  address: addressOf(draft),
  contact: { email: draft.email.trim() },
  notes: draft.notes,
})

test('what the form lets through the service reads, at the longest text of every field too', () => {
  assert.deepEqual(problemsOf(HOME, ORDER_FIELDS), {})
  const { address } = createOrder.body.parse(bodyOf(HOME))
  assert.deepEqual([address.name, address.line2, address.country, address.phone], ['Ann', null, 'IE', null])
  for (const field of ORDER_FIELDS) {
    if (field === 'country') continue
    const { max } = FIELD_RULES[field]
    const end = field === 'email' ? '@example.com' : ''
    const longest = { ...HOME, [field]: '\u{1f381}'.repeat(max - end.length) + end }
    assert.deepEqual(problemsOf(longest, ORDER_FIELDS), {}, field)
    assert.ok(createOrder.body.safeParse(bodyOf(longest)).success, field)
    const longer = { ...HOME, [field]: `x${longest[field]}` }
    assert.deepEqual(problemsOf(longer, ORDER_FIELDS), { [field]: 'long' })
    assert.ok(!createOrder.body.safeParse(bodyOf(longer)).success, field)
  }
})

test('what the service refuses in a form is found at its field, and an empty form is refused field by field', () => {
  const empty = problemsOf(EMPTY_ENTRY, ORDER_FIELDS)
  const refusal = createOrder.body.safeParse({ ...bodyOf({ ...EMPTY_ENTRY }), notes: 'x'.repeat(501) })
  const fields = Object.fromEntries(refusal.error!.issues.map(({ path }) => [path.join('.'), ['no']]))
  const refused = Object.keys(refusedFields(fields, ORDER_FIELDS)).sort()
  assert.deepEqual(refused, [...Object.keys(empty), 'notes'].sort())
  assert.deepEqual(Object.keys(empty).length, 7)
  const nowhere = { ...HOME, postalCode: '', region: ' ' }
  for (const [country, missing] of Object.entries({
    ie: ['postalCode', 'region'],
    HK: ['region'],
    SG: ['postalCode'],
    MO: [],
  })) {
    assert.deepEqual(Object.keys(problemsOf({ ...nowhere, country }, ORDER_FIELDS)), missing, country)
  }
  for (const email of ['ann', 'ann@', '@home', 'ann @home', 'ann@home@work']) {
    assert.deepEqual(problemsOf({ ...HOME, email }, ['email']), { email: 'bad' }, email)
  }
  assert.deepEqual(mended(empty, { ...EMPTY_ENTRY, name: 'Ann' }, 'name').name, undefined)
})

test('an address that is changed begins with the one that stands, and is read again as it was', () => {
  const address = addressOf(HOME)
  assert.deepEqual(addressOf(withAddress(EMPTY_ENTRY, address)), address)
  assert.ok(changeOrderAddress.body.safeParse({ address }).success)
  assert.deepEqual(problemsOf(withAddress(EMPTY_ENTRY, address), ADDRESS_FIELDS), {})
})

test('every country can be chosen once, by its name, and none has a code for a name', () => {
  const countries = countriesIn('en')
  assert.equal(countries.length, 250)
  assert.equal(new Set(countries.map(({ code }) => code)).size, 250)
  for (const { code, name } of countries) assert.notEqual(code, name)
})

test('a course shows what was and what comes next, and ends where an order does', () => {
  const course = (status: (typeof SHIPPING_STATUSES)[number]) =>
    courseOf({ status, timeline: [{ status, at }] }).map((step) => step.status)
  assert.deepEqual(course('pending'), ['pending', 'processing', 'shipped', 'delivered'])
  assert.deepEqual(course('shipped_with_replacements'), ['shipped_with_replacements', 'delivered'])
  for (const end of ['delivered', 'returned', 'cancelled'] as const) assert.deepEqual(course(end), [end])
})

test('only a web address becomes a link, and the last item of a paid order stays on it', () => {
  for (const trackingUrl of ['javascript:alert(1)', 'data:text/html,x', 'AB12', '', null]) {
    assert.equal(trackingLink({ trackingUrl }), null, String(trackingUrl))
  }
  assert.equal(trackingLink({ trackingUrl: 'https://post.example/1' }), 'https://post.example/1')
  const line = { inventoryItemId: 1 } as never
  const fee = { amountMinor: 490, currency: 'EUR', refundedMinor: 0 }
  assert.ok(canTakeOff({ status: 'pending', items: [line, line], fee }))
  assert.ok(canTakeOff({ status: 'pending', items: [line], fee: null }))
  assert.ok(!canTakeOff({ status: 'pending', items: [line], fee }))
  assert.ok(!canTakeOff({ status: 'processing', items: [line, line], fee }))
})

test('whatever is refused of an order is said in words of its own, with what was not lost or what can be done', () => {
  const { error } = createTranslator('en')
  const codes = Object.values(playerShippingRoutes).flatMap(({ refusals }) => refusals)
  assert.ok(codes.length > 10)
  for (const code of codes) {
    const { what, next } = error(code)
    assert.notEqual(what, error('NO_SUCH_CODE').what, code)
    assert.match(next, /[Nn]othing (was|is)|Look|can no longer be cancelled/, code)
  }
})
