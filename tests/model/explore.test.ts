import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explore, type Model } from './support/explore.ts'
import { Packing, Seen } from './support/packing.ts'

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

test('states are told apart by all of their numbers, however many there are of either', () => {
  const [seen, packing] = [new Seen(), new Packing()]
  const pack = (...numbers: number[]) => {
    packing.clear()
    for (const number of numbers) packing.push(number)
    return packing
  }
  const count = 600_000
  const numbersOf = (state: number) => [1, 2, 3, 5].map((factor) => Math.imul(state + 1, factor * 0x9e3779b1) >>> 16)
  for (let state = 0; state < count; state++) {
    pack(...numbersOf(state), state & 0xffff, state >>> 16)
    if (seen.find(packing) !== -1) assert.fail(`state ${state} was never seen before`)
    seen.add(packing)
  }
  assert.equal(seen.find(pack(...numbersOf(12_345), 12_345, 0)), 12_345)
  const long = Array.from({ length: 3000 }, (_, place) => place)
  seen.add(pack(...long, 1))
  assert.deepEqual([seen.find(pack(...long, 1)), seen.find(pack(...long, 2))], [count, -1])
})

test('states that differ only in an order that was left out are one', () => {
  const packing = new Packing()
  const sorted = (numbers: number[]) => {
    packing.clear()
    for (const number of [9, ...numbers]) packing.push(number)
    packing.sortLast(numbers.length)
    return [...packing.numbers.subarray(0, packing.length)]
  }
  for (const numbers of [[], [7], [1, 2, 3], [3, 1, 2], [2, 3, 2, 1]])
    assert.deepEqual(sorted(numbers), [9, ...numbers.toSorted((a, b) => a - b)])
})
