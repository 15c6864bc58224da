import type { OperatorConfig } from '@coffer/contract/config'
import { DATA_VERSION } from '@coffer/contract/events'
import { HISTORY_TYPES } from '@coffer/contract/history'
import { readPage } from '../kernel/index.ts'
import { listOperatorNames, type Operator, operatorCurrencies } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { currentRates } from '../rates/index.ts'
import { readRestrictions } from '../rounds/index.ts'
import { operatorLocales, setRestrictions } from '../sessions/index.ts'
import { readSelector } from '../upgrader/index.ts'
import { readHistory, readUnresolved } from '../wallet/index.ts'
import { listEndpoints } from '../webhooks/index.ts'
import { ok, type Subject } from './handlers.ts'
import { commaList, timeOrNull } from './read-input.ts'

/** What a backend keeps its own books by: settings, rates, the history of money, and what restrains its players. */
export const operator = {
  admin: {
    listOperators: async (ctx) =>
      ok({ operators: await ctx.systemTx((tx) => listOperatorNames(tx, ctx.limits.operatorNamesCount)) }),
  },
  s2s: {
    /** A 200 says that the request was signed right. */
    health: async (ctx) => ok({ status: 'ok', time: ctx.clock.now().toISOString() }),

    /** What a backend mirrors of its settings: nothing that it may not know, and never a secret. */
    config: async (ctx, { operator, currency }, { query }) =>
      ok(await composeConfig(ctx, operator, query.currency ?? currency)),

    /** The table that every price is converted with; before the first one, the operator's own currency alone. */
    rates: async (ctx, { operator }) => {
      const table = await ctx.tx(operator.operatorId, (tx) => currentRates(ctx, tx))
      if (!table) return ok({ base: operator.currency, ratesAt: null, rates: {} })
      return ok({ base: table.base, ratesAt: table.ratesAt.toISOString(), rates: table.rates })
    },

    history: async (ctx, { operator: { operatorId } }, { query }) => {
      const asked = commaList(query.types)
      const known = HISTORY_TYPES.filter((type) => asked.includes(type))
      const { playerExternalId = null, from = null, to = null } = query
      const page = readPage(query, [operatorId, playerExternalId, known, from, to], ctx.limits.pageCount)
      const types = known.length > 0 ? known : HISTORY_TYPES
      const period = { from: timeOrNull(from), to: timeOrNull(to) }
      return ok(await readHistory(ctx, { operatorId, playerExternalId, types, ...period }, page))
    },

    unresolved: async (ctx, { operator }, { query }) => {
      const page = readPage(query, ['unresolved', operator.operatorId], ctx.limits.pageCount)
      return ok(await readUnresolved(ctx, operator, page))
    },

    setRestrictions: async (ctx, { operator, actor }, { params: { playerExternalId }, body: change }) => {
      await setRestrictions(ctx, { operatorId: operator.operatorId, playerExternalId, change, actor })
      return ok({ restrictions: await readRestrictions(ctx, operator, playerExternalId) })
    },

    getRestrictions: async (ctx, { operator }, { params }) =>
      ok({ restrictions: await readRestrictions(ctx, operator, params.playerExternalId) }),
  },
} satisfies Subject

async function composeConfig(ctx: Context, operator: Operator, shownIn: string): Promise<OperatorConfig> {
  const { settings, name, locale, currency } = operator
  const { enabledGames, policies, cashback, collectibles, shipping, inventory, vault } = settings
  const { noLoss, kyc, presentation } = settings
  const read = await ctx.tx(operator.operatorId, async (tx) => ({
    rates: await currentRates(ctx, tx),
    upgrader: await readSelector(ctx, tx, operator, shownIn),
    endpoints: await listEndpoints(tx, operator.operatorId),
  }))
  return {
    dataVersion: DATA_VERSION,
    updatedAt: operator.updatedAt.toISOString(),
    operator: { name, locale, currency },
    currencies: operatorCurrencies(operator),
    locales: operatorLocales(operator),
    ...{ enabledGames, policies, cashback, collectibles, shipping, inventory, vault },
    upgrader: read.upgrader,
    ...{ noLoss, kyc, presentation },
    fx: { toleranceBps: settings.fx.toleranceBps, ratesAt: read.rates?.ratesAt.toISOString() ?? null },
    wallet: { configured: settings.wallet.url !== '' },
    webhooks: read.endpoints.map(({ endpointId, url, types, enabled }) => ({ id: endpointId, url, types, enabled })),
  }
}
