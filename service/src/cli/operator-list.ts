import type { Command } from 'commander'
import { listAllOperators } from '../operators/index.ts'
import { columns, moment } from './columns.ts'
import { operatorInJson } from './operator-words.ts'
import { say } from './say.ts'
import { withContext } from './with-context.ts'

export function addOperatorList(operator: Command): void {
  operator
    .command('list')
    .description('all operators, oldest first')
    .action(async (_options: object, command: Command) => {
      const operators = await withContext((ctx) => ctx.systemTx(listAllOperators))
      const rows = operators.map(({ slug, name, currency, status, settings, createdAt }) => {
        const wallet = settings.wallet.url === '' ? 'none' : new URL(settings.wallet.url).host
        return [slug, name, currency, status, wallet, moment(createdAt)]
      })
      const headings = ['SLUG', 'NAME', 'CURRENCY', 'STATUS', 'WALLET', 'SINCE']
      const none = 'There are no operators yet: coffer operator create'
      say(command, { operators: operators.map(operatorInJson) }, columns(headings, rows, none))
    })
}
