import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inProof } from '../support/in-proof.ts'
import { type CashbackMutant, type CashbackSetting, cashback } from './cashback.ts'
import { assertBreaks, assertEnds, assertHolds, assertLosesNothing } from './support/check.ts'

const usual: CashbackSetting = {
  wallet: 'keeps_accepted',
  deliversTwice: false,
  requests: 2,
  faults: inProof ? 4 : 2,
  mutants: new Set(),
  promise: 'everything',
}

function modelOf(name: string, change: Partial<CashbackSetting>) {
  const setting = { ...usual, ...change }
  return cashback(`${name} (${setting.requests} requests, ${setting.faults} faults)`, setting)
}

for (const wallet of ['keeps_all', 'keeps_accepted'] as const) {
  test(`an item is cashed back for the recorded amount, or free, with a wallet that ${wallet}`, (t) => {
    assertHolds(t, modelOf('cashback', { wallet }))
  })
}

test('an item is cashed back once, however often it is asked for', (t) => {
  assertHolds(t, modelOf('cashback, asked often', { requests: 3, faults: inProof ? 3 : 1 }))
})

test('without misfortune an item is cashed back, ordered, or free after a refusal', (t) => {
  const expected = ['cashed_back, credited', 'ship_requested', 'unresolved']
  assertEnds(t, modelOf('no misfortune', { faults: 0 }), expected)
})

const mutants: [CashbackMutant, RegExp][] = [
  ['no_lock', /credited/],
  ['amount_not_frozen', /the row says 2, the wallet credited 1/],
  ['freed_on_unknown', /credited, and the item is free/],
  ['unsent_judged_by_last_attempt', /credited, and the item is free/],
  ['any_refusal_is_final', /credited, and the item is free/],
  ['clean_judged_at_commit', /credited, and the item is free/],
  ['later_attempts_forgotten', /credited, and the item is free/],
  ['quarantine_too_short', /credited, and the item is free/],
]

for (const [mutant, expected] of mutants) {
  test(`a cashback with ${mutant} is caught`, (t) => {
    assertBreaks(t, modelOf(mutant, { mutants: new Set([mutant]), faults: 3 }), expected)
  })
}

test('a credit that is accepted after it was closed as refused stands as a conflict, and nothing moves the item any more', (t) => {
  const world = { promise: 'what_we_heard', faults: 2 } as const
  const { ends } = assertHolds(
    t,
    modelOf('calls live too long', { ...world, mutants: new Set(['quarantine_too_short']) }),
  )
  assert.ok(ends.has('disputed, credited, conflict'), 'what is free is kept from everything else')
  assert.ok(ends.has('ship_requested, credited, conflict'))
})

test('an item that stays free although it was paid for is caught', (t) => {
  const ignored = new Set<CashbackMutant>(['quarantine_too_short', 'conflict_ignored'])
  const model = modelOf('conflict ignored', { promise: 'what_we_heard', faults: 3, mutants: ignored })
  assertBreaks(t, model, /put on an order/)
})

test('an accepted credit that moves the item whatever its state is caught', (t) => {
  const applied = new Set<CashbackMutant>(['quarantine_too_short', 'conflict_applied'])
  const model = modelOf('conflict applied', { promise: 'what_we_heard', faults: 3, mutants: applied })
  assertBreaks(t, model, /item that is gone/)
})

test('what the states of a cashback leave out changes nothing', (t) => {
  assertLosesNothing(t, modelOf('unbroken', { faults: 1 }))
  for (const [mutant] of mutants) assertLosesNothing(t, modelOf(mutant, { mutants: new Set([mutant]), faults: 2 }))
})
