import type { Delivery } from '@coffer/contract/webhooks'
import { invalidField, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { findDelivery, reviveDeliveries } from './delivery-store.ts'
import { deliveryNumber } from './message.ts'
import { deliveryView } from './view.ts'

/**
 * Sends a failed delivery again, with a whole new budget of attempts: same id, same key, same bytes. Refuses with DELIVERY_NOT_FOUND,
 * and with DELIVERY_NOT_FAILED for one that was delivered or is still being tried.
 */
export async function replayDelivery(ctx: Context, operatorId: number, name: string): Promise<Delivery> {
  const deliveryId = deliveryNumber(name)
  return ctx.tx(operatorId, async (tx) => {
    const count = await reviveDeliveries(tx, operatorId, { deliveryId }, ctx.clock.now())
    const row = await findDelivery(tx, operatorId, deliveryId)
    if (!row) throw new Refusal('DELIVERY_NOT_FOUND')
    if (count === 0) throw new Refusal('DELIVERY_NOT_FAILED', { state: row.status })
    return deliveryView(row)
  })
}

/** The same for failed deliveries of events that occurred from `from` until before `to`, the oldest first up to a limit. Returns how many. */
export async function replayDeliveries(ctx: Context, operatorId: number, from: Date, to: Date): Promise<number> {
  if (from >= to) throw invalidField('to', 'must be after `from`')
  const which = { from, to, count: ctx.limits.webhookReplayCount }
  return ctx.tx(operatorId, (tx) => reviveDeliveries(tx, operatorId, which, ctx.clock.now()))
}
