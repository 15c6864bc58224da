import { setRates } from '../rates/index.ts'
import type { Command } from './command.ts'
import { say, UserError } from './say.ts'
import { ACTOR, withContext } from './with-context.ts'

export function addRates(program: Command): void {
  program
    .command('rates')
    .description('exchange rates')
    .command('set')
    .description('put a new table of rates in force: `rates set EUR USD=1.0834` says that one EUR is 1.0834 USD')
    .argument('<base>', 'the currency that the others are quoted against')
    .argument('<rates...>', 'CODE=decimal')
    .action(async (base: string, pairs: string[], _options, command: Command) => {
      const rates = Object.fromEntries(pairs.map(readPair))
      await withContext(command, (ctx) => setRates(ctx, base, rates, ACTOR))
      const words = Object.entries(rates).map(([code, rate]) => `1 ${base} = ${rate} ${code}`)
      say(command, { base, rates }, words.join('\n'))
    })
}

function readPair(text: string): [code: string, rate: string] {
  const [code, rate, ...rest] = text.split('=')
  if (!code || !rate || rest.length > 0) throw new UserError(`${text} is not of the form USD=1.0834.`)
  return [code, rate]
}
