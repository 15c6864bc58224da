import type { Command } from 'commander'
import { createOperator } from '../operators/index.ts'
import { list } from './lists.ts'
import { say } from './say.ts'
import { ACTOR, SEALS, withContext } from './with-context.ts'

type Options = {
  slug: string
  name: string
  currency: string
  currencies?: string[]
  games?: string[]
  locale?: string
  walletUrl?: string
}

export function addOperatorCreate(operator: Command): void {
  operator
    .command('create')
    .description('create an operator with its first API key; the secrets are shown once')
    .requiredOption('--slug <slug>', 'short name in lower case')
    .requiredOption('--name <name>', 'name that players see')
    .requiredOption('--currency <code>', 'the operator\u2019s own currency')
    .option('--currencies <codes>', 'currencies that players may use, separated by commas', list)
    .option('--games <keys>', 'mystery_box, upgrader', list)
    .option('--locale <locale>', 'language of the hosted pages')
    .option('--wallet-url <url>', 'where the wallet answers')
    .action(async (options: Options, command: Command) => {
      const { slug, name, currency, locale } = options
      const settings = settingsOf(options)
      const made = await withContext(
        (ctx) => createOperator(ctx, { slug, name, currency, locale, settings, actor: ACTOR }),
        SEALS,
      )
      const lines = Object.entries(made).map(([label, value]) => `${label.padEnd(15)} ${value}`)
      say(command, made, [...lines, 'The secrets are not shown again.'].join('\n'))
    })
}

function settingsOf({ currencies, games, walletUrl }: Options): Record<string, unknown> {
  return {
    ...(currencies && { currencies }),
    ...(games && { enabledGames: games }),
    ...(walletUrl !== undefined && { wallet: { url: walletUrl } }),
  }
}
