import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inProof } from '../support/in-proof.ts'
import { shippingFee } from './shipping-fee/model.ts'
import type { ShippingMutant, ShippingSetting } from './shipping-fee/state.ts'
import { assertBreaks, assertEnds, assertHolds, assertLosesNothing } from './support/check.ts'

const usual: ShippingSetting = {
  wallet: 'keeps_accepted',
  deliversTwice: false,
  requests: [0, 0],
  cancels: 2,
  faults: 2,
  mutants: new Set(),
  promise: 'everything',
}

function modelOf(name: string, change: Partial<ShippingSetting>) {
  const setting = { ...usual, ...change }
  const addresses = new Set(setting.requests).size
  const figures = `${setting.requests.length} requests, ${addresses} addresses, ${setting.faults} faults`
  return shippingFee(`${name} (${figures})`, setting)
}

for (const wallet of ['keeps_all', 'keeps_accepted'] as const) {
  test(`a fee is for an order or goes back, with a wallet that ${wallet}`, (t) => {
    assertHolds(t, modelOf('same address', { wallet, faults: inProof ? 4 : 1 }))
    assertHolds(t, modelOf('two addresses', { wallet, requests: [0, 1], faults: inProof ? 3 : 1 }))
  })
}

test('a fee is for an order or goes back, however often it is asked for', (t) => {
  assertHolds(t, modelOf('two addresses, asked often', { requests: [0, 0, 1], faults: inProof ? 2 : 1 }))
})

test('without misfortune a fee is for an order, goes back, or is refused', (t) => {
  const once = { requests: [0], faults: 0 }
  assertEnds(t, modelOf('no misfortune', { ...once, cancels: 0 }), ['', 'no_order', 'ordered', 'refused'])
  assertEnds(t, modelOf('no misfortune', { ...once, cancels: 1 }), ['', 'cancelled', 'no_order', 'refused'])
})

test('who ships again after a cancel is charged again', (t) => {
  const { ends } = assertHolds(t, modelOf('ship, cancel, ship', { faults: 0, cancels: 1 }))
  assert.ok(ends.has('cancelled, ordered'))
})

const mutants: [ShippingMutant, RegExp][] = [
  ['order_before_fee', /order without a fee/],
  ['key_of_items_and_address', /order without a fee/],
  ['live_accept_ignores_items', /item that is gone/],
  ['resolver_accept_without_refund', /fee without an order or a refund/],
  ['no_state_check_at_order', /its fee goes back/],
  ['cancel_refunds_again', /refunded twice/],
  ['any_refusal_is_final', /fee without an order or a refund/],
  ['quarantine_too_short', /fee without an order or a refund/],
]

for (const [mutant, expected] of mutants) {
  test(`a shipping fee with ${mutant} is caught`, (t) => {
    assertBreaks(t, modelOf(mutant, { mutants: new Set([mutant]) }), expected)
  })
}

test('a fee that is accepted after it was refused goes back, and only because of that rule', (t) => {
  const promise = 'what_we_heard'
  for (const world of ['quarantine_too_short', 'no_guard_before_sending'] as const) {
    assertHolds(t, modelOf(world, { promise, mutants: new Set([world]) }))
    const broken = new Set<ShippingMutant>([world, 'accept_after_refusal_ignored'])
    assertBreaks(
      t,
      modelOf(`${world}, accept ignored`, { promise, mutants: broken }),
      /fee without an order or a refund/,
    )
  }
})

test('what the states of a shipping fee leave out changes nothing', (t) => {
  assertLosesNothing(t, modelOf('unbroken', { faults: 1, cancels: 1 }))
  for (const [mutant] of mutants) assertLosesNothing(t, modelOf(mutant, { mutants: new Set([mutant]), faults: 2 }))
})
