import type { Command } from 'commander'
import { deliverItems } from '../inventory/index.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

/** What the desk does once it has handed a digital prize over. */
export function addItemDeliver(item: Command): void {
  item
    .command('deliver')
    .description('mark digital items as handed over: all of them or none; again changes nothing')
    .argument('<inventoryItemId...>', 'ids of items in vaults')
    .requiredOption('--operator <slug>')
    .action(async (texts: string[], options: { operator: string }, command: Command) => {
      const inventoryItemIds = texts.map(readId)
      const result = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return deliverItems(ctx, { operatorId, inventoryItemIds, actor: ACTOR })
      })
      const before = result.alreadyDelivered.length
      const words = `${result.delivered.length} delivered${before > 0 ? `, ${before} had been before` : ''}.`
      say(command, result, words)
    })
}

function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UserError(`${text} is no id of an item: ids are whole numbers.`)
  return Number(text)
}
