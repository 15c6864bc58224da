import type { OrderBody } from '@coffer/contract/shipping'
import { readPage } from '../kernel/index.ts'
import {
  buyWithNuggets,
  cancelShippingOrder,
  changeAddress,
  createShippingOrder,
  listOrders,
  quoteShipping,
  readOrder,
  removeItem,
} from '../shipping/index.ts'
import { actionAnswer, ok, type Subject } from './handlers.ts'
import { commaList } from './read-input.ts'
import { listOf, NO_PAGES } from './who.ts'

/** Orders. A player pays the fee by the wallet; a backend's order calls no wallet, and its answers name no balance. */
export const shipping = {
  play: {
    quoteShipping: async (ctx, session, { body }) =>
      ok({ quote: await quoteShipping(ctx, { ...session, ...body, chargedIn: session.currency }) }),

    createOrder: async (ctx, session, { body }) =>
      actionAnswer(await createShippingOrder(ctx, { ...session, ...orderRequest(body), chargedIn: session.currency })),

    cancelOrder: async (ctx, { operator, owner: { playerId } }, { params }) =>
      ok(await cancelShippingOrder(ctx, { operator, playerId, publicId: params.publicId, actor: null })),
  },
  s2s: {
    quoteShipping: async (ctx, who, { body }) =>
      ok({ quote: await quoteShipping(ctx, { ...who, ...body, chargedIn: null }) }),

    createOrder: async (ctx, who, { body }) => {
      const answer = await createShippingOrder(ctx, { ...who, ...orderRequest(body), chargedIn: null })
      // The action may have been a player's own, whose answer names the balance.
      if (!('order' in answer.body)) return actionAnswer(answer)
      return actionAnswer({ ...answer, body: { ...answer.body, balanceAfterMinor: null } })
    },

    cancelOrder: async (ctx, { operator, owner: { playerId } }, { params }) => {
      const { order } = await cancelShippingOrder(ctx, { operator, playerId, publicId: params.publicId, actor: null })
      return ok({ order, balanceAfterMinor: null })
    },

    buyWithNuggets: async (ctx, who, { body }) => {
      const { clientActionId, itemId, address, contact, notes } = body
      const delivery = address && contact ? { address, contactEmail: contact.email, userNotes: notes || null } : null
      return actionAnswer(await buyWithNuggets(ctx, { ...who, clientActionId, itemId, delivery }))
    },
  },
  both: {
    listOrders: async (ctx, who, { query }) => {
      const statuses = commaList(query.status)
      const page = readPage(query, ['orders', ...listOf(who), statuses], ctx.limits.pageCount)
      if (!who.owner) return ok({ orders: [], cursor: NO_PAGES })
      return ok(await listOrders(ctx, who.owner, { statuses, page }))
    },

    getOrder: async (ctx, { owner }, { params }) =>
      ok({ order: await readOrder(ctx, owner, params.publicId), balanceAfterMinor: null }),

    changeOrderAddress: async (ctx, { owner }, { params, body }) =>
      ok({ order: await changeAddress(ctx, owner, { publicId: params.publicId, address: body.address }) }),

    removeOrderItem: async (ctx, { operator, owner }, { params, body }) => {
      const { inventoryItemId } = body
      return ok(await removeItem(ctx, { operator, owner, publicId: params.publicId, inventoryItemId }))
    },
  },
} satisfies Subject

/** What both surfaces ask of an order; an empty note is none. */
function orderRequest({ inventoryItemIds, address, contact, notes, clientActionId }: OrderBody) {
  return {
    inventoryItemIds,
    address,
    contactEmail: contact.email,
    userNotes: notes || null,
    clientActionId: clientActionId ?? null,
  }
}
