import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import fc from 'fast-check'
import { normalise } from '../../apps/admin/src/boxes/draft-tools.ts'
import { figuresOf, lossText } from '../../apps/admin/src/boxes/version-figures.ts'
import { drafts } from '../support/version-drafts.ts'

const TOTAL = BigInt(BOX_TOTAL_UNITS)

test('version figures: a box that pays nothing or twice its price has the figures of a fair coin', () => {
  const prizes = [
    { valueMinor: 0, chanceUnits: 50_000_000 },
    { valueMinor: 2000, chanceUnits: 50_000_000 },
  ]
  assert.deepEqual(figuresOf(prizes, 1000), {
    ...{ rtpBps: 10_000, hitUnits: 50_000_000, volatilityHundredths: 100, largestUnits: 50_000_000 },
    ...{ exposureMinor: 1000, coveringOpens: 'never' },
    results: [
      { opens: 100, ggrMinor: 0, deviationMinor: 10_000, deviationBps: 1000 },
      { opens: 1_000, ggrMinor: 0, deviationMinor: 31_622, deviationBps: 316 },
      { opens: 10_000, ggrMinor: 0, deviationMinor: 100_000, deviationBps: 100 },
      { opens: 100_000, ggrMinor: 0, deviationMinor: 316_227, deviationBps: 31 },
    ],
  })
  assert.deepEqual(
    [900, 1000, 1100, 1300, 2000, 3000].map((price) => {
      const { exposureMinor, coveringOpens } = figuresOf(prizes, price)
      return [exposureMinor, coveringOpens]
    }),
    [
      [1100, 'never'],
      [1000, 'never'],
      [900, 9],
      [700, 3],
      [0, 0],
      [-1000, 0],
    ],
  )
})

test('version figures: the spread is the square root of the variance, rounded down', () => {
  fc.assert(
    fc.property(drafts, fc.integer({ min: 1, max: 1e12 }), (draft, priceMinor) => {
      const { rows } = normalise(draft).draft ?? draft
      const prizes = rows.map(({ valueMinor, units }) => ({ valueMinor, chanceUnits: units! }))
      // Σ u (nx − Σux)² is n² times the sum of n Σux² − (Σux)² over all units n.
      const sum = prizes.reduce(
        (total, { valueMinor, chanceUnits }) => total + BigInt(valueMinor) * BigInt(chanceUnits),
        0n,
      )
      const squares = prizes.reduce((total, { valueMinor, chanceUnits }) => {
        const difference = TOTAL * BigInt(valueMinor) - sum
        return total + BigInt(chanceUnits) * difference * difference
      }, 0n)
      const variance = squares / TOTAL
      const isRoot = (root: number | null, scaledVariance: bigint, divisor: bigint) => {
        if (root === null) return true
        const low = BigInt(root) * divisor
        const high = BigInt(root + 1) * divisor
        return low * low <= scaledVariance && scaledVariance < high * high
      }
      const figures = figuresOf(prizes, priceMinor)
      const price = BigInt(priceMinor)
      assert.ok(isRoot(figures.volatilityHundredths, variance * 10_000n, TOTAL * price))
      for (const { opens, ggrMinor, deviationMinor, deviationBps } of figures.results) {
        assert.ok(isRoot(deviationMinor, variance * BigInt(opens), TOTAL))
        assert.ok(isRoot(deviationBps, (variance * 100_000_000n) / BigInt(opens), TOTAL * price))
        if (ggrMinor === null) continue
        const missed = 2n * (BigInt(opens) * (price * TOTAL - sum) - BigInt(ggrMinor) * TOTAL)
        assert.ok(missed >= -TOTAL && missed < TOTAL, 'the expected GGR is rounded to the nearest minor unit')
      }
      const hits = prizes.filter(({ valueMinor }) => valueMinor >= priceMinor)
      assert.equal(
        figures.hitUnits,
        hits.reduce((total, { chanceUnits }) => total + chanceUnits, 0),
      )
    }),
  )
})

test('version figures: the share of opens below the price is stated in a small number of opens', () => {
  for (const [hitUnits, text] of [
    [BOX_TOTAL_UNITS, 'No open returns less than the price.'],
    [0, 'Every open returns less than the price.'],
    [30_000_000, '7 of 10 opens return less than the price.'],
    [31_000_000, 'About 7 of 10 opens return less than the price.'],
    [35_000_000, '65 of 100 opens return less than the price.'],
    [94_900_000, 'About 5 of 100 opens return less than the price.'],
    [5_000_001, 'About 95 of 100 opens return less than the price.'],
    [3_000_000, '97 of 100 opens return less than the price.'],
    [99_700_000, '3 of 1,000 opens return less than the price.'],
    [1, '99,999,999 of 100,000,000 opens return less than the price.'],
  ] as const) {
    assert.equal(lossText({ hitUnits }), text)
  }
})
