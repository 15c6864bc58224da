import { type Context, isDatabaseGone } from '../platform/index.ts'
import { type Backorder, fillBackorder, listWaitingItems, planBackorders, type WaitingItem } from '../shipping/index.ts'

const BEFORE_ALL: WaitingItem = { operatorId: 0, itemId: 0 }

/**
 * Gives stock that has come to the lines that wait for it, of all operators, the oldest line of an item first. Returns how many lines
 * were filled. It goes through the items that somebody waits for, so that one without stock keeps no other waiting.
 */
export async function runFillBackorders(ctx: Context): Promise<number> {
  const count = ctx.limits.backorderBatchCount
  let filled = 0
  for (let after = BEFORE_ALL; ; ) {
    const items = await listPage(ctx, after, count)
    for (const [operatorId, ofOperator] of Map.groupBy(items, (item) => item.operatorId)) {
      const itemIds = ofOperator.map((item) => item.itemId)
      filled += await fillItems(ctx, operatorId, itemIds)
    }
    const last = items.at(-1)
    if (!last || items.length < count) return filled
    after = last
  }
}

function listPage(ctx: Context, after: WaitingItem, count: number): Promise<WaitingItem[]> {
  return ctx.systemTx((tx) => listWaitingItems(tx, after, count))
}

/** Until nothing more is filled: an item that is not counted any more may free more lines than one batch holds. */
async function fillItems(ctx: Context, operatorId: number, itemIds: readonly number[]): Promise<number> {
  const count = ctx.limits.backorderBatchCount
  for (let filled = 0; ; ) {
    const orders = await ctx.tx(operatorId, (tx) => planBackorders(tx, operatorId, itemIds, count))
    let filledNow = 0
    for (const order of orders) filledNow += await fillOne(ctx, order)
    if (filledNow === 0) return filled
    filled += filledNow
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
