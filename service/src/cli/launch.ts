import { GAME_KEYS } from '@coffer/contract/games'
import { launchBody } from '@coffer/contract/s2s'
import { Refusal } from '../kernel/index.ts'
import { createLaunch } from '../sessions/index.ts'
import { boxIdOf } from './box-id.ts'
import type { Command } from './command.ts'
import { say } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

type Options = { operator: string; player: string; box?: string; game: string; currency?: string; locale?: string }

export function addLaunch(program: Command): void {
  program
    .command('launch')
    .description('mint a launch link for a player; it works once, for a minute')
    .requiredOption('--operator <slug>')
    .requiredOption('--player <externalId>')
    .option('--box <box>', 'id, key or slug of the box to land on; the lobby when omitted')
    .option('--game <key>', GAME_KEYS.join(' or '), 'mystery_box')
    .option('--currency <code>')
    .option('--locale <locale>')
    .action(async (options: Options, command: Command) => {
      const { launchToken, launchUrl, expiresAt } = await withContext(command, async (ctx) => {
        const operator = await operatorOf(ctx, options.operator)
        const boxId = options.box === undefined ? undefined : await boxIdOf(ctx, operator.operatorId, options.box)
        return createLaunch(ctx, operator, readBody(options, boxId))
      })
      say(command, { launchUrl, launchToken, expiresAt }, launchUrl)
    })
}

function readBody({ player, game, currency, locale }: Options, boxId: number | undefined) {
  const target = boxId === undefined ? {} : { boxId }
  const read = launchBody.safeParse({ playerExternalId: player, gameKey: game, target, currency, locale })
  if (read.success) return read.data
  const fields = read.error.issues.map((issue): [string, string[]] => [issue.path.join('.'), [issue.message]])
  throw new Refusal('VALIDATION_FAILED', { fields: Object.fromEntries(fields) })
}
