import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { importValues } from '../catalog/index.ts'
import { BY_WORDS, tellerOf } from './colleague.ts'
import { say, UserError } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

export function addItemValues(item: Command): void {
  item
    .command('values')
    .description('tell what items are worth, from a CSV file: item,valueMinor,recordedAt')
    .argument(
      '<file>',
      'item is the key of the catalogue file, itemId the id; recordedAt may be empty; - is standard input',
    )
    .requiredOption('--operator <slug>')
    .option('--by <email>', BY_WORDS)
    .action(async (path: string, options: { operator: string; by?: string }, command: Command) => {
      const told = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        const teller = await tellerOf(ctx, options.by)
        return importValues(ctx, operatorId, await readText(path, ctx.limits.valueFileBytes), { teller })
      })
      const { recordedCount, unchangedCount } = told
      say(command, told, `Values recorded: ${recordedCount}. Rows that told nothing new: ${unchangedCount}.`)
    })
}

/** Reads a file, and no more of it than one byte beyond what is allowed, which is then refused. */
function readText(path: string, maxBytes: number): Promise<string> {
  return text(createReadStream(path === '-' ? '/dev/stdin' : path, { end: maxBytes })).catch(() => {
    throw new UserError(`${path} cannot be read.`)
  })
}
