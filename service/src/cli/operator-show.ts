import type { Command } from 'commander'
import { listKeys } from '../operators/index.ts'
import { listEndpoints } from '../webhooks/index.ts'
import { columns, moment } from './columns.ts'
import { KEY_HEADINGS, keyInJson, keyRow, operatorInJson } from './operator-words.ts'
import { say } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

export function addOperatorShow(operator: Command): void {
  operator
    .command('show')
    .description('one operator: what it is, its keys and its webhook endpoints; nothing secret')
    .argument('<slug>')
    .action(async (slug: string, _options: object, command: Command) => {
      const { found, keys, endpoints, now } = await withContext(async (ctx) => {
        const found = await operatorOf(ctx, slug)
        const { operatorId } = found
        const [keys, endpoints] = await ctx.tx(operatorId, async (tx) => [
          await listKeys(tx, operatorId),
          await listEndpoints(tx, operatorId),
        ])
        return { found, keys, endpoints, now: ctx.clock.now() }
      })
      const shown = operatorInJson(found)
      const hooks = endpoints.map(({ operatorId: _, ...endpoint }) => endpoint)
      const { oldSecretEndsAt } = shown
      const facts = [
        ['Name', shown.name],
        ['Status', shown.status],
        ['Currency', `${shown.currency} (players: ${shown.currencies.join(', ')})`],
        ['Games', shown.enabledGames.join(', ')],
        ['Wallet', shown.walletUrl ?? 'none: every spend is refused'],
        ...(oldSecretEndsAt !== null && oldSecretEndsAt > now
          ? [['Old secret', `signs calls to the wallet until ${moment(oldSecretEndsAt)}`]]
          : []),
        ['Since', moment(shown.createdAt)],
      ]
      const words = [
        columns([shown.slug, `operator ${shown.operatorId}`], facts, ''),
        columns(
          KEY_HEADINGS,
          keys.map((key) => keyRow(key, now)),
          'No keys: coffer key create',
        ),
        columns(
          ['ENDPOINT', 'STATE', 'URL', 'EVENTS'],
          hooks.map(({ endpointId, enabled, url, types }) => [
            String(endpointId),
            enabled ? 'on' : 'off',
            url,
            types.join(','),
          ]),
          'No webhook endpoints: coffer webhook create',
        ),
      ]
      say(command, { operator: shown, keys: keys.map(keyInJson), endpoints: hooks }, words.join('\n\n'))
    })
}
