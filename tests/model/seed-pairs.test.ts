import { test } from 'node:test'
import { inProof } from '../support/in-proof.ts'
import { type PairsMutant, type PairsSetting, seedPairs } from './seed-pairs.ts'
import { assertBreaks, assertHolds, assertLosesNothing } from './support/check.ts'

const usual: PairsSetting = {
  rounds: inProof ? 6 : 4,
  refusals: 1,
  rotations: inProof ? 3 : 2,
  faults: inProof ? 4 : 2,
  mutants: new Set(),
}

test('nonces of a seed pair have no gaps, and nothing settles on a revealed one', (t) => {
  assertHolds(t, seedPairs('seed pairs', usual))
})

const mutants: [PairsMutant, RegExp][] = [
  ['settle_without_lock', /revealed seed pair|one nonce/],
  ['rotation_without_lock', /revealed seed pair/],
  ['nonce_before_money', /gap in its nonces/],
]

for (const [mutant, expected] of mutants) {
  test(`seed pairs with ${mutant} are caught`, (t) => {
    assertBreaks(t, seedPairs(mutant, { ...usual, mutants: new Set([mutant]) }), expected)
  })
}

test('what the states of seed pairs leave out changes nothing', (t) => {
  assertLosesNothing(t, seedPairs('unbroken', { ...usual, rounds: 3 }))
  for (const [mutant] of mutants) assertLosesNothing(t, seedPairs(mutant, { ...usual, mutants: new Set([mutant]) }))
})
