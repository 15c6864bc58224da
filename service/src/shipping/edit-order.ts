import type { InventoryRow } from '@coffer/contract/shapes'
import type { Address, BackendOrder } from '@coffer/contract/shipping'
import { readItemRow } from '../inventory/index.ts'
import { type Owner, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { costOf, misfitOf, totalOf } from './batch.ts'
import { changeOrderRecord } from './change-order-record.ts'
import { findLine, listLines } from './line-store.ts'
import { isSameAddress, type OrderOwner } from './order.ts'
import { takeLinesOffOrder } from './order-lines.ts'
import { lockOrder } from './order-store.ts'
import { showOrder } from './read-orders.ts'
import type { LineRecord, OrderRecord } from './tables.ts'

/**
 * Sends a pending order elsewhere, so often; its cost stays. The address that it has already changes nothing. Refuses with
 * ORDER_NOT_FOUND or SHIPMENT_NOT_EDITABLE.
 */
export async function changeAddress(
  ctx: Context,
  owner: OrderOwner,
  { publicId, address }: { publicId: string; address: Address },
): Promise<BackendOrder> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const order = await lockOrder(tx, owner, publicId)
    if (!order) throw new Refusal('ORDER_NOT_FOUND')
    if (order.status !== 'pending') throw new Refusal('SHIPMENT_NOT_EDITABLE')
    if (isSameAddress(order.address, address)) return showOrder(ctx, tx, order)
    const address_change_count = order.address_change_count + 1
    if (address_change_count > ctx.limits.addressChangesCount) {
      throw new Refusal('SHIPMENT_NOT_EDITABLE', { reason: 'ADDRESS_CHANGES' })
    }
    return changeOrderRecord(ctx, tx, order, { address, address_change_count }, { changes: ['address'] })
  })
}

export type RemoveItem = { operator: Operator; owner: Owner; publicId: string; inventoryItemId: number }

/**
 * Takes an item off a pending order, so that it is free in the vault again, unless what remains could not have been ordered for what
 * was paid. The last item of an order that the player was charged for stays on it; any other order that is emptied is cancelled. Again
 * is the same answer. Refuses with ORDER_NOT_FOUND, SHIPMENT_NOT_EDITABLE or INVENTORY_ITEM_NOT_FOUND.
 */
export async function removeItem(
  ctx: Context,
  input: RemoveItem,
): Promise<{ order: BackendOrder; item: InventoryRow }> {
  const { operator, owner, publicId, inventoryItemId } = input
  return ctx.tx(owner.operatorId, async (tx) => {
    const order = await lockOrder(tx, owner, publicId)
    if (!order) throw new Refusal('ORDER_NOT_FOUND')
    const line = await findLine(tx, order, inventoryItemId)
    const shown =
      line?.left_because === 'removed' ? await showOrder(ctx, tx, order) : await remove(ctx, tx, order, line)
    return { order: shown, item: await readItemRow(ctx, tx, operator, owner, inventoryItemId) }
  })
}

async function remove(ctx: Context, tx: Tx, order: OrderRecord, line: LineRecord | undefined): Promise<BackendOrder> {
  if (order.status !== 'pending') throw new Refusal('SHIPMENT_NOT_EDITABLE')
  if (!line) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  const lines = await listLines(tx, order.operator_id, [order.order_id])
  const isLast = lines.length === 1
  if (isLast && order.fee_minor !== null) throw new Refusal('SHIPMENT_NOT_EDITABLE', { reason: 'LAST_ITEM' })
  refuseMisfit(
    order,
    lines.filter(({ line_id }) => line_id !== line.line_id),
  )
  await takeLinesOffOrder(tx, order, [line], { at: ctx.clock.now(), because: 'removed' })
  if (!isLast) return changeOrderRecord(ctx, tx, order, {}, { changes: ['item_removed'] })
  const refunded = { minor: 0, currency: order.currency }
  return changeOrderRecord(
    ctx,
    tx,
    order,
    { status: 'cancelled' },
    { changes: ['item_removed', 'cancelled'], refunded },
  )
}

/** What remains must be an order that could have been placed on the same terms. Goods that go along were sold, and count nothing. */
function refuseMisfit({ currency, ...order }: OrderRecord, remaining: readonly LineRecord[]): void {
  const items = remaining
    .filter((line) => !line.goes_along)
    .map((line) => ({ valueMinor: line.value_minor, shippingCostMinor: line.shipping_cost_minor }))
  if (items.length === 0) return
  const { shipping_cost_minor: shippingCostMinor, minimum_minor: minimumMinor } = order
  const reason = misfitOf(items, { shippingCostMinor, minimumMinor })
  if (reason === null) return
  const current =
    reason === 'BELOW_MINIMUM'
      ? { valueMinor: totalOf(items), minimumMinor, currency }
      : { shippingCostMinor: costOf(items), paidCostMinor: shippingCostMinor, currency }
  throw new Refusal('SHIPMENT_NOT_EDITABLE', { reason, current })
}
