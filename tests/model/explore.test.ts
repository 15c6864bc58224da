import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explore, type Model } from './support/explore.ts'

/** A counter that goes up by one or two, to ten, as far as a change does not say otherwise. */
function counter(change: Partial<Model<number>> = {}): Model<number> {
  return {
    name: 'counter',
    start: 0,
    pack: (state, into) => into.push(state),
    moves(state, to) {
      if (state < 10) to('up by one', state + 1)
      if (state < 9) to('up by two', state + 2)
    },
    wrong: () => null,
    wrongAtEnd: () => null,
    describeEnd: (state) => `at ${state}`,
    ...change,
  }
}

test('every state is visited once, and every move is counted', () => {
  const { states, transitions, terminals, ends, violation } = explore(counter())
  assert.deepEqual({ states, transitions, terminals }, { states: 11, transitions: 19, terminals: 1 })
  assert.deepEqual([...ends], [['at 10', 1]])
  assert.equal(violation, null)
})

test('a violation comes with a shortest trace', () => {
  const { violation } = explore(counter({ wrong: (state) => (state === 5 ? 'five' : null) }))
  assert.equal(violation?.wrong, 'five')
  assert.deepEqual([...violation.trace].sort(), ['up by one', 'up by two', 'up by two'])
})

test('what is wrong only at the end is found at the end', () => {
  const { violation } = explore(counter({ wrongAtEnd: (state) => (state === 10 ? 'ten' : null) }))
  assert.deepEqual(violation, { wrong: 'ten', trace: Array.from({ length: 5 }, () => 'up by two') })
})

test('a move that breaks a rule is found, even when it leads to a state that is known', () => {
  const moves: Model<number>['moves'] = (state, to) => {
    if (state < 3) to('on', state + 1)
    if (state === 2) to('back', 1, 'it went back')
  }
  assert.deepEqual(explore(counter({ moves })).violation, { wrong: 'it went back', trace: ['on', 'on', 'back'] })
})

test('a run that need not end is a violation', () => {
  const moves: Model<number>['moves'] = (state, to) => {
    if (state < 5) to('on', state + 1)
    if (state === 3) to('back', 2)
  }
  assert.deepEqual(explore(counter({ moves })).violation, { wrong: 'a run can go on for ever', trace: ['on', 'on'] })
})

test('more states than allowed are an error, never a shorter search', () => {
  assert.throws(() => explore(counter(), 10), /more than 10 states/)
})
