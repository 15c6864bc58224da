import type { ShippingOrder } from '@coffer/contract/shipping'
import { signal } from '@preact/signals'
import { createPaged } from '../kit/paged.ts'
import { api } from '../session/api.ts'

/** The player's orders, newest first. */
export const orders = createPaged<ShippingOrder>(async (cursor) => {
  const answer = await api.call('listOrders', { query: { limit: '10', ...(cursor && { cursor }) } })
  return { rows: answer.orders, cursor: answer.cursor }
})

/** Ids of the items that were ordered in this tab and are still on their order. */
export const ordered = signal<ReadonlySet<number>>(new Set())

export function noteOrdered(ids: readonly number[]): void {
  ordered.value = new Set([...ordered.peek(), ...ids])
}

export function noteReturned(ids: readonly number[]): void {
  ordered.value = new Set([...ordered.peek()].filter((id) => !ids.includes(id)))
}

/** Shows an order as it has become, where it stands in the list. */
export function showOrder(order: ShippingOrder): void {
  const page = orders.state.value.data
  if (!page) return
  orders.set({ ...page, rows: page.rows.map((row) => (row.publicId === order.publicId ? order : row)) })
}
