import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { countDraws } from '@coffer/fairness/simd'
import { countInWorkers, countOnAllCores } from '../../service/src/cli/count-on-all-cores.ts'
import { type Simulation, simulationTable } from '../../service/src/cli/simulation-table.ts'
import { simulateChances, simulatedRolls } from '../../service/src/upgrader/index.ts'
import { chiSquare, tailProbability } from './support/chi-square.ts'
import { settingsOf } from './support/upgrader-cases.ts'

const PLAY_COUNT = 1_000_000
const WAGER = 100_000

function simulated(settings: Simulation['settings'], counts: readonly number[], seed: string): Simulation {
  const chances = simulateChances(settings, WAGER, counts).filter((chance) => chance !== null)
  return { seed, rounds: PLAY_COUNT, wagerMinor: WAGER, currency: 'EUR', settings, chances }
}

/** The seed is fixed, so that the outcome is: an honest draw leaves 3 sigma once in a while. */
const SEED = 'a million plays'
const counts = countDraws(simulatedRolls(SEED, PLAY_COUNT))

test('a seed gives the rolls that it always gave', () => {
  const digest = createHash('sha256').update(counts.join(' ')).digest('hex')
  assert.equal(digest, '3556f17841f6db6c3b14991425dc6cd70d9f3e67e0b36fc9d19b967e1582d0e3')
  const wins = [100, 500, 2_500, 5_000, 9_000].map((bps) => counts.slice(0, bps).reduce((sum, count) => sum + count, 0))
  assert.deepEqual(wins, [9_985, 49_936, 250_623, 500_220, 899_956])
})

test('two million rolls are counted on all cores as they are on one, and a worker that fails fails the count', async () => {
  const rolls = simulatedRolls(SEED, 2 * PLAY_COUNT)
  assert.deepEqual(await countOnAllCores(rolls), countDraws(rolls))
  await assert.rejects(countInWorkers({ ...rolls, ends: [5_000] }, 2), /The slots do not end with the total/)
})

test('a million plays at each preset win and return what the chance says, inside 3 sigma', (t) => {
  for (const settings of [settingsOf({}), settingsOf({ noLoss: { enabled: true, nuggetsCostPercent: 50 } })]) {
    const simulation = simulated(settings, counts, SEED)
    t.diagnostic(`\n${simulationTable(simulation)}`)
    assert.deepEqual(
      simulation.chances.map(({ chanceBps, isFair }) => [chanceBps, isFair]),
      settings.upgrader.chancePresetsBps.map((chanceBps) => [chanceBps, true]),
    )
  }
})

test('a million rolls fall evenly on the dial', () => {
  const slices = Array.from({ length: 200 }, (_, slice) =>
    counts.slice(slice * 50, slice * 50 + 50).reduce((sum, count) => sum + count, 0),
  )
  assert.equal(counts.length, 10_000)
  const p = tailProbability(chiSquare(slices, new Array<number>(200).fill(PLAY_COUNT / 200)), 199)
  assert.ok(p > 0.001, `p = ${p}`)
})

test('one win more, or fewer, than 3 sigma allow is found', () => {
  // 1,000,000 plays at 50 % have a sigma of 500 wins.
  const half = settingsOf({ upgrader: { chancePresetsBps: [5_000] } })
  const judged = (winsCount: number) => {
    const rolls = new Array<number>(10_000).fill(0)
    rolls[4_999] = winsCount
    rolls[5_000] = PLAY_COUNT - winsCount
    return simulated(half, rolls, 'by hand').chances[0]
  }
  for (const winsCount of [498_500, 500_000, 501_500])
    assert.deepEqual([judged(winsCount)?.winsCount, judged(winsCount)?.isFair], [winsCount, true])
  for (const winsCount of [498_499, 501_501]) assert.equal(judged(winsCount)?.isFair, false)
})

test('the figures beside a row are the exact ones: what was won, with the Nuggets of a miss at their cost', () => {
  const settings = settingsOf({
    noLoss: { enabled: true, nuggetsCostPercent: 50 },
    upgrader: { chancePresetsBps: [5_000] },
  })
  const rolls = new Array<number>(10_000).fill(0)
  rolls[0] = 500_250
  rolls[9_999] = 499_750
  // The target is 1.4 of the stake: 0.50025 · 140 % + 0.49975 · 50 % = 95.0225 %, half a sigma above 95 %.
  const table = simulationTable(simulated(settings, rolls, 'by hand')).split('\n')
  assert.deepEqual(table[4]!.trim().split(/ {2,}/), [
    '50.00%',
    '1400.00',
    '500,250',
    '50.025%',
    '95.022%',
    '95.000%',
    '+0.50 sigma',
  ])
  assert.match(table[1]!, /House edge 5\.00%, no-loss with Nuggets at 50%/)
})
