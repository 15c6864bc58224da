import { launchBody } from '@coffer/contract/s2s'
import type { Command } from 'commander'
import { Refusal } from '../kernel/index.ts'
import { createLaunch } from '../sessions/index.ts'
import { say } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

type Options = { operator: string; player: string; box?: string; game: string; currency?: string; locale?: string }

export function addLaunch(program: Command): void {
  program
    .command('launch')
    .description('mint a launch link for a player; it works once, for a minute')
    .requiredOption('--operator <slug>')
    .requiredOption('--player <externalId>')
    .option('--box <boxId>', 'the box to land on; the lobby when omitted')
    .option('--game <key>', 'mystery_box or upgrader', 'mystery_box')
    .option('--currency <code>')
    .option('--locale <locale>')
    .action(async (options: Options, command: Command) => {
      const body = readBody(options)
      const made = await withContext(async (ctx) => createLaunch(ctx, await operatorOf(ctx, options.operator), body))
      const { launchToken, launchUrl, expiresAt } = made
      say(command, { launchUrl, launchToken, expiresAt }, launchUrl)
    })
}

function readBody({ player, box, game, currency, locale }: Options) {
  const target = box === undefined ? {} : { boxId: Number(box) }
  const read = launchBody.safeParse({ playerExternalId: player, gameKey: game, target, currency, locale })
  if (read.success) return read.data
  const fields = read.error.issues.map((issue): [string, string[]] => [issue.path.join('.'), [issue.message]])
  throw new Refusal('VALIDATION_FAILED', { fields: Object.fromEntries(fields) })
}
