import type { BackendOrder } from '@coffer/contract/shipping'
import type { Context, Tx } from '../platform/index.ts'
import { enqueueEvent } from '../webhooks/index.ts'
import { fulfillmentNotice, type Happened } from './notice.ts'
import { showOrder } from './show-order.ts'
import type { OrderRecord } from './tables.ts'

/** Tells of an order as it stands now, which is how it is shown. */
export async function tellOrder(ctx: Context, tx: Tx, order: OrderRecord, happened: Happened): Promise<BackendOrder> {
  const shown = await showOrder(ctx, tx, order)
  await enqueueEvent(tx, order.operator_id, fulfillmentNotice(order, shown, happened))
  return shown
}
