import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '@coffer/fairness'
import { countDraws } from '@coffer/fairness/simd'
import { sampleBox } from '@coffer/fixtures'
import { simulatedBox, simulatedOpenings } from '../../service/src/boxes/index.ts'
import { countInWorkers } from '../../service/src/cli/count-on-all-cores.ts'
import { nodeDigest } from './support/node-digest.ts'

type Version = Parameters<typeof simulatedOpenings>[0]

const OPENINGS = 200_000

/** A version as it would be published, of prizes given as value and chance. */
function versionOf(priceMinor: number, prizes: readonly (readonly [valueMinor: number, chanceUnits: number])[]) {
  let rangeStart = 0
  const ranges = prizes.map(([valueMinor, chanceUnits], index) => {
    const prize = { itemId: index + 1, name: `Prize ${index + 1}`, type: 'physical' as const, valueMinor, chanceUnits }
    const range = { ...prize, rangeStart, rangeEnd: rangeStart + chanceUnits }
    rangeStart = range.rangeEnd
    return range
  })
  const box = { boxVersionId: 1, boxId: 1, boxName: 'Box', isLive: true, onSale: true, refundable: true }
  return { ...box, priceMinor, currency: 'EUR', snapshotHash: '', prizes: ranges } satisfies Version
}

function sampleVersion(): Version {
  const { items, boxes } = sampleBox()
  const worth = new Map(items.map(({ key, valueMinor }) => [key, valueMinor]))
  return versionOf(
    boxes[0]!.priceMinor,
    boxes[0]!.prizes.map(({ item, chanceUnits }) => [worth.get(item)!, chanceUnits]),
  )
}

/** The same prizes with another chance, so that what is drawn is not what is published. */
function drawnWith(version: Version, chances: readonly number[]): Version {
  return versionOf(
    version.priceMinor,
    version.prizes.map(({ valueMinor }, index) => [valueMinor, chances[index]!]),
  )
}

const fairness = ({ prizes, rare, returned, isFair }: ReturnType<typeof simulatedBox>) => ({
  prizes: prizes.map((one) => one.isFair),
  rare: rare?.isFair ?? null,
  returned: returned.isFair,
  all: isFair,
})

test('a seed gives the openings that it always gave: drawn one by one, four at once, or by several workers', async () => {
  const version = sampleVersion()
  const openings = simulatedOpenings(version, 'two hundred thousand openings', OPENINGS)
  const wins = [60_035, 43_905, 47_698, 44_339, 4_023]
  assert.deepEqual(countDraws(openings), wins)
  assert.deepEqual(await countInWorkers(openings, 2), wins)
  // Two pairs, so that one of three workers has nothing to do.
  assert.deepEqual(await countInWorkers(simulatedOpenings(version, 'coffer', 12_345), 3), [3726, 2756, 2931, 2695, 237])

  const [first] = openings.runs
  const oneByOne = version.prizes.map(() => 0)
  for (let nonce = 0; nonce < 3_000; nonce += 1) {
    const rawDraw = draw({ ...first!, nonce, hmac: nodeDigest })
    oneByOne[version.prizes.findIndex(({ rangeEnd }) => rawDraw < rangeEnd)]! += 1
  }
  assert.deepEqual(countDraws({ ...openings, runs: [{ ...first!, count: 3_000 }] }), oneByOne)
})

test('openings of the sample box win and return what its odds say', () => {
  const version = sampleVersion()
  const wins = countDraws(simulatedOpenings(version, 'two hundred thousand openings', OPENINGS))
  const simulated = simulatedBox(version, wins)
  assert.equal(
    wins.reduce((sum, count) => sum + count, 0),
    OPENINGS,
  )
  assert.equal(simulated.rtpBps, 9360)
  assert.deepEqual(fairness(simulated), { prizes: new Array(5).fill(true), rare: null, returned: true, all: true })
})

test('a draw that favours a prize is found, also where the return stays what was published', () => {
  const version = sampleVersion()
  const published = version.prizes.map(({ chanceUnits }) => chanceUnits)
  const dearer = drawnWith(version, [29_000_000, 22_000_000, 24_000_000, 22_000_000, 3_000_000])
  const richer = simulatedBox(version, countDraws(simulatedOpenings(dearer, 'too generous', OPENINGS)))
  assert.deepEqual([richer.returned.isFair, richer.prizes[4]!.isFair, richer.isFair], [false, false, false])

  // 100 and 400 come up more often and 200 less: 2 · 100 + 400 − 3 · 200 = 0.
  const shift = [2_000_000, -3_000_000, 1_000_000, 0, 0]
  const moved = drawnWith(
    version,
    published.map((units, index) => units + shift[index]!),
  )
  const same = simulatedBox(version, countDraws(simulatedOpenings(moved, 'moved about', OPENINGS)))
  assert.deepEqual(fairness(same), {
    ...{ prizes: [false, false, false, true, true], rare: null },
    ...{ returned: true, all: false },
  })
})

test('a prize may be off by 5 sigma and the return by 3, and by nothing more', () => {
  // 1,000,000 openings at 50 % have a sigma of 500 wins.
  const judged = (values: readonly [number, number], wins: number) =>
    simulatedBox(
      versionOf(
        1000,
        values.map((value) => [value, 50_000_000]),
      ),
      [500_000 + wins, 500_000 - wins],
    )
  const alike = (wins: number) => fairness(judged([900, 900], wins))
  for (const wins of [-2_500, 0, 2_500]) assert.deepEqual(alike(wins).prizes, [true, true])
  for (const wins of [-2_501, 2_501]) {
    assert.deepEqual(alike(wins), { prizes: [false, false], rare: null, returned: true, all: false })
  }
  for (const wins of [-1_500, 1_500]) assert.equal(judged([1800, 0], wins).isFair, true)
  for (const wins of [-1_501, 1_501]) {
    const { returned, isFair } = judged([1800, 0], wins)
    assert.deepEqual([returned.isFair, isFair], [false, false])
  }
})

test('prizes with fewer than 25 expected wins are judged together, and not at all while they come to fewer', () => {
  // In 1,000,000 openings 2,500 units are 25 wins.
  const judged = (rare: readonly number[], wins: readonly number[]) => {
    const [units, won] = [rare, wins].map((counts) => counts.reduce((sum, count) => sum + count, 0))
    const prizes = [...rare.map((chance) => [0, chance] as const), [900, 100_000_000 - units!] as const]
    const { prizes: rows, ...told } = fairness(simulatedBox(versionOf(1000, prizes), [...wins, 1_000_000 - won!]))
    return [rows.slice(0, -1), told.rare]
  }
  assert.deepEqual(judged([2_500], [0]), [[false], null], 'one that is never won is found as soon as it is judged')
  assert.deepEqual(judged([2_499], [0]), [[null], null])
  assert.deepEqual(judged([2_499, 1_000], [24, 11]), [[null, null], true])
  assert.deepEqual(judged([2_499, 1_000], [0, 1]), [[null, null], false])
})

test('the return seen is worked out exactly, however large the amounts are', () => {
  const price = 9_007_199_254_740_000
  const prizes = [
    [price - 1, 1],
    [price, 99_999_999],
  ] as const
  // What was won is worth one minor unit less than what was paid for it.
  const { rtpBps, seenRtpBps, returned } = simulatedBox(versionOf(price, prizes), [1, 99_999_999])
  assert.deepEqual([rtpBps, seenRtpBps, returned.deviation.distance], [9_999, 9_999, 0n])
})
