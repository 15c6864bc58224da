import { recordValue } from '../catalog/index.ts'
import {
  cashBackItem,
  getInventoryItem,
  listInventory,
  readFilter,
  readPortfolio,
  readPriceHistory,
} from '../inventory/index.ts'
import { readPage } from '../kernel/index.ts'
import { rateFor } from '../rates/index.ts'
import { ok, type Subject } from './handlers.ts'
import { listOf, NO_PAGES } from './who.ts'

/** The vault: what is in it, what it is worth, and its cashback. */
export const inventory = {
  both: {
    listInventory: async (ctx, who, { query }) => {
      const { operator, owner } = who
      const filter = readFilter(query)
      const currency = query.currency ?? null
      const page = readPage(query, [...listOf(who), filter, currency], ctx.limits.pageCount)
      if (owner) return ok(await listInventory(ctx, operator, owner, { filter, currency, page }))
      // A currency that nothing can be shown in is refused, whoever is asked for.
      if (currency) await ctx.tx(operator.operatorId, (tx) => rateFor(ctx, tx, operator, operator.currency, currency))
      return ok({ items: [], cursor: NO_PAGES })
    },
  },
  play: {
    cashBackItem: async (ctx, session, { params, body }) =>
      ok(
        await cashBackItem(ctx, {
          ...session,
          inventoryItemId: params.id,
          expectedRevisionId: body.expectedRevisionId ?? null,
        }),
      ),
  },
  s2s: {
    cashout: async (ctx, who, { body }) => {
      const { item, balanceAfterMinor } = await cashBackItem(ctx, {
        ...who,
        inventoryItemId: body.inventoryItemId,
        currency: body.currency ?? who.currency,
        expectedRevisionId: body.expectedRevisionId ?? null,
      })
      return ok({ item: { ...item, inventoryItemId: item.id }, balanceAfterMinor })
    },

    getInventoryItem: async (ctx, { operator, owner }, { params, query }) => {
      const asked = { inventoryItemId: params.id, currency: query.currency ?? null }
      return ok({ item: await getInventoryItem(ctx, operator, owner, asked) })
    },

    priceHistory: async (ctx, { operator, owner, currency }, { params, query }) => {
      const asked = { inventoryItemId: params.id, currency: query.currency ?? currency }
      return ok(await readPriceHistory(ctx, operator, owner, asked))
    },

    portfolio: async (ctx, { operator, owner, currency }, { query }) => {
      const filter = readFilter({ ...query, collectible: true })
      return ok(await readPortfolio(ctx, operator, owner, { filter, currency: query.currency ?? currency }))
    },

    recordValue: async (ctx, { operator, actor }, { params, body }) => {
      const recordedAt = body.recordedAt === undefined ? null : new Date(body.recordedAt)
      const stated = { valueMinor: body.valueMinor, recordedAt, statedBy: actor }
      return ok(await recordValue(ctx, operator.operatorId, params.itemId, stated))
    },
  },
} satisfies Subject
