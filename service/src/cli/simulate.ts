import { GAME_KEYS } from '@coffer/contract/games'
import { Option } from 'commander'
import { simulatedBox, simulatedOpenings } from '../boxes/index.ts'
import { findBox, findVersion, type PlayableVersion } from '../catalog/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { simulateChances, simulatedRolls, UPGRADER } from '../upgrader/index.ts'
import { boxIdOf } from './box-id.ts'
import { boxFigures, boxSimulationTable } from './box-simulation-table.ts'
import type { Command } from './command.ts'
import { countOnAllCores } from './count-on-all-cores.ts'
import { say, UserError } from './say.ts'
import { figuresOf, type Simulated, type Simulation, simulationTable } from './simulation-table.ts'
import { operatorOf, withContext } from './with-context.ts'

type Options = { operator: string; box?: string; game?: string; wager?: number; rounds: number; seed?: string }

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description(
      'open a box, or play the Upgrader, many times with the real draw, without players or money; ends with 0 only when all came out within what honest draws allow. Changes nothing',
    )
    .requiredOption('--operator <slug>')
    .option('--box <box>', 'id, key or slug of the box to open, by the odds of its live version')
    .addOption(
      new Option('--game <key>', 'what to play in place of a box').choices(
        GAME_KEYS.filter((key) => key === UPGRADER.key),
      ),
    )
    .option(
      '--wager <minor>',
      'of the Upgrader, in minor units of the operator\u2019s currency; the largest allowed when omitted',
      whole,
    )
    .option('--rounds <count>', 'so many, in the Upgrader at each chance', whole, 1_000_000)
    .option('--seed <text>', 'the same seed gives the same rounds; a new one when omitted')
    .action(async (options: Options, command: Command) => {
      refuseUnclear(options)
      // The schema is left as it is: nothing is written.
      const { ok, result, words } = await withContext(command, async (ctx) =>
        simulate(ctx, await operatorOf(ctx, options.operator), options),
      )
      say(command, { operator: options.operator, ...result, ok }, words)
      command.terminal.exitCode = ok ? 0 : 1
    })
}

function refuseUnclear({ box, game, wager }: Options): void {
  if ((box === undefined) === (game === undefined)) throw new UserError('Give one of --box and --game upgrader.')
  if (box !== undefined && wager !== undefined) throw new UserError('A box has a price: --wager is for the Upgrader.')
}

async function simulate(ctx: Context, operator: Operator, options: Options): Promise<Simulated> {
  const { box, wager, rounds, seed = ctx.random.bytes(8).toString('hex') } = options
  if (rounds < 1 || rounds > ctx.limits.simulatedRoundsCount) {
    throw new UserError(`--rounds takes 1 to ${ctx.limits.simulatedRoundsCount}.`)
  }
  if (box === undefined) return simulateUpgrader(operator, { seed, rounds, wager })
  return simulateBox(ctx, operator, { seed, rounds, box })
}

function whole(text: string): number {
  if (!/^\d{1,13}$/.test(text)) throw new UserError(`${text} is no whole number.`)
  return Number(text)
}

type AskedBox = { seed: string; rounds: number; box: string }

async function simulateBox(ctx: Context, { operatorId }: Operator, asked: AskedBox): Promise<Simulated> {
  const version = await liveVersion(ctx, operatorId, asked.box)
  const wins = await countOnAllCores(simulatedOpenings(version, asked.seed, asked.rounds))
  const simulated = simulatedBox(version, wins)
  const { boxId, boxVersionId, boxName, priceMinor, currency } = version
  const { seed, rounds } = asked
  const result = { boxId, boxVersionId, boxName, seed, rounds, priceMinor, currency, ...boxFigures(simulated) }
  return { ok: simulated.isFair, result, words: boxSimulationTable(version, seed, simulated) }
}

async function liveVersion(ctx: Context, operatorId: number, typed: string): Promise<PlayableVersion> {
  const boxId = await boxIdOf(ctx, operatorId, typed)
  return ctx.tx(operatorId, async (tx) => {
    const box = await findBox(tx, operatorId, boxId)
    if (!box) throw new Refusal('UNKNOWN_BOX')
    if (!box.liveVersionId) throw new UserError(`${box.name} was never put on sale: it has no odds to draw from.`)
    return present(await findVersion(tx, operatorId, box.liveVersionId), 'a live version exists')
  })
}

type AskedUpgrader = { seed: string; rounds: number; wager: number | undefined }

async function simulateUpgrader(operator: Operator, asked: AskedUpgrader): Promise<Simulated> {
  const simulation = await play(operator, asked)
  const { settings, chances, ...played } = simulation
  const { upgrader, noLoss } = settings
  const result = {
    ...{ game: UPGRADER.key, ...played },
    houseEdgeBps: upgrader.houseEdgeBps,
    noLoss: noLoss.enabled,
    nuggetsCostPercent: noLoss.nuggetsCostPercent,
    chances: chances.map((chance) => figuresOf(simulation, chance)),
  }
  return { ok: chances.every(({ isFair }) => isFair), result, words: simulationTable(simulation) }
}

async function play({ settings, currency }: Operator, { seed, rounds, wager }: AskedUpgrader): Promise<Simulation> {
  const { minWagerMinor, maxWagerMinor } = settings.upgrader
  const wagerMinor = wager ?? maxWagerMinor
  if (wagerMinor < Math.max(1, minWagerMinor) || wagerMinor > maxWagerMinor) {
    throw new UserError(
      `A wager of ${wagerMinor} is not allowed: ${Math.max(1, minWagerMinor)} to ${maxWagerMinor} is.`,
    )
  }
  const chances = simulateChances(settings, wagerMinor, await countOnAllCores(simulatedRolls(seed, rounds)))
  if (chances.length === 0) throw new UserError('No chance can be offered under these settings.')
  const found = chances.filter((chance) => chance !== null)
  if (found.length < chances.length) throw new UserError(`A wager of ${wagerMinor} is too small to win a whole amount.`)
  return { seed, rounds, wagerMinor, currency, settings, chances: found }
}
