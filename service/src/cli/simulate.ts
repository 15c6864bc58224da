import { GAME_KEYS } from '@coffer/contract/shapes'
import { type Command, Option } from 'commander'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { UPGRADER_GAME } from '../rounds/index.ts'
import { say, UserError } from './say.ts'
import { simulateBox } from './simulate-box.ts'
import { simulateUpgrader } from './simulate-upgrader.ts'
import type { Simulated } from './simulation-figures.ts'
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
        GAME_KEYS.filter((key) => key === UPGRADER_GAME),
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
      const { ok, result, words } = await withContext(async (ctx) =>
        simulate(ctx, await operatorOf(ctx, options.operator), options),
      )
      say(command, { operator: options.operator, ...result, ok }, words)
      process.exitCode = ok ? 0 : 1
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
