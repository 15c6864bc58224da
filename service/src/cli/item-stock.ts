import type { Command } from 'commander'
import { type StockChange, setStock } from '../catalog/index.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

type Options = { operator: string; item: string; set?: number; add?: number; unlimited?: boolean }

/** What the desk says when goods have come in, or have been counted. */
export function addItemStock(item: Command): void {
  item
    .command('stock')
    .description('say how many pieces of an item there are; those who wait for it are served first')
    .requiredOption('--operator <slug>')
    .requiredOption('--item <item>', 'key of the catalogue file, or id')
    .option('--set <count>', 'so many pieces', whole)
    .option('--add <count>', 'so many more, or fewer with a minus; never below 0', whole)
    .option('--unlimited', 'there is always one more')
    .action(async (options: Options, command: Command) => {
      const change = readChange(options)
      const set = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return setStock(ctx, { operatorId, item: options.item, change, actor: ACTOR })
      })
      const { key, from, to } = set
      say(
        command,
        set,
        from === to ? `${key}: ${pieces(to)}, as before.` : `${key}: ${pieces(to)}, ${pieces(from)} before.`,
      )
    })
}

function readChange({ set, add, unlimited }: Options): StockChange {
  const changes: StockChange[] = []
  if (set !== undefined) changes.push({ set })
  if (add !== undefined) changes.push({ add })
  if (unlimited) changes.push('unlimited')
  const [change] = changes
  if (change === undefined || changes.length > 1) throw new UserError('Give one of --set, --add and --unlimited.')
  return change
}

function whole(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new UserError(`${text} is no whole number.`)
  return Number(text)
}

function pieces(stock: number | null): string {
  return stock === null ? 'always one more' : `${stock} in stock`
}
