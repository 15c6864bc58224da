import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inProof } from '../support/in-proof.ts'
import { type HeldMutant, type HeldSetting, heldBox } from './held-box.ts'
import { assertBreaks, assertEnds, assertHolds, assertLosesNothing } from './support/check.ts'

const usual: HeldSetting = {
  wallet: 'keeps_accepted',
  deliversTwice: false,
  opens: 1,
  cancels: 2,
  faults: inProof ? 5 : 2,
  mutants: new Set(),
  promise: 'everything',
}

function modelOf(name: string, change: Partial<HeldSetting>) {
  const setting = { ...usual, ...change }
  return heldBox(`${name} (${setting.opens} opens, ${setting.cancels} cancels, ${setting.faults} faults)`, setting)
}

for (const wallet of ['keeps_all', 'keeps_accepted'] as const) {
  test(`a held box is opened or refunded, never both, with a wallet that ${wallet}`, (t) => {
    assertHolds(t, modelOf('held box', { wallet }))
    assertHolds(t, modelOf('held box, cancelled often', { wallet, cancels: 3, opens: 2, faults: inProof ? 2 : 1 }))
  })
}

test('without misfortune a held box is opened, refunded, or held after a refusal', (t) => {
  assertEnds(t, modelOf('no misfortune', { faults: 0, opens: 0 }), ['held', 'voided, credited'])
  assertEnds(t, modelOf('no misfortune', { faults: 0, cancels: 0 }), ['settled'])
})

const mutants: [HeldMutant, RegExp][] = [
  ['open_forgets_cancelling', /opened and refunded/],
  ['held_again_on_unknown', /refunded, and it can still be opened/],
  ['unsent_judged_by_last_attempt', /refunded, and it can still be opened/],
  ['any_refusal_is_final', /refunded, and it can still be opened/],
  ['clean_judged_at_commit', /refunded, and it can still be opened/],
  ['quarantine_too_short', /refunded, and it can still be opened/],
]

for (const [mutant, expected] of mutants) {
  test(`a held box with ${mutant} is caught`, (t) => {
    assertBreaks(t, modelOf(mutant, { mutants: new Set([mutant]), faults: 3 }), expected)
  })
}

test('a cancel that is accepted after it was closed as refused stands as a conflict, and nothing moves the box any more', (t) => {
  const world = { promise: 'what_we_heard', faults: 2 } as const
  const { ends } = assertHolds(
    t,
    modelOf('calls live too long', { ...world, mutants: new Set(['quarantine_too_short']) }),
  )
  assert.ok(ends.has('disputed, credited, conflict'), 'what is free is kept from everything else')
  assert.ok(ends.has('settled, credited, conflict'))
})

test('a box that stays free although it was paid for is caught', (t) => {
  const ignored = new Set<HeldMutant>(['quarantine_too_short', 'conflict_ignored'])
  const model = modelOf('conflict ignored', { promise: 'what_we_heard', faults: 3, mutants: ignored })
  assertBreaks(t, model, /given back is opened/)
})

test('an accepted credit that moves the box whatever its state is caught', (t) => {
  const applied = new Set<HeldMutant>(['quarantine_too_short', 'conflict_applied'])
  assertBreaks(
    t,
    modelOf('conflict applied', { promise: 'what_we_heard', faults: 3, mutants: applied }),
    /open box is voided/,
  )
})

test('what the states of a held box leave out changes nothing', (t) => {
  assertLosesNothing(t, modelOf('unbroken', { faults: 2 }))
  for (const [mutant] of mutants) assertLosesNothing(t, modelOf(mutant, { mutants: new Set([mutant]), faults: 2 }))
})
