import { createKey, findKey, listKeys, type Operator, revokeKey, rotateKey } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { columns } from './columns.ts'
import type { Command } from './command.ts'
import { KEY_HEADINGS, keyInJson, keyRow } from './operator-words.ts'
import { list, type OverlapOption, overlapMs } from './options.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, SEALS, withContext } from './with-context.ts'

export function addKey(program: Command): void {
  const key = program.command('key').description('API keys')
  addCreate(key)
  addList(key)
  addRotate(key)
  addRevoke(key)
}

function addCreate(key: Command): void {
  key
    .command('create')
    .description('a further key of an operator; its secret is shown once')
    .requiredOption('--operator <slug>')
    .option('--scopes <scopes>', 'what it may do, separated by commas; all when omitted', list)
    .option('--require-nonce', 'refuse requests without a nonce')
    .action(async (options: { operator: string; scopes?: string[]; requireNonce?: boolean }, command: Command) => {
      const made = await withContext(
        command,
        async (ctx) => {
          const { operatorId } = await operatorOf(ctx, options.operator)
          const { scopes, requireNonce } = options
          const { keyId, keySecret } = await createKey(ctx, { operatorId, scopes, requireNonce, actor: ACTOR })
          return { keyId, keySecret }
        },
        SEALS,
      )
      say(command, made, `keyId     ${made.keyId}\nkeySecret ${made.keySecret}\nThe secret is not shown again.`)
    })
}

function addList(key: Command): void {
  key
    .command('list')
    .description('the keys of an operator, ended ones too; never a secret')
    .requiredOption('--operator <slug>')
    .action(async (options: { operator: string }, command: Command) => {
      const { keys, now } = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return { keys: await ctx.tx(operatorId, (tx) => listKeys(tx, operatorId)), now: ctx.clock.now() }
      })
      const rows = keys.map((one) => keyRow(one, now))
      say(command, { keys: keys.map(keyInJson) }, columns(KEY_HEADINGS, rows, 'There are no keys: coffer key create'))
    })
}

function addRotate(key: Command): void {
  key
    .command('rotate')
    .description('replace a key; the old one goes on working for the overlap')
    .argument('<keyId>')
    .requiredOption('--operator <slug>')
    .option('--overlap-hours <hours>', 'how long both work', '24')
    .action(async (keyId: string, options: { operator: string } & OverlapOption, command: Command) => {
      const made = await withContext(
        command,
        async (ctx) => {
          const { operatorId } = await operatorOf(ctx, options.operator)
          const change = { operatorId, keyId, overlapMs: overlapMs(options), actor: ACTOR }
          const { keyId: newKeyId, keySecret, endsAt } = await rotateKey(ctx, change)
          return { keyId: newKeyId, keySecret, endsAt }
        },
        SEALS,
      )
      const end = overlapMs(options) === 0 ? 'no more' : `until ${made.endsAt.toISOString()}`
      const words = `keyId     ${made.keyId}\nkeySecret ${made.keySecret}\nThe old key works ${end}.`
      say(command, made, words)
    })
}

function addRevoke(key: Command): void {
  key
    .command('revoke')
    .description('end a key at once')
    .argument('<keyId>')
    .option('--operator <slug>', 'whose key it is; refused when it is another\u2019s')
    .action(async (keyId: string, options: { operator?: string }, command: Command) => {
      await withContext(command, async (ctx) => {
        const { operatorId } = options.operator ? await operatorOf(ctx, options.operator) : await ownerOf(ctx, keyId)
        await revokeKey(ctx, { operatorId, keyId, actor: ACTOR })
      })
      say(command, { keyId, revoked: true }, `${keyId} is revoked.`)
    })
}

/** Key ids are unique over all operators. */
async function ownerOf(ctx: Context, keyId: string): Promise<Operator> {
  const found = await findKey(ctx)(keyId)
  if (!found) throw new UserError(`There is no key ${keyId}.`)
  return found.operator
}
