import { test } from 'node:test'
import { type OrderLinesMutant, type OrderLinesSetting, orderLines } from './order-lines.ts'
import { assertBreaks, assertHolds } from './support/check.ts'

/** A dear one that is sent for little, small ones that are not, two alike that differ in cost, and a good bought with Nuggets. */
const usual: OrderLinesSetting = {
  items: [
    { valueMinor: 9, costs: [1, 1] },
    { valueMinor: 2, costs: [5, 0] },
    { valueMinor: 2, costs: [5, 1] },
    { valueMinor: 4, costs: [2, 6] },
    { valueMinor: 4, costs: [3, 1] },
    { valueMinor: 8, costs: [7, 0], isGood: true },
  ],
  minimums: [4, 0],
  mutants: new Set(),
}

test('whatever is taken off an order, what remains could have been ordered for what was paid', (t) => {
  assertHolds(t, orderLines('lines of an order', usual))
  assertHolds(t, orderLines('lines of an order, dearer now', { ...usual, minimums: [0, 4] }))
})

/** Nothing costs more than anything else, so that only the minimum is at stake. */
const alike: OrderLinesSetting = { ...usual, items: usual.items.map((item) => ({ ...item, costs: [1, 1] })) }

const mutants: [OrderLinesMutant, RegExp, OrderLinesSetting][] = [
  ['cost_not_compared', /would have cost more/, usual],
  ['minimum_not_compared', /below its minimum/, alike],
  ['compared_with_costs_of_now', /would have cost more/, usual],
  ['compared_with_minimum_of_now', /below its minimum/, alike],
  ['goods_count', /below its minimum/, alike],
]

for (const [mutant, expected, setting] of mutants) {
  test(`an order whose lines are taken off with ${mutant} is caught`, (t) => {
    assertBreaks(t, orderLines(mutant, { ...setting, mutants: new Set([mutant]) }), expected)
  })
}
