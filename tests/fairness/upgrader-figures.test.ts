import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRate } from '@coffer/contract/rates'
import { bandOf, largestChance, type Terms } from '../../service/src/upgrader/band.ts'
import { dealOfWager, returnOf } from '../../service/src/upgrader/deal.ts'
import { offerOf, wagerLimits } from '../../service/src/upgrader/selector.ts'
import { settingsOf } from './support/upgrader-cases.ts'

const plain = (houseEdgeBps: number): Terms => ({ houseEdgeBps, noLoss: false, nuggetsCostPercent: 0 })
const noLoss = (houseEdgeBps: number, nuggetsCostPercent: number): Terms => ({
  houseEdgeBps,
  noLoss: true,
  nuggetsCostPercent,
})

/** Worked by hand: terms, the largest chance, and bands of stakes at chances. */
const BY_HAND: [
  terms: Terms,
  maxChanceBps: number,
  bands: [stake: number, chance: number, lower: number, upper: number][],
][] = [
  // 1000 · 0.95 / 0.1 = 9500, and 9500 / 1.1 = 8636.36…; at 75 % 1266.66… and 1151.51….
  [
    plain(500),
    9_500,
    [
      [1_000, 1_000, 8_637, 9_500],
      [1_000, 2_500, 3_455, 3_800],
      [1_000, 5_000, 1_728, 1_900],
      [1_000, 7_500, 1_152, 1_266],
    ],
  ],
  // At 95 % the target is the stake. A stake of 1 has no whole amount between 1.15… and 1.26….
  [
    plain(500),
    9_500,
    [
      [1_100, 9_500, 1_000, 1_100],
      [1, 7_500, 2, 1],
      [0, 5_000, 0, 0],
    ],
  ],
  // An edge of 99.99 % sells one chance only, at which the stake itself can be won.
  [plain(9_999), 1, [[1_100, 1, 1_000, 1_100]]],
  [
    plain(0),
    10_000,
    [
      [100, 5_000, 182, 200],
      [100, 9_999, 91, 100],
    ],
  ],
  // Nuggets at half a Credit: (0.95 − 0.5 · 0.5) / 0.5 = 1.4, and 1 − 0.05 / 0.5 = 90 %, where the target is the stake.
  [
    noLoss(500, 50),
    9_000,
    [
      [1_000, 5_000, 1_273, 1_400],
      [1_000, 8_500, 1_000, 1_029],
      [1_000, 9_000, 1_000, 1_000],
    ],
  ],
  // Nuggets that cost nothing: the stake alone holds the lower bound up.
  [
    noLoss(500, 0),
    9_500,
    [
      [1_000, 9_000, 1_000, 1_055],
      [1_000, 5_000, 1_728, 1_900],
    ],
  ],
  // 1 − 0.01 / (1 − 0.99) = 0: nothing can be sold. With an edge of half as much, half of all chances: (0.995 − 0.5 · 0.99) / 0.5 = 1.
  [noLoss(100, 99), 0, []],
  [noLoss(50, 99), 5_000, [[1_000, 5_000, 1_000, 1_000]]],
]

test('figures that were worked out by hand', () => {
  for (const [terms, maxChanceBps, bands] of BY_HAND) {
    assert.equal(largestChance(terms), maxChanceBps, JSON.stringify(terms))
    for (const [stake, chance, lowerMinor, upperMinor] of bands) {
      assert.deepEqual(bandOf(terms, stake, chance), { lowerMinor, upperMinor }, `${stake} at ${chance}`)
    }
  }
})

test('a wager of 1000 yen at an operator in euro, worked out by hand', () => {
  const yen = { from: 'EUR', to: 'JPY', rate: parseRate('169.27')! }
  const deal = dealOfWager(plain(500), 1_000, 5_000, yen)
  assert.deepEqual(deal.band, { lowerMinor: 1_728, upperMinor: 1_900 })
  // One cent is 1.6927 yen: 1728 / 1.6927 = 1020.85…, 1900 / 1.6927 = 1122.46…, and 1000 / 1.6927 = 590.77….
  assert.deepEqual([deal.operatorBand, deal.operatorBetMinor], [{ lowerMinor: 1_021, upperMinor: 1_122 }, 590])
  // 1122 cents are 1899.2094 yen, and half of that is 94.96… % of the wager.
  assert.equal(returnOf(deal, 1_122), 9_496)
  const settings = settingsOf({ upgrader: { minWagerMinor: 101, maxWagerMinor: 999 } })
  assert.deepEqual(wagerLimits(settings, yen), { minWagerMinor: 171, maxWagerMinor: 1_691 })
})

test('the default settings offer all four presets, and a house that keeps more offers fewer', () => {
  const offered = (upgrader: object, noLossSettings = {}) => {
    const offer = offerOf(settingsOf({ upgrader, noLoss: noLossSettings }))
    return [offer.chancePresetsBps, offer.defaultChanceBps, offer.maxChanceBps, offer.available]
  }
  assert.deepEqual(offered({}), [[1_000, 2_500, 5_000, 7_500], 5_000, 9_500, true])
  assert.deepEqual(offered({ houseEdgeBps: 6_000 }), [[1_000, 2_500], 2_500, 4_000, true])
  assert.deepEqual(offered({ houseEdgeBps: 9_500 }), [[], 0, 0, false])
  assert.deepEqual(offered({ chancePresetsBps: [] }), [[], 0, 0, false])
  assert.deepEqual(offered({}, { enabled: true, nuggetsCostPercent: 80 }), [
    [1_000, 2_500, 5_000, 7_500],
    5_000,
    7_500,
    true,
  ])
  assert.deepEqual(offered({}, { enabled: true, nuggetsCostPercent: 81 }), [[1_000, 2_500, 5_000], 5_000, 7_368, true])
  assert.deepEqual(offered({}, { enabled: true, nuggetsCostPercent: 96 }), [[], 0, 0, false])
  assert.deepEqual(
    offered({}, { enabled: false, nuggetsCostPercent: 96 }),
    offered({}),
    'without no-loss Nuggets cost nothing',
  )
  const { upgrader, noLoss } = settingsOf({})
  assert.equal(offerOf({ upgrader: { ...upgrader, defaultChanceBps: 999 }, noLoss }).defaultChanceBps, 1_000)
})
