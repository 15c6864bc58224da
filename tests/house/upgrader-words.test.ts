import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURRENCIES } from '@coffer/contract/currencies'
import { firstAmount, quickAmounts } from '@coffer/game/src/upgrader/amounts.ts'
import { angleOf, turnedAngle } from '@coffer/game/src/upgrader/angle.ts'
import { createTranslator, formatPercent, formatTimes, parseMoney, typedMoney } from '@coffer/web'
import { readSourceTree } from './support/source-tree.ts'

const LOCALES = ['en', 'de', 'fr', 'pt', 'tr', 'ar']

test('a typed amount is read exactly, in the digits of its currency and the signs of its locale, or not at all', () => {
  const refused = ['', '.', '.5', '-1', '1e3', '5 €', '1.005', '1,2,3', '1.2.3', '١٢']
  const read: readonly (readonly [string, string, string, number | null])[] = [
    ['5', 'EUR', 'en', 500],
    ['1,205.5', 'EUR', 'en', 120_550],
    ['1.205,5', 'EUR', 'de', 120_550],
    ['1,50', 'EUR', 'en', 150],
    ['1.50', 'EUR', 'de', 150],
    ['1 500', 'EUR', 'fr', 150_000],
    ['0.1', 'EUR', 'en', 10],
    ['8.15', 'EUR', 'en', 815],
    ['1.005', 'KWD', 'en', 1005],
    ['1,500', 'JPY', 'en', 1500],
    ['1.5', 'JPY', 'en', null],
    ['90071992547409.91', 'EUR', 'en', Number.MAX_SAFE_INTEGER],
    ['90071992547409.92', 'EUR', 'en', null],
    ...refused.map((text) => [text, 'EUR', 'en', null] as const),
  ]
  for (const [text, currency, locale, minor] of read) {
    assert.equal(parseMoney(text, currency, locale), minor, `${text} ${currency} ${locale}`)
  }
})

test('what stands in the field is read as what it stands for, in every currency and locale', () => {
  for (const currency of CURRENCIES) {
    for (const locale of LOCALES) {
      for (const minor of [0, 1, 999, 5000, 1_000_000, 123_456_789]) {
        assert.equal(
          parseMoney(typedMoney(minor, currency, locale), currency, locale),
          minor,
          `${minor} ${currency} ${locale}`,
        )
      }
    }
  }
})

test('amounts to choose from are round, few, within the limits, and begin at the smallest', () => {
  assert.deepEqual(quickAmounts(100, 100_000), [100, 200, 500, 1000, 2000])
  assert.deepEqual(quickAmounts(170, 169_270), [200, 500, 1000, 2000, 5000])
  assert.deepEqual(quickAmounts(0, 7), [1, 2, 5])
  assert.deepEqual(quickAmounts(300, 400), [])
  assert.deepEqual([firstAmount(100, 100_000), firstAmount(0, 3), firstAmount(300, 400)], [500, 2, 300])
})

test('every roll has an angle of its own, written exactly, and whole turns change nothing', () => {
  assert.deepEqual([0, 1, 4999, 5000, 9999].map(angleOf), ['0.000', '0.036', '179.964', '180.000', '359.964'])
  assert.equal(turnedAngle(4999, 'full'), '1619.964')
  for (let roll = 0; roll < 10_000; roll += 1) {
    const [whole, rest] = angleOf(roll).split('.') as [string, string]
    assert.equal(BigInt(whole + rest), BigInt(roll) * 36n)
    for (const pace of ['full', 'fast', 'still'] as const) {
      const [turned, beyond] = turnedAngle(roll, pace).split('.') as [string, string]
      assert.deepEqual([BigInt(turned) % 360n, beyond], [BigInt(whole), rest])
    }
  }
})

test('a chance is shown with no more digits than it has, and a multiple never rounded up', () => {
  assert.deepEqual(
    [5000, 250, 1].map((bps) => formatPercent(bps, 'en')),
    ['50%', '2.5%', '0.01%'],
  )
  assert.deepEqual(
    [formatTimes(920, 500, 'en'), formatTimes(949, 500, 'en'), formatTimes(19_999, 100, 'de')],
    ['1.84', '1.89', '199,99'],
  )
})

test('no word of the Upgrader pushes anybody: nothing was close, nothing is due, nobody is lucky', () => {
  const { t } = createTranslator('en')
  const words = readSourceTree().find(({ path }) => path.endsWith('/en-upgrader.ts'))!.text
  assert.match(words, /'upgrade\.missed'/)
  assert.doesNotMatch(
    words,
    /so close|almost|nearly|just missed|\bdue\b|luck|streak|try again|next time|unfortunately|sorry|hurry|!/i,
  )
  const missed = t('upgrade.missed.text', { roll: '50.00', chance: '50.00', stake: '€5.00' })
  assert.equal(missed, 'The roll was 50.00, and 50.00 or more does not win. Your stake of €5.00 is spent.')
})
