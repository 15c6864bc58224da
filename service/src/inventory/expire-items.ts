import { assertMove } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { ITEM_MOVES } from './item.ts'
import { expireDueItems } from './item-moves-store.ts'

/** Turns free items of an operator whose time has passed to `expired`, batch by batch. Returns how many they were. */
export async function expireItems(ctx: Context, { operatorId, settings }: Operator): Promise<number> {
  if (settings.inventory.expiryDays === null) return 0
  assertMove(ITEM_MOVES, 'unresolved', 'expired')
  const batchCount = ctx.limits.expiryBatchCount
  for (let expired = 0; ; ) {
    const count = await ctx.tx(operatorId, (tx) => expireDueItems(tx, operatorId, ctx.clock.now(), batchCount))
    expired += count
    if (count < batchCount) return expired
  }
}
