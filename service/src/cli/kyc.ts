import { eraseKycOf } from '../kyc/index.ts'
import { findPlayer } from '../players/index.ts'
import type { Command } from './command.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

export function addKyc(program: Command): void {
  const kyc = program.command('kyc').description('verifications of players')
  addErase(kyc)
}

type EraseOptions = { operator: string; player: string; request?: number }

function addErase(kyc: Command): void {
  kyc
    .command('erase')
    .description('erase what a player told and handed in; statuses, days and reason codes stay; again changes nothing')
    .requiredOption('--operator <slug>')
    .requiredOption('--player <externalId>')
    .option('--request <requestId>', 'of one request; without it, of all of them', readId)
    .action(async ({ operator, player, request }: EraseOptions, command: Command) => {
      const erased = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, operator)
        const found = await ctx.tx(operatorId, (tx) => findPlayer(tx, operatorId, player))
        if (!found) throw new UserError(`${operator} has no player ${player}.`)
        const owner = { operatorId, playerId: found.playerId }
        return eraseKycOf(ctx, owner, { requestId: request ?? null, actor: ACTOR, because: 'asked' })
      })
      say(command, { erased }, erasedInWords(erased))
    })
}

function erasedInWords(requestIds: readonly number[]): string {
  if (requestIds.length === 0) return 'There was nothing to erase.'
  const name = requestIds.length === 1 ? 'request' : 'requests'
  return `Erased: ${name} ${requestIds.join(', ')}.\nTheir statuses, days and reason codes stay. A photo that cannot be removed just now is removed by the service later.`
}

function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UserError(`${text} is no id of a request: ids are whole numbers.`)
  return Number(text)
}
