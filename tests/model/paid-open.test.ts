import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inProof } from '../support/in-proof.ts'
import { paidOpen } from './paid-open/model.ts'
import type { Mutant, Policy, Setting } from './paid-open/state.ts'
import { twoOpens } from './paid-open/together.ts'
import { assertBreaks, assertEnds, assertHolds, assertLosesNothing } from './support/check.ts'

const usual: Setting = {
  wallet: 'keeps_accepted',
  deliversTwice: false,
  requests: 2,
  faults: 3,
  resolvers: 1,
  rotations: 0,
  mayWithdraw: false,
  mode: 'open',
  policies: ['refund'],
  mutants: new Set(),
  promise: 'everything',
}

/** How many misfortunes a run may meet, where a rule is to hold. */
const FAULTS = inProof
  ? { deep: 6, wide: 4, together: 2, resolvers: 4, withdrawn: 4 }
  : { deep: 3, wide: 2, together: 1, resolvers: 2, withdrawn: 2 }

function modelOf(name: string, change: Partial<Setting>) {
  const setting = { ...usual, ...change }
  return paidOpen(`${name} (${setting.requests} requests, ${setting.faults} faults)`, setting)
}

for (const wallet of ['keeps_all', 'keeps_accepted'] as const) {
  for (const policy of ['refund', 'settle'] as const) {
    test(`a paid open is drawn or refunded with a wallet that ${wallet} and policy ${policy}`, (t) => {
      const policies: Policy[] = [policy]
      const deep = modelOf('many misfortunes', { wallet, policies, faults: FAULTS.deep })
      const wide = modelOf('many requests and a rotation', {
        wallet,
        policies,
        requests: 3,
        rotations: 1,
        faults: FAULTS.wide,
      })
      assertHolds(t, deep)
      assertHolds(t, wide)
    })
  }
  test(`a prepaid box is opened or refunded with a wallet that ${wallet}`, (t) => {
    assertHolds(t, modelOf('prepay, then open and cancel', { wallet, mode: 'prepay', faults: FAULTS.deep }))
  })
}

test('without misfortune a box is drawn exactly when the wallet says yes', (t) => {
  assertEnds(t, modelOf('no misfortune', { faults: 0 }), ['settled, paid', 'voided, not paid'])
  const prepaid = ['settled, paid', 'voided, not paid', 'voided, paid, refunded']
  assertEnds(t, modelOf('no misfortune, prepaid', { faults: 0, mode: 'prepay' }), prepaid)
})

test('with policy settle every paid box is drawn', (t) => {
  assertEnds(t, modelOf('settle', { policies: ['settle'] }), ['settled, paid', 'voided, not paid'])
})

test('commit several together: two opens that share transactions come to nothing that they would not come to one after the other', (t) => {
  const setting: Setting = { ...usual, requests: 1, faults: FAULTS.together }
  const apart = assertHolds(t, twoOpens('two opens', setting, 'none'))
  const together = assertHolds(t, twoOpens('two opens', setting, 'whole'))
  assert.ok(together.transitions > apart.transitions)
  assert.equal(together.states, apart.states)
  assert.deepEqual(together.ends, apart.ends)
})

test('a transaction that several share and that is committed for one of them only is caught', (t) => {
  assertBreaks(
    t,
    twoOpens('two opens', { ...usual, requests: 1, faults: 1 }, 'half'),
    /stuck|no final answer|endless|without/,
  )
})

test('two resolvers, a rotation and a change of policy do no harm', (t) => {
  for (const policies of [
    ['refund', 'settle'],
    ['settle', 'refund'],
  ] as const) {
    const setting = { resolvers: 2, rotations: 1, policies, faults: FAULTS.resolvers }
    assertHolds(t, modelOf(`policy ${policies.join(', then ')}`, setting))
  }
})

test('a paid round is drawn or refunded although what it was begun for has left the offer meanwhile', (t) => {
  assertHolds(t, modelOf('withdrawn', { mayWithdraw: true, faults: FAULTS.withdrawn }))
  assertEnds(t, modelOf('withdrawn, settle', { mayWithdraw: true, policies: ['settle'], faults: 2 }), [
    'settled, paid',
    'voided, not paid',
  ])
})

test('a network that delivers calls twice does no harm to a wallet that keeps every answer', (t) => {
  assertHolds(t, modelOf('calls delivered twice', { wallet: 'keeps_all', deliversTwice: true, faults: FAULTS.deep }))
})

const mutants: [Mutant, RegExp][] = [
  ['void_on_time_out', /debit without a box or a refund/],
  ['refund_without_probe', /money is created/],
  ['no_state_check_at_settle', /final answer/],
  ['any_refusal_is_final', /debit without a box or a refund/],
  ['late_accept_ignored', /stuck in voiding/],
  ['clean_judged_at_commit', /debit without a box or a refund/],
  ['quarantine_too_short', /debit without a box or a refund/],
  ['later_attempts_forgotten', /debit without a box or a refund/],
  ['no_guard_before_sending', /debit without a box or a refund/],
  ['asked_before_connecting_only', /debit without a box or a refund/],
  ['margin_without_skew', /debit without a box or a refund/],
  ['any_clock_judges', /debit without a box or a refund/],
  ['unknown_taken_for_never_sent', /debit without a box or a refund/],
  ['refunded_twice', /refunded a second time/],
  ['rotation_without_lock', /revealed seed pair/],
  ['offer_weighed_at_settle', /debit without a box or a refund/],
]

function brokenBy(mutant: Mutant, faults: number) {
  const rotations = mutant === 'rotation_without_lock' ? 1 : 0
  const mayWithdraw = mutant === 'offer_weighed_at_settle'
  return modelOf(mutant, { mutants: new Set([mutant]), rotations, mayWithdraw, faults })
}

for (const [mutant, expected] of mutants) {
  test(`a paid open with ${mutant} is caught`, (t) => {
    assertBreaks(t, brokenBy(mutant, 3), expected)
  })
}

const brokenWorlds: [string, Partial<Setting>][] = [
  ['calls live longer than the quarantine', { mutants: new Set(['quarantine_too_short']) }],
  ['a stopped process sends after the quarantine', { mutants: new Set(['no_guard_before_sending']) }],
  ['calls are delivered twice to a wallet that keeps accepted answers only', { deliversTwice: true }],
]

for (const [name, change] of brokenWorlds) {
  test(`when ${name}, a debit can be lost, but none that we heard of`, (t) => {
    assertBreaks(t, modelOf(name, change), /debit without a box or a refund/)
    assertHolds(t, modelOf(name, { ...change, promise: 'what_we_heard' }))
  })
}

test('a debit that is accepted after the round was voided goes back, and only because of that rule', (t) => {
  const world: Mutant = 'quarantine_too_short'
  const broken = { promise: 'what_we_heard', mutants: new Set<Mutant>([world, 'accept_after_void_ignored']) } as const
  assertBreaks(t, modelOf('accept after void ignored', broken), /debit without a box or a refund/)
})

test('what the states of a paid open leave out changes nothing', (t) => {
  assertLosesNothing(t, modelOf('unbroken', { faults: 2, rotations: 1 }))
  for (const [mutant] of mutants) {
    assertLosesNothing(t, brokenBy(mutant, 2))
  }
})
