import type { Address, BackendOrder } from '@coffer/contract/shipping'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { changeOrderRecord } from './change-order-record.ts'
import { isSameAddress, type OrderOwner } from './order.ts'
import { lockOrder } from './order-store.ts'
import { showOrder } from './read-orders.ts'

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
