import { decimalOf } from '@coffer/contract/currencies'
import type { Settings } from '@coffer/contract/settings'
import { upgraderChancePercent } from '@coffer/fairness'
import type { SimulatedChance } from '../upgrader/index.ts'
import { aligned, offBy, percent, sigmasOf } from './simulation-figures.ts'

/** What a simulation of the Upgrader found, in figures to read; nothing is decided by them. */

export type Simulation = {
  seed: string
  rounds: number
  wagerMinor: number
  currency: string
  settings: Pick<Settings, 'upgrader' | 'noLoss'>
  chances: readonly SimulatedChance[]
}

/** A row, with what the chance says beside it. With no-loss the return counts the Nuggets of a miss at what they cost. */
export function figuresOf(simulation: Simulation, chance: SimulatedChance) {
  const { chanceBps, aimedMinor, winsCount, deviation, isFair } = chance
  const { rounds, wagerMinor, settings } = simulation
  const { enabled, nuggetsCostPercent } = settings.noLoss
  const [expected, won] = [chanceBps / 10_000, winsCount / rounds]
  const returned = (winRate: number) =>
    winRate * (aimedMinor / wagerMinor) * 100 + (1 - winRate) * (enabled ? nuggetsCostPercent : 0)
  return {
    ...{ chanceBps, aimedMinor, wins: winsCount },
    winPercent: rounded(won * 100),
    expectedWinPercent: upgraderChancePercent(chanceBps),
    returnPercent: rounded(returned(won)),
    expectedReturnPercent: rounded(returned(expected)),
    sigmas: sigmasOf(deviation),
    fair: isFair,
  }
}

const rounded = (percent: number) => Number(percent.toFixed(3))

/** The table, with a line above it and one below. */
export function simulationTable(simulation: Simulation): string {
  const { seed, rounds, wagerMinor, currency, settings, chances } = simulation
  const { houseEdgeBps } = settings.upgrader
  const nuggets = settings.noLoss.enabled ? `, no-loss with Nuggets at ${settings.noLoss.nuggetsCostPercent}%` : ''
  const money = (minor: number) => decimalOf(minor, currency)
  const rows = chances.map((chance) => {
    const row = figuresOf(simulation, chance)
    return [
      percent(row.expectedWinPercent, 2),
      money(row.aimedMinor),
      row.wins.toLocaleString('en'),
      percent(row.winPercent, 3),
      percent(row.returnPercent, 3),
      percent(row.expectedReturnPercent, 3),
      offBy(row.sigmas, row.fair),
    ]
  })
  const far = chances.filter(({ isFair }) => !isFair).length
  return [
    `${money(wagerMinor)} ${currency} staked ${rounds.toLocaleString('en')} times at each chance, aimed at the most that it can win.`,
    `House edge ${percent(houseEdgeBps / 100, 2)}${nuggets}. Seed ${seed}.`,
    '',
    ...aligned([['chance', 'aimed at', 'wins', 'won', 'return', 'in theory', 'off by'], ...rows]),
    '',
    far === 0
      ? 'Every chance came out inside 3 sigma.'
      : `${far} of ${chances.length} came out beyond 3 sigma. An honest chance does so once in 370 times: try another seed.`,
  ].join('\n')
}
