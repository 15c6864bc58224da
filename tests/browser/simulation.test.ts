import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX_TOTAL_UNITS, type Digest, draw } from '@coffer/fairness'
import fc from 'fast-check'
import { simulateOpens } from '../../apps/admin/src/boxes/simulate-opens.ts'
import type { SimulatedVersion, Simulation } from '../../apps/admin/src/boxes/simulation.ts'
import { simulationFigures } from '../../apps/admin/src/boxes/simulation-figures.ts'
import { expectedOpens, returnText, rtpBinText } from '../../apps/admin/src/boxes/simulation-text.ts'
import { nodeDigest } from '../fairness/support/node-digest.ts'

const OPENS = 100_000
const SEEDS = { serverSeed: '5eed'.repeat(16), clientSeed: 'simulation' }

/** A version with these units and values. */
function versionOf(priceMinor: number, prizes: readonly (readonly [units: number, valueMinor: number])[]) {
  return {
    priceMinor,
    prizes: prizes.map(([chanceUnits, valueMinor], index) => {
      const itemId = index + 1
      return { itemId, name: `Item ${itemId}`, type: 'physical', valueMinor, chanceUnits }
    }),
  }
}

const BOX = versionOf(1_000, [
  [50_000, 90_000],
  [20_000_000, 2_000],
  [30_000_000, 1_000],
  [49_950_000, 100],
])

/** A digest that calculates each value only once. For one key. */
function remembered(digest: Digest): Digest {
  const known = new Map<string, Uint8Array>()
  return (key, message) => {
    const value = known.get(message) ?? digest(key, message)
    known.set(message, value)
    return value
  }
}

test('simulation: 100,000 opens have the draws of rounds at the nonces from 0 on', () => {
  const hmac = remembered(nodeDigest)
  const progress: number[] = []
  const simulation = simulateOpens({ ...BOX, ...SEEDS }, { hmac, onProgress: (opens) => progress.push(opens) })
  const won = Array.from({ length: OPENS }, (_, nonce) => {
    const drawn = draw({ ...SEEDS, nonce, reelIndex: 0, total: BOX_TOTAL_UNITS, hmac })
    if (drawn < 50_000) return 0
    return drawn < 20_050_000 ? 1 : drawn < 50_050_000 ? 2 : 3
  })
  const values = won.map((index) => BOX.prizes[index]!.valueMinor)
  const countOf = (index: number) => won.filter((one) => one === index).length
  assert.deepEqual(simulation.wins, [0, 1, 2, 3].map(countOf))
  const sumOf = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0)
  const series = Array.from({ length: 100 }, (_, index) => sumOf(values.slice(index * 1_000, (index + 1) * 1_000)))
  assert.deepEqual(simulation.seriesMinor, series)
  const runs = won
    .map((index) => (index === 3 ? 'l' : ' '))
    .join('')
    .split(' ')
  assert.equal(simulation.longestLossRun, Math.max(...runs.map(({ length }) => length)))
  let ggr = 0
  const ggrs = values.map((value) => (ggr += 1_000 - value))
  const lowest = Math.min(...ggrs)
  assert.ok(lowest < 0, 'the operator loses at first')
  assert.deepEqual([simulation.lowestGgrMinor, simulation.lowestAfterOpens], [BigInt(lowest), ggrs.indexOf(lowest) + 1])
  assert.deepEqual(
    progress,
    Array.from({ length: 20 }, (_, index) => (index + 1) * 5_000),
  )
  const figures = simulationFigures(BOX, simulation)
  assert.deepEqual([figures.ggrMinor, figures.hits, figures.largestWins], [ggr, OPENS - countOf(3), countOf(0)])
  assert.equal(figures.rtpBps, Math.floor((sumOf(values) * 10_000) / (OPENS * 1_000)))
})

test('simulation: a version whose chances do not sum to 100% is refused', () => {
  assert.throws(() => simulateOpens({ ...versionOf(1_000, [[BOX_TOTAL_UNITS - 1, 5]]), ...SEEDS }), RangeError)
})

test('simulation: single opens are counted by their return in prices, with what is expected', () => {
  const wins = [60, 19_940, 30_100, 49_900]
  const { returns } = simulationFigures(BOX, simulationOf(wins, BOX))
  assert.deepEqual(
    returns.filter(({ isHit }) => isHit).map(({ from }) => from),
    [100, 150, 200, 500, 1_000, 5_000],
  )
  assert.deepEqual(
    returns.map((bin) => [returnText(bin), bin.opens, expectedOpens(bin.chanceUnits)]),
    [
      ['0.1× to 0.25×', 49_900, '49,950'],
      ['0.25× to 0.5×', 0, '0'],
      ['0.5× to 0.75×', 0, '0'],
      ['0.75× to 1×', 0, '0'],
      ['1× to 1.5×', 30_100, '30,000'],
      ['1.5× to 2×', 0, '0'],
      ['2× to 5×', 19_940, '20,000'],
      ['5× to 10×', 0, '0'],
      ['10× to 50×', 0, '0'],
      ['50× to 100×', 60, '50'],
    ],
  )
  const rare = versionOf(3, [
    [1, 3_000],
    [BOX_TOTAL_UNITS - 1, 0],
  ])
  const { returns: all } = simulationFigures(rare, simulationOf([0, OPENS], rare))
  const [first, last] = [all[0]!, all.at(-1)!]
  assert.deepEqual([returnText(first), expectedOpens(first.chanceUnits)], ['Below 0.1×', '100,000'])
  assert.deepEqual([returnText(last), expectedOpens(last.chanceUnits)], ['1,000× or more', '0.001'])
  assert.equal(expectedOpens(10_600), '11')
})

test('simulation: series are counted in at most ten round rows, and extreme ones at the ends', () => {
  const seriesBy = (step: number) => Array.from({ length: 100 }, (_, index) => 700_000 + index * step)
  const figures = simulationFigures(BOX, { ...NO_OPENS, seriesMinor: [60_000_000, ...seriesBy(5_000).slice(1, -1), 0] })
  assert.deepEqual(figures.middleRtp, { lowBps: 7250, highBps: 11_700 })
  assert.deepEqual(
    figures.rtps.map((bin) => [rtpBinText(bin), bin.series]),
    [
      ['Below 70%', 1],
      ['70% to 75%', 9],
      ...[75, 80, 85, 90, 95, 100, 105, 110].map((from) => [`${from}% to ${from + 5}%`, 10]),
      ['115% to 120%', 9],
      ['120% or more', 1],
    ],
  )
  const { middleRtp } = simulationFigures(BOX, { ...NO_OPENS, seriesMinor: new Array<number>(100).fill(700_001) })
  assert.deepEqual(middleRtp, { lowBps: 7000, highBps: 7001 })
  for (const [step, text] of [
    [1_000, '70% to 71%'],
    [1_600, '70% to 72%'],
  ] as const) {
    const { rtps } = simulationFigures(BOX, { ...NO_OPENS, seriesMinor: seriesBy(step) })
    assert.equal(rtpBinText(rtps[0]!), text)
  }
})

test('simulation: each open and each series is in one row, for any values', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 1e12 }))
  const series = fc.array(fc.oneof(fc.integer({ min: 0, max: 3_000_000 }), fc.integer({ min: 0, max: 1e15 })), {
    minLength: 100,
    maxLength: 100,
  })
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 8 }), series, amount, (values, seriesMinor, price) => {
      const wins = values.map((_, index) => (index === 0 ? OPENS - 7 * (values.length - 1) : 7))
      const units = values.map((_, index) => (index === 0 ? BOX_TOTAL_UNITS - values.length + 1 : 1))
      const version = versionOf(
        Math.max(1, price),
        units.map((one, index) => [one, values[index]!]),
      )
      const { returns, rtps, middleRtp, hits } = simulationFigures(version, { ...NO_OPENS, wins, seriesMinor })
      const sumOf = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0)
      assert.equal(sumOf(returns.map(({ opens }) => opens)), OPENS)
      assert.equal(sumOf(returns.map(({ chanceUnits }) => chanceUnits)), BOX_TOTAL_UNITS)
      assert.equal(hits, sumOf(returns.filter(({ from }) => from >= 100).map(({ opens }) => opens)))
      for (const [index, { from }] of returns.entries()) assert.ok(index === 0 || from === returns[index - 1]!.to)
      if (middleRtp === null) return assert.deepEqual(rtps, [])
      assert.equal(sumOf(rtps.map((bin) => bin.series)), 100)
      const inner = rtps.filter(({ from, to }) => from !== null && to !== null)
      assert.ok(inner.length <= 10 && sumOf(inner.map((bin) => bin.series)) >= 90)
      for (const [index, { from }] of rtps.entries()) assert.ok(index === 0 || from === rtps[index - 1]!.to)
      const within = seriesMinor.filter((minor) => {
        const bps = (BigInt(minor) * 10n) / BigInt(version.priceMinor)
        return bps >= middleRtp.lowBps && bps <= middleRtp.highBps
      })
      assert.ok(within.length >= 90)
    }),
  )
})

const NO_OPENS: Simulation = {
  wins: [0, 0, 0, OPENS],
  seriesMinor: [],
  longestLossRun: 0,
  lowestGgrMinor: 0n,
  lowestAfterOpens: 0,
}

/** A simulation with these wins, whose series are all alike. */
function simulationOf(wins: readonly number[], { prizes }: SimulatedVersion): Simulation {
  const sum = wins.reduce((total, count, index) => total + count * prizes[index]!.valueMinor, 0)
  return { ...NO_OPENS, wins, seriesMinor: new Array<number>(100).fill(Math.floor(sum / 100)) }
}
