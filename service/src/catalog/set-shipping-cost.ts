import { type Actor, appendAudit } from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { lockShippingCost, updateShippingCost } from './item-store.ts'

export type SetShippingCost = {
  operatorId: number
  itemId: number
  /** Minor units of `currency`; null: the default of the settings. */
  shippingCostMinor: number | null
  /** The cost and the currency that the change is based on. */
  before: number | null
  currency: string
  actor: Actor
  reason?: string | undefined
}

/**
 * Sets what it costs to ship an item, and audits it. Orders that were placed keep their cost. The same catalogue file again does not undo it.
 * Throws UNKNOWN_ITEM and ITEM_CHANGED.
 */
export function setShippingCost(ctx: Context, input: SetShippingCost): Promise<void> {
  const { operatorId, itemId, shippingCostMinor: to, before, currency, actor, reason } = input
  return ctx.tx(operatorId, async (tx) => {
    const item = await lockShippingCost(tx, operatorId, itemId)
    if (!item) throw new Refusal('UNKNOWN_ITEM')
    const { shippingCostMinor: from } = item
    if (from !== before || item.currency !== currency) throw new Refusal('ITEM_CHANGED')
    if (from === to) return
    await updateShippingCost(tx, operatorId, itemId, to)
    const details = { itemId, from, to, currency, ...(reason !== undefined && { reason }) }
    const at = ctx.clock.now()
    await appendAudit(ctx, tx, operatorId, { actor, action: 'item.shipping_cost_set', details, at })
  })
}
