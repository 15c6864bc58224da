import { masterKeyId } from '../platform/index.ts'
import { type MasterKeyRotation, rotateMasterKey } from '../sealing/index.ts'
import type { Command } from './command.ts'
import { say, UserError } from './say.ts'
import { SEALS, withContext } from './with-context.ts'

export function addMasterKey(program: Command): void {
  const masterKey = program.command('master-key').description('the key that seals every secret at rest')
  masterKey
    .command('rotate')
    .description(
      'seal everything anew under COFFER_MASTER_KEY_NEXT, while processes that hold both keys run; again, it goes on',
    )
    .action(async (_options: object, command: Command) => {
      const done = await withContext(
        command,
        (ctx) => {
          const next = ctx.config.nextMasterKey
          if (next === null) throw new UserError(NEEDS_NEXT)
          return rotateMasterKey(ctx, masterKeyId(next.reveal()))
        },
        SEALS,
      )
      say(command, done, words(done))
    })
}

const NEEDS_NEXT =
  'COFFER_MASTER_KEY_NEXT is not set. Make a key with openssl rand -hex 32, give it to every process as COFFER_MASTER_KEY_NEXT beside ' +
  'COFFER_MASTER_KEY, restart them one by one, and run this again with both.'

function words({ keyId, previousKeyId, resealedCount, unopenedCount }: MasterKeyRotation): string {
  if (previousKeyId === null) return `Everything is sealed under the key ${keyId} already.`
  const left = `${unopenedCount} values opened under neither key, as before: coffer doctor names them.`
  return [
    `${resealedCount} values were sealed anew under the key ${keyId}.`,
    ...(unopenedCount === 0 ? [] : [left]),
    `Nothing is sealed under the key ${previousKeyId} any more. Set COFFER_MASTER_KEY to the new key, drop COFFER_MASTER_KEY_NEXT,`,
    'restart every process, and keep the old key only as long as backups that need it.',
  ].join('\n')
}
