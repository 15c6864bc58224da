import type { Context } from '../platform/index.ts'
import { countHeld, listWaiting } from './held-value-store.ts'
import { itemsByIds } from './item-store.ts'

/** A value that waits for a second person. */
export type HeldValue = {
  heldValueId: number
  itemId: number
  key: string
  name: string
  lastMinor: number
  valueMinor: number
  currency: string
  askedBy: string
  askedAt: string
  expiresAt: string
}

/** The values of an operator that can be approved now, oldest first. */
export function listHeldValues(ctx: Context, operatorId: number): Promise<HeldValue[]> {
  return ctx.tx(operatorId, async (tx) => {
    const rows = await listWaiting(tx, operatorId, ctx.clock.now())
    const ids = rows.map((row) => row.item_id)
    const items = await itemsByIds(tx, operatorId, ids)
    return rows.map((row) => ({
      ...{ heldValueId: row.held_value_id, itemId: row.item_id },
      ...{ key: items.get(row.item_id)?.key ?? '', name: items.get(row.item_id)?.name ?? '' },
      ...{ lastMinor: row.from_minor, valueMinor: row.value_minor, currency: row.currency, askedBy: row.asked_by },
      ...{ askedAt: row.asked_at.toISOString(), expiresAt: row.expires_at.toISOString() },
    }))
  })
}

/** How many values of all operators wait, and how many were approved. */
export function countHeldValues(ctx: Context): Promise<{ waiting: number; approved: number }> {
  return ctx.systemTx((tx) => countHeld(tx, ctx.clock.now()))
}
