import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { convertCeil, convertFloor } from '@coffer/contract/rates'
import { demoRates } from '@coffer/fixtures'
import { Refusal } from '../../service/src/kernel/index.ts'
import type { Operator } from '../../service/src/operators/index.ts'
import { currentRates, rateFor, setRates } from '../../service/src/rates/index.ts'
import { type CatalogueWorld, openCatalogueWorld, refusedWith } from '../support/catalogue-world.ts'

let world: CatalogueWorld
let operator: Operator

before(async () => {
  world = await openCatalogueWorld()
  operator = await world.operator('rates', 'USD', { currencies: ['USD', 'EUR', 'JPY', 'KWD', 'ISK'] })
})
after(() => world.close())

const rate = (from: string, to: string) =>
  world.ctx.tx(operator.operatorId, (tx) => rateFor(world.ctx, tx, operator, from, to))
const table = () => world.ctx.systemTx((tx) => currentRates(world.ctx, tx))

test('without any rates only a currency itself can be used', async () => {
  assert.deepEqual(await rate('USD', 'USD'), { numerator: 1n, denominator: 1n })
  await assert.rejects(rate('USD', 'EUR'), refusedWith('UNSUPPORTED_CURRENCY'))
  assert.equal(await table(), null)
})

test('a cross rate is the exact quotient of two rates of the newest table, and the base counts as 1', async () => {
  await setRates(world.ctx, 'EUR', { USD: '9' }, 'test')
  await setRates(world.ctx, demoRates.base, { ...demoRates.rates }, 'test')
  assert.deepEqual(await rate('USD', 'EUR'), { numerator: 5_000n, denominator: 5_417n })
  assert.deepEqual(await rate('EUR', 'USD'), { numerator: 5_417n, denominator: 5_000n })
  assert.deepEqual(await rate('USD', 'JPY'), { numerator: 846_350n, denominator: 5_417n })
  const now = world.ctx.clock.now()
  const quotedAt = Object.fromEntries(Object.keys(demoRates.rates).map((code) => [code, now]))
  assert.deepEqual(await table(), { ...demoRates, quotedAt, ratesAt: now })
})

test('a converted amount is rounded once, by the scale of each currency', async () => {
  const yen = await rate('EUR', 'JPY')
  assert.equal(convertCeil(499, yen, 'EUR', 'JPY'), 845)
  assert.equal(convertFloor(499, yen, 'EUR', 'JPY'), 844)
  const dinar = await rate('EUR', 'KWD')
  assert.equal(convertCeil(499, dinar, 'EUR', 'KWD'), 1661)
  assert.equal(convertFloor(499, dinar, 'EUR', 'KWD'), 1660)
})

test('a currency that the operator does not list, or that has no rate, is refused', async () => {
  await assert.rejects(rate('USD', 'CHF'), refusedWith('UNSUPPORTED_CURRENCY'))
  await assert.rejects(rate('USD', 'ISK'), refusedWith('UNSUPPORTED_CURRENCY'))
  await assert.rejects(rate('ISK', 'EUR'), refusedWith('UNSUPPORTED_CURRENCY'))
})

test('a table with a bad code or rate is refused whole, and each mistake is named', async () => {
  const before = await table()
  const bad = { USD: '1.0', eur: '1', XXX: '1', JPY: '0', KWD: '-1', GBP: '1e3', CHF: '.5', EUR: '1', SEK: '1.' }
  await assert.rejects(setRates(world.ctx, 'EUR', bad, 'test'), (error) => {
    assert(error instanceof Refusal)
    const named = Object.keys(error.details.fields ?? {}).sort()
    assert.deepEqual(
      named,
      ['CHF', 'EUR', 'GBP', 'JPY', 'KWD', 'SEK', 'XXX', 'eur'].map((code) => `rates.${code}`),
    )
    return true
  })
  await assert.rejects(setRates(world.ctx, 'euro', {}, 'test'), (error) => {
    assert(error instanceof Refusal)
    assert.deepEqual(Object.keys(error.details.fields ?? {}), ['base', 'rates'])
    return true
  })
  assert.deepEqual(await table(), before)
})
