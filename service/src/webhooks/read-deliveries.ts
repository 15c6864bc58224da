import type { CursorPair } from '@coffer/contract/shapes'
import type { Delivery, DeliveryDetail } from '@coffer/contract/webhooks'
import { type PageRequest, pageOf, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { type DeliveryFilter, findDelivery, listAttemptRows, listDeliveryRows } from './delivery-store.ts'
import { bodyOf, deliveryNumber } from './message.ts'
import { deliveryView } from './view.ts'

/** A page of an operator's deliveries, newest first. */
export async function readDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<{ deliveries: Delivery[]; cursor: CursorPair }> {
  const rows = await ctx.tx(filter.operatorId, (tx) => listDeliveryRows(tx, filter, request))
  const page = pageOf(rows, request, (row) => ({ sort: null, id: row.delivery_id }))
  return { deliveries: page.rows.map(deliveryView), cursor: page.cursor }
}

/** One delivery with its body and its attempts. Refuses with DELIVERY_NOT_FOUND. */
export async function readDelivery(ctx: Context, operatorId: number, name: string): Promise<DeliveryDetail> {
  const deliveryId = deliveryNumber(name)
  return ctx.tx(operatorId, async (tx) => {
    const row = await findDelivery(tx, operatorId, deliveryId)
    if (!row) throw new Refusal('DELIVERY_NOT_FOUND')
    const attempts = await listAttemptRows(tx, operatorId, deliveryId, ctx.limits.webhookAttemptsShownCount)
    const { type, player_external_id: playerExternalId, idempotency_key: idempotencyKey, payload } = row
    return {
      ...deliveryView(row),
      body: bodyOf({ type, playerExternalId, idempotencyKey, payload }),
      attempts: attempts.map((attempt) => ({
        startedAt: attempt.started_at.toISOString(),
        endedAt: attempt.ended_at?.toISOString() ?? null,
        statusCode: attempt.status_code,
        reason: attempt.reason,
      })),
    }
  })
}
