import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoOperators, planCampaign, planHistory, planMarket } from '@coffer/fixtures'

const DAYS = 30
const LEAST_POINTS = 60
const MOST_POINTS = 200

test('every collectible of the demo has a price history of 60 to 200 whole values in order of time', () => {
  for (const operator of demoOperators()) {
    const market = planMarket(operator)
    assert.ok(
      market.every(({ second }) => second < 0),
      'the months before end where the days begin',
    )
    assert.deepEqual(
      market,
      market.toSorted((a, b) => a.second - b.second),
    )
    for (const { key } of operator.catalogue.items.filter((item) => item.isCollectible)) {
      const values = [
        ...market.filter((told) => told.key === key).map(({ valueMinor }) => valueMinor),
        ...playedValues(operator, key),
      ]
      assert.ok(values.length >= LEAST_POINTS && values.length <= MOST_POINTS, `${key} has ${values.length}`)
      assert.ok(
        values.every((value) => Number.isSafeInteger(value) && value > 0),
        key,
      )
    }
  }
})

test('in the days of the demo some collectibles of each operator rise and some fall, and none so far that it breaks a box', () => {
  for (const operator of demoOperators()) {
    const moved = operator.catalogue.items.flatMap(({ key, valueMinor, isCollectible }) => {
      const last = isCollectible ? playedValues(operator, key).at(-1) : undefined
      return last === undefined ? [] : [{ key, from: valueMinor, to: last }]
    })
    assert.ok(
      moved.some(({ from, to }) => to > from),
      operator.slug,
    )
    assert.ok(
      moved.some(({ from, to }) => to < from),
      operator.slug,
    )
    for (const { key, from, to } of moved) assert.ok(to * 2 > from && to < from * 2, `${key}: ${from} to ${to}`)
  }
})

test('cards of the demo have a set, a year, a grade and a certificate, and something that never leaves the house', () => {
  const items = demoOperators().flatMap(({ catalogue }) => catalogue.items)
  const names = new Set(items.flatMap(({ metadata }) => Object.keys(metadata ?? {})))
  for (const name of ['set', 'year', 'grade', 'certificate', '_supplier']) assert.ok(names.has(name), name)
  const categories = new Set(items.map(({ collectibleCategory }) => collectibleCategory))
  for (const name of ['trading_card', 'sports_card', 'coin']) assert.ok(categories.has(name), name)
})

test('the demo player is given free opens of a box that holds collectibles', () => {
  for (const operator of demoOperators()) {
    const { box, players } = planCampaign(operator)
    const { prizes } = operator.catalogue.boxes.find(({ key }) => key === box)!
    const collectible = new Set(operator.catalogue.items.filter((item) => item.isCollectible).map(({ key }) => key))
    assert.ok(
      prizes.some(({ item }) => collectible.has(item)),
      box,
    )
    assert.deepEqual(players, ['demo-player'])
  }
})

function playedValues(operator: ReturnType<typeof demoOperators>[number], key: string): number[] {
  return planHistory(operator, DAYS).flatMap((moment) => {
    const value = moment.kind === 'values' ? moment.valuesMinor[key] : undefined
    return value === undefined ? [] : [value]
  })
}
