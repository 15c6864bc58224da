import assert from 'node:assert/strict'
import type { EventPayload } from '@coffer/contract/events'
import type { BackendOrder, ShippingOrder } from '@coffer/contract/shipping'
import type { Answer, Player } from './player.ts'
import { openRows } from './rows.ts'
import type { World } from './world.ts'

/** Where tests have things sent. */
export const ADDRESS = {
  name: 'Ann Archer',
  line1: '1 Quay Street',
  line2: null,
  city: 'Galway',
  region: 'Connacht',
  postalCode: 'H91 A1',
  country: 'IE',
  phone: null,
}

export const CONTACT = { email: 'ann@example.test' }

/** The body of an order. */
export function orderOf(inventoryItemIds: readonly number[], more: object = {}) {
  return { inventoryItemIds: [...inventoryItemIds], address: ADDRESS, contact: CONTACT, ...more }
}

type Ordered = { order: ShippingOrder; balanceAfterMinor: number | null }

/** Orders items in the game. */
export function ship(player: Player, ids: readonly number[], more: object = {}) {
  return player.call<Ordered>('createOrder', { body: orderOf(ids, more) })
}

/** The same, when it must succeed. */
export async function shipped(player: Player, ids: readonly number[], more: object = {}): Promise<ShippingOrder> {
  const { status, text, body } = await ship(player, ids, more)
  assert.equal(status, 201, text)
  return body.order
}

const orderPath = (publicId: string) => `/api/play/shipping/orders/${publicId}`

export function cancelOrder(player: Player, publicId: string): Promise<Answer<Ordered & { error: never }>> {
  return player.call('cancelOrder', { path: `${orderPath(publicId)}/cancel` }) as never
}

export function removeItem(player: Player, publicId: string, inventoryItemId: number) {
  return player.call<{ order: ShippingOrder; item: { id: number; state: string } }>('removeOrderItem', {
    path: `${orderPath(publicId)}/remove-item`,
    body: { inventoryItemId },
  })
}

export function changeAddress(player: Player, publicId: string, address: object) {
  return player.call<{ order: ShippingOrder }>('changeOrderAddress', {
    path: `${orderPath(publicId)}/address`,
    body: { address },
  })
}

export function readOrder(player: Player, publicId: string) {
  return player.call<Ordered>('getOrder', { path: orderPath(publicId) })
}

export type Notice = EventPayload<'fulfillment_notice'>

/** The notices of an order in the order in which they were written. */
export async function noticesOf(world: World, { publicId }: Pick<BackendOrder, 'publicId'>): Promise<Notice[]> {
  const rows = await openRows(world.databaseUrl).query<{ payload: string }>(
    `select payload from outbox_events where type = 'fulfillment_notice' and idempotency_key like $1 order by event_id`,
    [`fulfillment_notice:${publicId}:%`],
  )
  return rows.map((row) => JSON.parse(row.payload) as Notice)
}

/** What each notice said had happened, and what it gave back. */
export async function told(world: World, order: Pick<BackendOrder, 'publicId'>): Promise<string[]> {
  return (await noticesOf(world, order)).map(
    ({ changes, shippingRefundedMinor }) =>
      changes.join('+') + (shippingRefundedMinor === null ? '' : ` back ${shippingRefundedMinor}`),
  )
}
