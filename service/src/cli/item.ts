import {
  approveValue,
  importValues,
  listHeldValues,
  type NotApproved,
  type StockChange,
  setStock,
} from '../catalog/index.ts'
import { deliverItems } from '../inventory/index.ts'
import { BY_WORDS, colleague, statedByOf } from './colleague.ts'
import type { Command } from './command.ts'
import { readBytes } from './options.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

export function addItem(program: Command): void {
  const item = program.command('item').description('items in the catalogue and in vaults')
  addItemDeliver(item)
  addItemValues(item)
  addItemHeld(item)
  addItemStock(item)
}

/** What the desk does once it has handed a digital prize over. */
function addItemDeliver(item: Command): void {
  item
    .command('deliver')
    .description('mark digital items as handed over: all of them or none; again changes nothing')
    .argument('<inventoryItemId...>', 'ids of items in vaults')
    .requiredOption('--operator <slug>')
    .action(async (texts: string[], options: { operator: string }, command: Command) => {
      const inventoryItemIds = texts.map((text) => readId(text, 'an item'))
      const result = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return deliverItems(ctx, { operatorId, inventoryItemIds, actor: ACTOR })
      })
      const before = result.alreadyDelivered.length
      const words = `${result.delivered.length} delivered${before > 0 ? `, ${before} had been before` : ''}.`
      say(command, result, words)
    })
}

function readId(text: string, of: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UserError(`${text} is no id of ${of}: ids are whole numbers.`)
  return Number(text)
}

function addItemValues(item: Command): void {
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
      const recorded = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        const statedBy = await statedByOf(ctx, options.by)
        // One byte beyond what is allowed is enough to have it refused.
        return importValues(ctx, operatorId, await readBytes(path, ctx.limits.valueFileBytes), { statedBy })
      })
      const { recordedCount, unchangedCount } = recorded
      say(command, recorded, `Values recorded: ${recordedCount}. Rows that told nothing new: ${unchangedCount}.`)
    })
}

/** Values that are further above the last ones than the operator's settings let in. */
function addItemHeld(item: Command): void {
  item
    .command('held-values')
    .description('values that wait for a second member of staff')
    .requiredOption('--operator <slug>')
    .action(async (options: { operator: string }, command: Command) => {
      const values = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return listHeldValues(ctx, operatorId)
      })
      const lines = values.map(
        (one) =>
          `${one.heldValueId}  ${one.key}  ${one.lastMinor} to ${one.valueMinor} ${one.currency}  asked by ${one.askedBy}, until ${one.expiresAt}`,
      )
      say(command, { values }, lines.join('\n') || 'Nothing waits.')
    })
  item
    .command('approve-value')
    .description('put a value in force that waits for a second member of staff: somebody else than who asked for it')
    .argument('<heldValueId>', 'as held-values names it')
    .requiredOption('--operator <slug>')
    .requiredOption('--by <email>', 'a platform_admin')
    .action(async (text: string, options: { operator: string; by: string }, command: Command) => {
      const heldValueId = readId(text, 'a held value')
      const value = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        const approver = await colleague(ctx, options.by, 'platform_admin')
        return approveValue(ctx, { operatorId, heldValueId, approver })
      })
      if (typeof value === 'string') throw new UserError(NOT_APPROVED[value])
      say(command, value, `Item ${value.itemId} is worth ${value.valueMinor} ${value.currency}.`)
    })
}

const NOT_APPROVED: Record<NotApproved, string> = {
  unknown: 'There is no such value: coffer item held-values',
  not_waiting: 'This value was approved before, was declined, or another was asked for after it.',
  expired: 'Nobody approved this value in time. It has to be told anew.',
  same_person: 'Whoever asked for a value does not approve it: a second member of staff has to.',
  value_has_moved: 'The value of the item has moved since this was asked for. It has to be told anew.',
}

type StockOptions = { operator: string; item: string; set?: number; add?: number; unlimited?: boolean }

/** What the desk says when goods have come in, or have been counted. */
function addItemStock(item: Command): void {
  item
    .command('stock')
    .description('say how many pieces of an item there are; those who wait for it are served first')
    .requiredOption('--operator <slug>')
    .requiredOption('--item <item>', 'key of the catalogue file, or id')
    .option('--set <count>', 'so many pieces', whole)
    .option('--add <count>', 'so many more, or fewer with a minus; never below 0', whole)
    .option('--unlimited', 'there is always one more')
    .action(async (options: StockOptions, command: Command) => {
      const change = readChange(options)
      const set = await withContext(command, async (ctx) => {
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

function readChange({ set, add, unlimited }: StockOptions): StockChange {
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
