import type { BackendOrder, UnshippableReason } from '@coffer/contract/shipping'
import { requestShipping } from '../inventory/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { emitNotice } from './change-order-record.ts'
import type { Fee, OrderDraft } from './order.ts'
import { addLines } from './order-lines.ts'
import { insertMove, insertOrder } from './order-store.ts'

export type Placing = Pick<Who, 'owner' | 'playerExternalId'> & {
  publicId: string
  draft: OrderDraft
  /** What the player has paid for it. */
  fee: Fee | null
}

export type Placed = { kind: 'placed'; shown: BackendOrder } | { kind: 'gone'; faults: Map<number, UnshippableReason> }

/** Locks the items of a draft and places its order: all of them, or none when one cannot be had any more. */
export async function placeOrder(ctx: Context, tx: Tx, placing: Placing): Promise<Placed> {
  const { owner, playerExternalId, publicId, draft, fee } = placing
  const ids = draft.lines.map((line) => line.inventoryItemId)
  const faults = await requestShipping(tx, owner, ids)
  if (faults.size > 0) return { kind: 'gone', faults }

  const now = ctx.clock.now()
  const order = await insertOrder(tx, {
    operator_id: owner.operatorId,
    public_id: publicId,
    player_id: owner.playerId,
    player_external_id: playerExternalId,
    origin: draft.origin,
    status: 'pending',
    currency: draft.currency,
    shipping_cost_minor: draft.shippingCostMinor,
    minimum_minor: draft.minimumMinor,
    address_change_count: 0,
    realized_total_cost_minor: null,
    fee_minor: fee?.amountMinor ?? null,
    fee_currency: fee?.currency ?? null,
    address: draft.address,
    contact_email: draft.contactEmail,
    user_notes: draft.userNotes,
    carrier: null,
    tracking_number: null,
    tracking_url: null,
    delivered_at: null,
    replacements_sent_at: null,
    notice_count: 1,
    noticed_at: now,
    created_at: now,
    erased_at: null,
  })
  await insertMove(tx, { operator_id: order.operator_id, order_id: order.order_id, status: 'pending', moved_at: now })
  await addLines(tx, order, draft.lines, now)
  return { kind: 'placed', shown: await emitNotice(ctx, tx, order, { changes: ['created'] }) }
}
