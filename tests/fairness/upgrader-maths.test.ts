import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AMOUNT_MAX } from '@coffer/contract/limits'
import { convertFloor, parseRate } from '@coffer/contract/rates'
import fc from 'fast-check'
import { bandOf, largestChance, termsOf } from '../../service/src/upgrader/band.ts'
import {
  countedStake,
  type Deal,
  dealOfItems,
  dealOfWager,
  isWinnable,
  returnOf,
} from '../../service/src/upgrader/deal.ts'
import { offerOf, wagerLimits, winnableWithin } from '../../service/src/upgrader/selector.ts'
import { seeded } from './support/seeded.ts'
import {
  anySale,
  anySettings,
  anyShownIn,
  anyStake,
  anyTerms,
  isWorthTheStake,
  perMinor,
  targetOf,
} from './support/upgrader-cases.ts'

const MAX = BigInt(Number.MAX_SAFE_INTEGER)
const RUNS = seeded(500)
const EURO = { from: 'EUR', to: 'EUR', rate: { numerator: 1n, denominator: 1n } }

/** Values at both ends of a band, beside them, and one further in. */
function valuesAround({ lowerMinor, upperMinor }: Deal['operatorBand'], pick: number): number[] {
  const inside = lowerMinor + (pick % Math.max(1, upperMinor - lowerMinor + 1))
  const edges = [lowerMinor - 1, lowerMinor, lowerMinor + 1, inside, upperMinor - 1, upperMinor, upperMinor + 1]
  return edges.filter((value) => value >= 0 && Number.isSafeInteger(value))
}

test('the band reaches exactly from the target over 1.1, rounded up, to the target, rounded down', () => {
  const holds = fc.property(anySale, anyStake, ({ terms, chances }, stakeMinor) => {
    for (const chanceBps of chances) {
      const { over, under } = targetOf(terms, stakeMinor, chanceBps)
      const { lowerMinor, upperMinor } = bandOf(terms, stakeMinor, chanceBps)
      const upper = BigInt(upperMinor)
      assert.ok(upper * under <= over && (upper === MAX || over < (upper + 1n) * under), `upper ${upper}`)
      const [lower, wide] = [BigInt(lowerMinor), under * 11n]
      const stake = terms.noLoss ? BigInt(stakeMinor) : 0n
      assert.ok(lower >= stake && (lower * wide >= over * 10n || lower === MAX), `lower ${lower}`)
      assert.ok(lower === stake || (lower - 1n) * wide < over * 10n, `lower ${lower} is not the least`)
    }
  })
  fc.assert(holds, RUNS)
})

test('with no-loss a win is worth at least the stake, in every currency and at every chance that is sold', () => {
  const noLoss = anySale.filter(({ terms }) => terms.noLoss)
  const holds = fc.property(noLoss, anyStake, anyShownIn, fc.nat(), ({ terms, chances }, stakeMinor, shownIn, pick) => {
    const { numerator, denominator } = perMinor(shownIn)
    for (const chanceBps of chances) {
      const deal = dealOfWager(terms, stakeMinor, chanceBps, shownIn)
      assert.ok(deal.band.upperMinor >= stakeMinor, 'some win is worth the stake')
      for (const value of valuesAround(deal.operatorBand, pick).filter((one) => isWinnable(deal, one))) {
        assert.ok(BigInt(value) * numerator >= BigInt(stakeMinor) * denominator, `${value}`)
      }
    }
  })
  fc.assert(holds, RUNS)
})

test('the largest chance is the largest whose target is worth the stake', () => {
  const holds = fc.property(anyTerms, (terms) => {
    const most = largestChance(terms)
    assert.ok(most >= 0 && most <= 10_000)
    assert.ok(most === 0 || isWorthTheStake(terms, most), `${most} is too much`)
    assert.ok(!isWorthTheStake(terms, most + 1), `${most + 1} is worth the stake, too`)
  })
  fc.assert(holds, RUNS)
})

test('no stake returns more on average than one minus the house edge, whatever it aims at and in whatever currency', () => {
  const holds = fc.property(
    anySale,
    anyStake,
    anyShownIn,
    fc.nat(),
    ({ terms, chances }, stakeMinor, shownIn, pick) => {
      const { numerator, denominator } = perMinor(shownIn)
      for (const chanceBps of chances) {
        const deal = dealOfWager(terms, stakeMinor, chanceBps, shownIn)
        for (const value of valuesAround(deal.operatorBand, pick).filter((one) => isWinnable(deal, one))) {
          const stake = BigInt(stakeMinor) * denominator
          const won = BigInt(value) * numerator * BigInt(chanceBps) * 100n
          const nuggets = stake * BigInt(10_000 - chanceBps) * BigInt(terms.nuggetsCostPercent)
          assert.ok(won + nuggets <= stake * BigInt(10_000 - terms.houseEdgeBps) * 100n, `${value} at ${chanceBps}`)
          const shown = BigInt(returnOf(deal, value)) * 100n
          assert.ok(
            shown * stake <= won && won < (shown + 100n) * stake,
            'the shown return is the exact one, rounded down',
          )
        }
      }
    },
  )
  fc.assert(holds, RUNS)
})

test('a larger stake never lowers a bound, and a larger chance never raises one', () => {
  const holds = fc.property(anySale, anyStake, anyStake, ({ terms, chances: [small, large] }, one, other) => {
    const [less, more] = [Math.min(one, other), Math.max(one, other)]
    for (const [low, high] of [
      [bandOf(terms, less, small), bandOf(terms, more, small)],
      [bandOf(terms, more, large), bandOf(terms, more, small)],
    ] as const) {
      assert.ok(low.lowerMinor <= high.lowerMinor && low.upperMinor <= high.upperMinor)
    }
  })
  fc.assert(holds, RUNS)
})

test('a value can be won exactly when its unrounded conversion lies in the band', () => {
  const holds = fc.property(
    anySale,
    anyStake,
    anyShownIn,
    fc.nat(),
    ({ terms, chances }, stakeMinor, shownIn, pick) => {
      const { numerator, denominator } = perMinor(shownIn)
      for (const chanceBps of chances) {
        const deal = dealOfWager(terms, stakeMinor, chanceBps, shownIn)
        const [lower, upper] = [BigInt(deal.band.lowerMinor) * denominator, BigInt(deal.band.upperMinor) * denominator]
        for (const value of [pick, ...valuesAround(deal.operatorBand, pick)]) {
          const converted = BigInt(value) * numerator
          const inside = stakeMinor > 0 && converted >= lower && converted <= upper
          // A bound beyond the safe integers stands at the last of them, and no value is dearer than that.
          if (deal.operatorBand.lowerMinor < MAX)
            assert.equal(isWinnable(deal, value), inside, `${value} of ${lower}..${upper}`)
        }
      }
    },
  )
  fc.assert(holds, RUNS)
})

/**
 * The same stake is one that is a whole number of minor units in both currencies. Each bound is then the same exact amount, rounded once
 * into the band, so two currencies' bounds lie less than one minor unit apart: of the one whose bound is further in.
 */
test('the same stake has the same band in every currency, within less than one minor unit', () => {
  const holds = fc.property(
    anySale,
    fc.integer({ min: 1, max: 1_000 }),
    anyShownIn,
    ({ terms, chances }, times, shownIn) => {
      const { numerator, denominator } = perMinor(shownIn)
      const [operatorStake, stake] = [BigInt(times) * denominator, BigInt(times) * numerator]
      fc.pre(operatorStake <= AMOUNT_MAX && stake <= AMOUNT_MAX)
      for (const chanceBps of chances) {
        const home = dealOfWager(terms, Number(operatorStake), chanceBps, {
          ...shownIn,
          ...EURO,
          to: shownIn.from,
          from: shownIn.from,
        })
        const there = dealOfWager(terms, Number(stake), chanceBps, shownIn)
        assert.equal(there.operatorBetMinor, Number(operatorStake))
        for (const bound of ['lowerMinor', 'upperMinor'] as const) {
          const [here, other] = [BigInt(home.band[bound]), BigInt(there.band[bound])]
          if (here === MAX || other === MAX) continue
          const further =
            bound === 'upperMinor' ? here * numerator - other * denominator : other * denominator - here * numerator
          assert.ok(further > -numerator && further < denominator, `${bound}: ${here} and ${other}`)
        }
        assert.ok(
          there.operatorBand.lowerMinor >= home.operatorBand.lowerMinor,
          'nothing can be won in another currency',
        )
        assert.ok(
          there.operatorBand.upperMinor <= home.operatorBand.upperMinor,
          'that could not be won in the operator\u2019s own',
        )
      }
    },
  )
  fc.assert(holds, RUNS)
})

test('wagers inside the limits of another currency are inside the operator\u2019s own, and the next beyond them are not', () => {
  const holds = fc.property(anySettings, anyShownIn, (settings, shownIn) => {
    const { numerator, denominator } = perMinor(shownIn)
    const [least, most] = [settings.upgrader.minWagerMinor, settings.upgrader.maxWagerMinor].map(BigInt) as [
      bigint,
      bigint,
    ]
    const limits = wagerLimits(settings, shownIn)
    const [min, max] = [BigInt(limits.minWagerMinor) * denominator, BigInt(limits.maxWagerMinor) * denominator]
    assert.ok(min >= least * numerator && min - denominator < least * numerator)
    assert.ok(max <= most * numerator && max + denominator > most * numerator)
  })
  fc.assert(holds, RUNS)
})

test('presets above the largest chance are dropped, and the default is the preferred one, else the next below, else the smallest', () => {
  const holds = fc.property(anySettings, (settings) => {
    const { chancePresetsBps: presets, defaultChanceBps: preferred } = settings.upgrader
    const terms = termsOf(settings)
    const offer = offerOf(settings)
    assert.deepEqual(
      offer.chancePresetsBps,
      presets.filter((chance) => isWorthTheStake(terms, chance)),
    )
    assert.equal(offer.available, offer.chancePresetsBps.length > 0)
    if (!offer.available) return assert.deepEqual([offer.defaultChanceBps, offer.maxChanceBps], [0, 0])
    assert.equal(offer.maxChanceBps, largestChance(terms))
    const below = offer.chancePresetsBps.filter((chance) => chance <= preferred)
    assert.equal(offer.defaultChanceBps, below.length > 0 ? Math.max(...below) : Math.min(...offer.chancePresetsBps))
    if (isWorthTheStake(terms, preferred)) assert.equal(offer.defaultChanceBps, preferred)
  })
  fc.assert(holds, RUNS)
})

test('no wager inside the limits can win anything outside what is winnable within them, at any chance and in any currency', () => {
  const holds = fc.property(anySettings, anyShownIn, fc.nat(), (settings, shownIn, pick) => {
    const range = winnableWithin(settings)
    const { chancePresetsBps, available } = offerOf(settings)
    if (!available || settings.upgrader.maxWagerMinor === 0) return assert.equal(range, null)
    const { minWagerMinor, maxWagerMinor } = wagerLimits(settings, shownIn)
    fc.pre(minWagerMinor <= maxWagerMinor)
    const wager = Math.min(maxWagerMinor, minWagerMinor + pick)
    for (const chanceBps of chancePresetsBps) {
      const { band, operatorBand } = dealOfWager(termsOf(settings), wager, chanceBps, shownIn)
      // A band beyond what can be counted in its currency is capped there, far above any prize.
      if (band.lowerMinor === Number.MAX_SAFE_INTEGER) continue
      assert.ok(operatorBand.lowerMinor >= range!.lowerMinor, `${operatorBand.lowerMinor} below ${range!.lowerMinor}`)
      assert.ok(operatorBand.upperMinor <= range!.upperMinor, `${operatorBand.upperMinor} above ${range!.upperMinor}`)
    }
  })
  fc.assert(holds, RUNS)
})

const anyItems = fc.array(fc.record({ credits: fc.nat(1_000_000_000), value: anyStake }), {
  minLength: 1,
  maxLength: 50,
})

/** Items of an operator's vault, as they are read for a stake. */
const stakeable = (items: { credits: number; value: number }[]): Parameters<typeof countedStake>[0] =>
  items.map(({ credits, value }, index) => ({
    inventoryItemId: index + 1,
    itemId: 1,
    name: 'Watch',
    valueMinor: value,
    counted: {
      creditsMinor: credits,
      uncredited: { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 0 },
      basisMinor: credits,
    },
  }))

test('a stake of items is the sum of its rows, and what it can win is that of the same wager in the operator\u2019s currency', () => {
  const holds = fc.property(anySale, anyItems, anyShownIn, ({ terms, chances }, items, shownIn) => {
    const total = items.reduce((sum, { credits }) => sum + credits, 0)
    const stake = countedStake(stakeable(items), shownIn)
    assert.equal(stake.operatorTotalMinor, total)
    assert.equal(
      stake.totalMinor,
      stake.items.reduce((sum, { counted }) => sum + counted.creditsMinor, 0),
    )
    const { numerator, denominator } = perMinor(shownIn)
    fc.pre(BigInt(bandOf(terms, total, chances[0]).upperMinor) * numerator <= MAX * denominator)
    for (const chanceBps of chances) {
      const { from, to, rate } = shownIn
      const deal = dealOfItems(terms, stake, chanceBps, shownIn)
      assert.deepEqual(deal.operatorBand, bandOf(terms, total, chanceBps))
      assert.equal(deal.band.upperMinor, convertFloor(deal.operatorBand.upperMinor, rate, from, to))
    }
  })
  fc.assert(holds, seeded(100))
})

test('nothing can be won with nothing', () => {
  const holds = fc.property(anySale, anyShownIn, fc.nat(), ({ terms, chances }, shownIn, value) => {
    for (const chanceBps of chances) {
      for (const one of [0, value]) assert.equal(isWinnable(dealOfWager(terms, 0, chanceBps, shownIn), one), false)
    }
  })
  fc.assert(holds, seeded(100))
})

test('the largest stake at the smallest chance has a bound at the last safe integer, and none of them throws', () => {
  const terms = { houseEdgeBps: 0, noLoss: false, nuggetsCostPercent: 0 }
  assert.deepEqual(bandOf(terms, AMOUNT_MAX, 1), {
    lowerMinor: Number.MAX_SAFE_INTEGER,
    upperMinor: Number.MAX_SAFE_INTEGER,
  })
  assert.deepEqual(bandOf(terms, 900_719_925_474, 1), {
    lowerMinor: 8_188_362_958_854_546,
    upperMinor: 9_007_199_254_740_000,
  })
  const rial = { from: 'EUR', to: 'IRR', rate: parseRate('50000')! }
  const { band, operatorBand } = dealOfWager(terms, AMOUNT_MAX, 1, rial)
  assert.equal(band.upperMinor, Number.MAX_SAFE_INTEGER)
  assert.equal(operatorBand.upperMinor, 180_143_985_094)
})
