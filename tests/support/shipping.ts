import assert from 'node:assert/strict'
import type { EventPayload } from '@coffer/contract/events'
import type { BackendOrder, ShippingOrder } from '@coffer/contract/shipping'
import { faults } from '@coffer/reference-operator'
import { changeOrder } from '@coffer/service/administration'
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

/**
 * Everything that can become of an order and of a fee: one order of each status, with a line that waits and one that was taken off, a fee
 * that was refused, and one that was taken without an order. Needs a cost of shipping, and one `sample-collectible` in stock.
 */
export async function shipEverything(world: World, playerExternalId: string): Promise<void> {
  const { operator } = world
  const { coffer } = operator
  const player = await world.play(operator, playerExternalId)
  let purchases = 0
  const buy = async (key = 'sample-physical', more = {}) => {
    const clientActionId = `good-${purchases++}`
    return coffer.buyWithNuggets({ playerExternalId, clientActionId, itemId: operator.items[key]!, ...more })
  }
  const good = async (key?: string) => (await buy(key)).item.id

  const mug = await good()
  const goods = [mug, await good('sample-collectible'), await good('sample-collectible')]
  const waiting = await shipped(player, goods, { clientActionId: 'ship' })
  assert.equal((await removeItem(player, waiting.publicId, mug)).status, 200)
  const cancelled = await shipped(player, [mug])
  assert.equal((await cancelOrder(player, cancelled.publicId)).status, 200)

  world.casino.wallet.faults.push({ times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') })
  assert.equal((await ship(player, [mug])).status, 422)
  world.casino.wallet.faults.push({ times: 1, fault: faults.serverError({ apply: true }) })
  assert.equal((await ship(player, [mug])).status, 503)
  for (const waitMs of [200_000, 200_000]) {
    world.clock.advance(waitMs)
    await world.tick('resolver')
  }

  await buy('sample-physical', { address: ADDRESS, contact: CONTACT })
  await buy('sample-physical', { address: { ...ADDRESS, line1: '2 Quay Street' }, contact: CONTACT })
  for (const last of [['delivered', 'shipped_with_replacements', 'delivered'], ['returned']] as const) {
    // The second of them waits until the order is sent all the same.
    const ids = [await good(), await good('sample-collectible')]
    const { order } = await coffer.createOrder({ playerExternalId, ...orderOf(ids) })
    for (const status of ['processing', 'shipped', ...last] as const) {
      const change = { operatorId: operator.operatorId, publicId: order.publicId, save: { status }, actor: 'desk' }
      await changeOrder(world.service.ctx, change)
    }
  }
}
