import { decimalOf } from '@coffer/contract/currencies'
import type { Settings } from '@coffer/contract/settings'
import { upgraderChancePercent } from '@coffer/fairness'
import type { Deviation } from '../rounds/index.ts'
import type { SimulatedChance } from '../upgrader/index.ts'

/** What a simulation found, in figures to read; nothing is decided by them. First that of the Upgrader, then what those of all games share. */

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

/** What came of a simulation, for programs and for people. */
export type Simulated = { ok: boolean; result: object; words: string }

/** What cannot vary is off by none. */
export function sigmasOf({ distance, variance }: Deviation): number {
  return distance === 0n ? 0 : Number((Number(distance) / Math.sqrt(Number(variance))).toFixed(2))
}

export const percent = (value: number, digits: number) => `${value.toFixed(digits)}%`

/** A row that is beyond its bound is marked. */
export function offBy(sigmas: number, isFair: boolean | null): string {
  return `${sigmas < 0 ? '' : '+'}${sigmas.toFixed(2)} sigma${isFair === false ? ' !' : ''}`
}

/** Cells of a column end below each other. */
export function aligned(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column]!)).join('  '))
}
