import type { ListOrdersRequest } from '@coffer/contract/admin'
import { ORDER_LIST } from '@coffer/contract/list'
import type { OrderBody } from '@coffer/contract/shipping'
import { endOfDay, readPage, startOfDay } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { readOrderUnrecorded, viewOrder } from '../reports/index.ts'
import {
  buyWithNuggets,
  cancelShippingOrder,
  changeAddress,
  changeOrder,
  createShippingOrder,
  listAdminOrders,
  listOrders,
  quoteShipping,
  readOrder,
  removeItem,
  statusesOf,
} from '../shipping/index.ts'
import { exportList, operatorNamed } from '../staff/index.ts'
import { actionAnswer, ok, okCsv, type Subject } from './handlers.ts'
import { commaList } from './read-input.ts'
import { listOf, NO_PAGES } from './who.ts'

/** Orders. A player pays the fee by the wallet; a backend's order calls no wallet, and its answers name no balance. */
export const shipping = {
  admin: {
    listOrders: async (ctx, session, { body: { operator, ...request } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok(await readPageOfOrders(ctx, operatorId, request))
    },

    exportOrders: async (ctx, session, { body: { operator, ...filters } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { search, status = null, stock = null, from = null, to = null } = filters
      const rows = await exportList(ctx, by, {
        action: 'order.exported',
        details: { status, stock, period: { from, to }, hasSearch: search !== undefined },
        readPage: async (cursor) => {
          const request = { ...filters, sort: '-createdAt', limit: ctx.limits.exportPageCount, cursor } as const
          const page = await readPageOfOrders(ctx, by.operatorId, request)
          // Names contain spaces, which separate the parts of other lists in a cell.
          const rows = page.orders.map(({ items, ...order }) => ({ ...order, items: items.join('; ') }))
          return { rows, cursor: page.cursor }
        },
      })
      return okCsv(ctx, { name: 'orders', columns: ORDER_LIST.columns, rows })
    },

    getOrder: async (ctx, session, { params, query }) => {
      const by = await operatorNamed(ctx, session, query.operator)
      return ok({ order: await viewOrder(ctx, { ...by, session }, params.publicId) })
    },

    changeOrder: async (ctx, session, { params: { publicId }, body }) => {
      const { operator, version, reason, ...save } = body
      const by = await operatorNamed(ctx, session, operator)
      const { changes } = await changeOrder(ctx, { ...by, publicId, save, version, reason })
      return ok({ order: await readAfter(ctx, { ...by, session }, publicId, { isChanged: changes.length > 0 }) })
    },

    cancelOrder: async (ctx, session, { params: { publicId }, body: { operator: slug, version, reason } }) => {
      const by = await operatorNamed(ctx, session, slug)
      const operator = await ctx.tx(by.operatorId, (tx) => getOperator(tx, by.operatorId))
      const cancel = { operator, playerId: null, publicId, actor: by.actor, version, reason }
      const { isRepeated } = await cancelShippingOrder(ctx, cancel)
      return ok({ order: await readAfter(ctx, { ...by, session }, publicId, { isChanged: !isRepeated }) })
    },
  },
  play: {
    quoteShipping: async (ctx, session, { body }) =>
      ok({ quote: await quoteShipping(ctx, { ...session, ...body, chargedIn: session.currency }) }),

    createOrder: async (ctx, session, { body }) =>
      actionAnswer(await createShippingOrder(ctx, { ...session, ...orderRequest(body), chargedIn: session.currency })),

    cancelOrder: async (ctx, { operator, owner: { playerId } }, { params: { publicId } }) => {
      const cancelled = await cancelShippingOrder(ctx, { operator, playerId, publicId, actor: null })
      return ok({ order: cancelled.order, balanceAfterMinor: cancelled.balanceAfterMinor })
    },
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

/** An order after a request to change it. The answer contains the address, so a request that changed nothing is recorded as a view. */
function readAfter(
  ctx: Context,
  reader: Parameters<typeof viewOrder>[1],
  publicId: string,
  { isChanged }: { isChanged: boolean },
) {
  return isChanged ? readOrderUnrecorded(ctx, reader, publicId) : viewOrder(ctx, reader, publicId)
}

type PageOfOrders = Omit<ListOrdersRequest, 'operator'>

/** Reads a page of the orders that the filters of a request match. */
function readPageOfOrders(ctx: Context, operatorId: number, { sort, limit, cursor, ...filters }: PageOfOrders) {
  const { search = null, status, stock = null, from, to } = filters
  const listed = {
    operatorId,
    statuses: status === undefined ? null : statusesOf(status),
    stock,
    from: from === undefined ? null : startOfDay(from),
    before: to === undefined ? null : endOfDay(to),
    isOldestFirst: sort === 'createdAt',
  }
  // Without the text that is searched for: URLs contain the cursor.
  const page = readPage({ limit, cursor }, ['orders in the admin', listed], ctx.limits.pageCount, null)
  return listAdminOrders(ctx, { ...listed, search }, page)
}
