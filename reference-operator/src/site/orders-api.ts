import { randomUUID } from 'node:crypto'
import type { Casino } from '../casinos.ts'
import { type Exchange, readJson } from './http.ts'
import { addressOf, contactOf, idNumberOf, idsOf, noteOf, playerOf, textIdOf } from './input.ts'
import type { Site } from './site.ts'

/** What becomes of a player's things on their way home: the casino's own copies of the orders, and what its people do with them. */

const VAULT_ROWS = 24
const ORDER_ROWS = 5

/** What the notices have told so far. Coffer is not asked. */
export function readOrders({ inbox }: Site, { slug }: Casino, { url }: Exchange) {
  return { orders: inbox.orders(slug, playerOf(url.searchParams.get('player'))) }
}

/** What can be sent, and the player's last orders as Coffer has them. */
export async function readDeskOrders(_: Site, casino: Casino, { url }: Exchange) {
  const playerExternalId = playerOf(url.searchParams.get('player'))
  const [{ items }, { orders }] = await Promise.all([
    casino.coffer.listInventory({ playerExternalId, state: 'unresolved', type: 'physical', limit: VAULT_ROWS }),
    casino.coffer.listOrders({ playerExternalId, limit: ORDER_ROWS }),
  ])
  const ready = items.filter(({ shippable }) => shippable)
  return {
    items: ready.map(({ id, name, valueMinor, currency }) => ({ id, name, valueMinor, currency })),
    orders,
  }
}

/** What an order of these things would be. Nothing changes. */
export async function quoteOrder(_: Site, casino: Casino, { request }: Exchange) {
  const { player, inventoryItemIds } = await readJson(request)
  const wanted = { playerExternalId: playerOf(player), inventoryItemIds: idsOf('inventoryItemIds', inventoryItemIds) }
  return await casino.coffer.quoteShipping(wanted)
}

/** Has things of the player sent. Coffer charges nothing for what is ordered here. */
export async function placeOrder(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const answer = await casino.coffer.createOrder({
    playerExternalId: playerOf(input.player),
    inventoryItemIds: idsOf('inventoryItemIds', input.inventoryItemIds),
    address: addressOf('address', input.address),
    contact: contactOf('contact', input.contact),
    notes: noteOf('notes', input.notes),
    clientActionId: `desk-${randomUUID()}`,
  })
  return answer
}

export async function cancelOrder(_: Site, casino: Casino, { request }: Exchange) {
  return await casino.coffer.cancelOrder(orderOf(await readJson(request)))
}

export async function changeAddress(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const wish = { ...orderOf(input), address: addressOf('address', input.address) }
  return await casino.coffer.changeOrderAddress(wish)
}

/** Takes one thing off, so that the player can cash it back. */
export async function takeOff(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const wish = { ...orderOf(input), inventoryItemId: idNumberOf('inventoryItemId', input.inventoryItemId) }
  return await casino.coffer.removeOrderItem(wish)
}

function orderOf({ player, publicId }: Record<string, unknown>) {
  return { playerExternalId: playerOf(player), publicId: textIdOf('publicId', publicId) }
}
