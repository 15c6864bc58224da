import type { Operator } from '../operators/index.ts'
import { UPGRADER_GAME } from '../rounds/index.ts'
import { countRolls, simulateChances } from '../upgrader/index.ts'
import { UserError } from './say.ts'
import type { Simulated } from './simulation-figures.ts'
import { figuresOf, type Simulation, simulationTable } from './simulation-table.ts'

type Asked = { seed: string; rounds: number; wager: number | undefined }

export function simulateUpgrader(operator: Operator, asked: Asked): Simulated {
  const simulation = play(operator, asked)
  const { settings, chances, ...played } = simulation
  const { upgrader, noLoss } = settings
  const result = {
    ...{ game: UPGRADER_GAME, ...played },
    houseEdgeBps: upgrader.houseEdgeBps,
    noLoss: noLoss.enabled,
    nuggetsCostPercent: noLoss.nuggetsCostPercent,
    chances: chances.map((chance) => figuresOf(simulation, chance)),
  }
  return { ok: chances.every(({ isFair }) => isFair), result, words: simulationTable(simulation) }
}

function play({ settings, currency }: Operator, { seed, rounds, wager }: Asked): Simulation {
  const { minWagerMinor, maxWagerMinor } = settings.upgrader
  const wagerMinor = wager ?? maxWagerMinor
  if (wagerMinor < Math.max(1, minWagerMinor) || wagerMinor > maxWagerMinor) {
    throw new UserError(
      `A wager of ${wagerMinor} is not allowed: ${Math.max(1, minWagerMinor)} to ${maxWagerMinor} is.`,
    )
  }
  const chances = simulateChances(settings, wagerMinor, countRolls(seed, rounds))
  if (chances.length === 0) throw new UserError('No chance can be offered under these settings.')
  const found = chances.filter((chance) => chance !== null)
  if (found.length < chances.length) throw new UserError(`A wager of ${wagerMinor} is too small to win a whole amount.`)
  return { seed, rounds, wagerMinor, currency, settings, chances: found }
}
