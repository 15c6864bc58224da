import { type OrderSaveInput, orderList, SHIPPING_STATUSES } from '@coffer/contract/shipping'
import { readPage } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { findPlayer } from '../players/index.ts'
import { cancelShippingOrder, changeOrder, listOrders, readOrder } from '../shipping/index.ts'
import type { Command } from './command.ts'
import { list, readJsonFile } from './options.ts'
import { cancelledInWords, orderInWords, rowInWords, savedInWords } from './order-words.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

/** What the shipping desk does with the orders of an operator. */
export function addOrder(program: Command): void {
  const order = program.command('order').description('shipping orders')
  addList(order)
  addShow(order)
  addSet(order)
  addCancel(order)
}

type ListOptions = { operator: string; status?: string[]; player?: string; limit?: number; cursor?: string }

function addList(order: Command): void {
  order
    .command('list')
    .description('shipping orders of an operator, newest first')
    .requiredOption('--operator <slug>')
    .option('--status <statuses>', `of these, separated by commas: ${SHIPPING_STATUSES.join(', ')}`, statuses)
    .option('--player <externalId>', 'of one player')
    .option('--limit <count>', 'so many at most, up to 200', count)
    .option('--cursor <cursor>', 'the next ones, as the list before says')
    .action(async (options: ListOptions, command: Command) => {
      const page = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return listFor(ctx, operatorId, options)
      })
      const more = page.cursor.next === null ? [] : [`There are more: --cursor ${page.cursor.next}`]
      say(command, page, [...page.orders.map(rowInWords), ...more].join('\n') || 'There are no such orders.')
    })
}

async function listFor(ctx: Context, operatorId: number, { status = [], player, limit, cursor }: ListOptions) {
  const playerId = player === undefined ? null : await playerOf(ctx, operatorId, player)
  const query = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
  const page = readPage(query, ['desk', operatorId, playerId, status], ctx.limits.pageCount)
  return listOrders(ctx, { operatorId, playerId }, { statuses: status, page })
}

async function playerOf(ctx: Context, operatorId: number, externalId: string): Promise<number> {
  const player = await ctx.tx(operatorId, (tx) => findPlayer(tx, operatorId, externalId))
  if (!player) throw new UserError(`There is no player ${externalId}.`)
  return player.playerId
}

function addShow(order: Command): void {
  order
    .command('show')
    .description('one shipping order: where it goes, what is on it, what it has cost')
    .argument('<publicId>')
    .requiredOption('--operator <slug>')
    .action(async (publicId: string, options: { operator: string }, command: Command) => {
      const shown = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return readOrder(ctx, { operatorId, playerId: null }, publicId)
      })
      say(command, { order: shown }, orderInWords(shown))
    })
}

type SetOptions = {
  operator: string
  status?: string
  carrier?: string
  tracking?: string
  trackingUrl?: string
  realizedCost?: string
  note?: string
  address?: string
}

function addSet(order: Command): void {
  order
    .command('set')
    .description('save what has become of an order: any of it at once, in one notice; an empty text clears')
    .argument('<publicId>')
    .requiredOption('--operator <slug>')
    .option('--status <status>')
    .option('--carrier <name>')
    .option('--tracking <number>')
    .option('--tracking-url <url>', 'http or https')
    .option('--realized-cost <minor>', 'what sending it has really cost, in minor units of the order\u2019s currency')
    .option('--note <text>', 'the delivery note')
    .option('--address <file>', 'a whole address as JSON, while the order is pending; - is standard input')
    .action(async (publicId: string, options: SetOptions, command: Command) => {
      const save = await readSave(options)
      const saved = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return changeOrder(ctx, { operatorId, publicId, save, actor: ACTOR })
      })
      say(command, saved, savedInWords(saved))
    })
}

/** What was typed; the verb says what is wrong with it. */
async function readSave(options: SetOptions): Promise<OrderSaveInput> {
  const { status, carrier, tracking, trackingUrl, realizedCost, note, address } = options
  const given = {
    ...{ status, carrier, trackingNumber: tracking, trackingUrl, userNotes: note },
    realizedTotalCostMinor: realizedCost === undefined ? undefined : amount(realizedCost),
    address: address === undefined ? undefined : await readJsonFile(address),
  }
  const save = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(save).length === 0) throw new UserError('Say what is to be saved; --help lists it.')
  return save as OrderSaveInput
}

function addCancel(order: Command): void {
  order
    .command('cancel')
    .description('cancel a pending order: its items go back to the vault, and a fee that the player paid to the wallet')
    .argument('<publicId>')
    .requiredOption('--operator <slug>')
    .action(async (publicId: string, options: { operator: string }, command: Command) => {
      const cancelled = await withContext(command, async (ctx) => {
        const operator = await operatorOf(ctx, options.operator)
        const cancel = { operator, playerId: null, publicId, actor: ACTOR }
        const { order: shown, balanceAfterMinor } = await cancelShippingOrder(ctx, cancel)
        return { order: shown, balanceAfterMinor }
      })
      say(command, cancelled, cancelledInWords(cancelled))
    })
}

function statuses(text: string): string[] {
  const named = list(text)
  const unknown = named.find((status) => !SHIPPING_STATUSES.some((known) => known === status))
  if (unknown !== undefined) throw new UserError(`${unknown} is no status: ${SHIPPING_STATUSES.join(', ')}.`)
  return named
}

function count(text: string): number {
  const read = orderList.limit.safeParse(text)
  if (!read.success || read.data === undefined) throw new UserError('--limit takes a whole number from 1 to 200.')
  return read.data
}

/** Empty clears it. */
function amount(text: string): number | null {
  if (text === '') return null
  if (!/^\d{1,13}$/.test(text)) throw new UserError('--realized-cost takes minor units: a whole number such as 1250.')
  return Number(text)
}
