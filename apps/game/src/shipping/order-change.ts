import type { ShippingOrder } from '@coffer/contract/shipping'
import type { ApiFailure } from '@coffer/web'
import { signal } from '@preact/signals'
import { failureOf } from '../kit/answers.ts'
import { api } from '../session/api.ts'
import { takeBalance } from '../session/balance.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'
import { addressOf, type Entry } from './address-form.ts'
import { noteReturned, orders, showOrder } from './orders.ts'

export type Line = ShippingOrder['items'][number]
export type Wish =
  | { readonly is: 'cancel' | 'address'; readonly order: ShippingOrder }
  | { readonly is: 'take-off'; readonly order: ShippingOrder; readonly line: Line }

/** A change of an order that the player is asked about, or that is under way. */
export type OrderChange = { readonly wish: Wish; readonly isWorking: boolean; readonly failure: ApiFailure | null }

export const orderChange = signal<OrderChange | null>(null)

export function askOrderChange(wish: Wish): void {
  orderChange.value = { wish, isWorking: false, failure: null }
}

/** Closes the question. A refusal says that the order has moved on, so the list is read anew. */
export function dropOrderChange(): void {
  const now = orderChange.value
  if (!now || now.isWorking) return
  orderChange.value = null
  if (now.failure) void orders.load()
}

export function confirmCancel(order: ShippingOrder): Promise<void> {
  return change(async () => {
    const answer = await api.call('cancelOrder', { params: { publicId: order.publicId } })
    noteReturned(order.items.map(({ inventoryItemId }) => inventoryItemId))
    if (order.fee) {
      takeBalance(answer.balanceAfterMinor, order.fee.currency)
      refreshSessionFigures()
    }
    return answer.order
  })
}

export function confirmAddress(order: ShippingOrder, entry: Entry): Promise<void> {
  return change(async () => {
    const body = { address: addressOf(entry) }
    const answer = await api.call('changeOrderAddress', { params: { publicId: order.publicId }, body })
    return answer.order
  })
}

export function confirmTakeOff(order: ShippingOrder, { inventoryItemId }: Line): Promise<void> {
  return change(async () => {
    const request = { params: { publicId: order.publicId }, body: { inventoryItemId } }
    const answer = await api.call('removeOrderItem', request)
    noteReturned([inventoryItemId])
    return answer.order
  })
}

/** Each of these may be asked for again with the same effect, so a lost answer needs no care of its own. */
async function change(act: () => Promise<ShippingOrder>): Promise<void> {
  const now = orderChange.value
  if (!now || now.isWorking) return
  orderChange.value = { ...now, isWorking: true, failure: null }
  try {
    showOrder(await act())
    orderChange.value = null
  } catch (thrown) {
    orderChange.value = { ...now, isWorking: false, failure: failureOf(thrown) }
  }
}
