import { settingsInForce } from '../operators/index.ts'
import { columns } from './columns.ts'
import type { Command } from './command.ts'
import { say } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

/** What is in force; `coffer operator settings` changes it. */
export function addSettings(program: Command): void {
  const settings = program.command('settings').description('settings of an operator')
  settings
    .command('show')
    .description('every setting in force, and which of them are the operator\u2019s own')
    .argument('<slug>')
    .action(async (slug: string, _options: object, command: Command) => {
      const operator = await withContext(command, (ctx) => operatorOf(ctx, slug))
      const listed = settingsInForce(operator)
      const rows = listed.map(({ path, value, isOwn, byDefault }) => [
        path,
        JSON.stringify(value),
        isOwn ? `default ${JSON.stringify(byDefault)}` : '',
      ])
      const own = listed.filter(({ isOwn }) => isOwn).map(({ path }) => path)
      say(command, { slug, settings: operator.settings, own }, columns(['SETTING', 'VALUE', 'OWN'], rows, ''))
    })
}
