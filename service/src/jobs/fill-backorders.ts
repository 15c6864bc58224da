import { type Context, isDatabaseGone } from '../platform/index.ts'
import { type Backorder, fillBackorder, listWaitingItems, planBackorders, type WaitingItem } from '../shipping/index.ts'

const BEFORE_ALL: WaitingItem = { operatorId: 0, itemId: 0 }

/**
 * Gives stock that has come to the lines that wait for it, of all operators, the oldest line of an item first. Returns how many lines
 * turned. It goes through the items that somebody waits for, so that one without stock keeps no other waiting.
 */
export async function runFillBackorders(ctx: Context): Promise<number> {
  const count = ctx.limits.backorderBatchCount
  let turned = 0
  for (let after = BEFORE_ALL; ; ) {
    const items = await listPage(ctx, after, count)
    for (const [operatorId, ofOperator] of Map.groupBy(items, (item) => item.operatorId)) {
      const itemIds = ofOperator.map((item) => item.itemId)
      turned += await fillItems(ctx, operatorId, itemIds)
    }
    const last = items.at(-1)
    if (!last || items.length < count) return turned
    after = last
  }
}

function listPage(ctx: Context, after: WaitingItem, count: number): Promise<WaitingItem[]> {
  return ctx.systemTx((tx) => listWaitingItems(tx, after, count))
}

/** Until nothing more turns: an item that is not counted any more may free more lines than one batch holds. */
async function fillItems(ctx: Context, operatorId: number, itemIds: readonly number[]): Promise<number> {
  const count = ctx.limits.backorderBatchCount
  for (let turned = 0; ; ) {
    const orders = await ctx.tx(operatorId, (tx) => planBackorders(tx, operatorId, itemIds, count))
    let turnedNow = 0
    for (const order of orders) turnedNow += await fillOne(ctx, order)
    if (turnedNow === 0) return turned
    turned += turnedNow
  }
}

async function fillOne(ctx: Context, order: Backorder): Promise<number> {
  try {
    return await fillBackorder(ctx, order)
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    ctx.log.error({ err: error, ...order }, 'lines of an order could not be filled')
    return 0
  }
}
