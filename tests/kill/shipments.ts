import type { InventoryRow } from '@coffer/contract/shapes'
import type { ShippingOrder } from '@coffer/contract/shipping'
import { orderOf } from '../support/shipping.ts'
import { type Click, codeOf, isSuccess, type Reply, replyOf, type Send } from './clicks.ts'
import type { Dice } from './dice.ts'
import type { KillPlayer } from './player.ts'

/** What a player's hand asks of shipping, in the game or over the backend. */
export type Surface = 'game' | 'backend'

type Ways = Record<Surface, Send>

/** Some of the items, to one of two doors, so that hands and clicks meet. */
export function orderSend(
  player: KillPlayer,
  dice: Dice,
  items: readonly InventoryRow[],
  clientActionId: string,
): Send {
  const wanted = new Set(Array.from({ length: dice.between(1, 3) }, () => dice.pick(items).id))
  const order = orderOf([...wanted])
  const body = { ...order, clientActionId, address: { ...order.address, line2: `Door ${dice.below(2)}` } }
  const { externalId: playerExternalId } = player.plan
  const ways: Ways = {
    game: (service) => player.call(service, 'createOrder', { body }),
    backend: (service) => replyOf(player.backend(service).createOrder({ playerExternalId, ...body })),
  }
  return ways[dice.percent(30) ? 'backend' : 'game']
}

/** A success, or what the wallet said: the click has an answer for good. What was refused before is no answer to remember. */
export function isOrderDecided(reply: Reply): boolean {
  const isOfWallet = ['WALLET_UNAVAILABLE', 'INSUFFICIENT_FUNDS', 'PLAYER_BLOCKED'].includes(codeOf(reply) ?? '')
  return isOrdered(reply) || (isOfWallet && !reply.retries)
}

export const isOrdered = ({ status }: Reply) => status === 200 || status === 201

/** Only the answer that the money came with tells of a balance. */
export function cancelSend(player: KillPlayer, surface: Surface, publicId: string): Send {
  const path = `/api/play/shipping/orders/${publicId}/cancel`
  const { externalId: playerExternalId } = player.plan
  const ways: Ways = {
    game: (service) => player.call(service, 'cancelOrder', { path }),
    backend: (service) => replyOf(player.backend(service).cancelOrder({ playerExternalId, publicId })),
  }
  return keeping(ways[surface], ({ order }) => ({ order }))
}

/** What becomes of item and order afterwards is no part of the answer. */
export function removeClick(
  player: KillPlayer,
  surface: Surface,
  order: ShippingOrder,
  inventoryItemId: number,
): Click {
  const { publicId } = order
  const path = `/api/play/shipping/orders/${publicId}/remove-item`
  const { externalId: playerExternalId } = player.plan
  const body = { playerExternalId, publicId, inventoryItemId }
  const ways: Ways = {
    game: (service) => player.call(service, 'removeOrderItem', { path, body: { inventoryItemId } }),
    backend: (service) => replyOf(player.backend(service).removeOrderItem(body)),
  }
  const name = `${player.name} remove ${inventoryItemId} ${publicId}`
  return { name, send: keeping(ways[surface], () => ({})), final: null, isFinal: isSuccess }
}

function keeping(send: Send, part: (body: Reply['body']) => Reply['body']): Send {
  return async (service) => {
    const reply = await send(service)
    return reply && isSuccess(reply) ? { ...reply, body: part(reply.body) } : reply
  }
}
