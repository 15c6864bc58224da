import type { Integration } from '@coffer/contract/admin'
import type { OperatorConfig } from '@coffer/contract/config'
import { DATA_VERSION } from '@coffer/contract/events'
import { HISTORY_TYPES } from '@coffer/contract/history'
import { API_KEY_LIST } from '@coffer/contract/list'
import { changeOperatorSettings } from '../catalog/index.ts'
import { hours, readPage } from '../kernel/index.ts'
import {
  createKey,
  getOperator,
  type KeyFilter,
  listOperatorNames,
  type Operator,
  operatorCurrencies,
  readKeys,
  revokeKey,
  rotateKey,
  rotateOutboundSecret,
} from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { currentRates } from '../rates/index.ts'
import { readHome } from '../reports/index.ts'
import { operatorLocales } from '../sessions/index.ts'
import { employerNamed, exportList, isOfPlatform, operatorNamed } from '../staff/index.ts'
import { readSelector } from '../upgrader/index.ts'
import { countUndecided, readHistory, readUnresolved } from '../wallet/index.ts'
import { listEndpoints } from '../webhooks/index.ts'
import { created, ok, okCsv, type Subject } from './handlers.ts'
import { commaList, timeOrNull } from './read-input.ts'

/** Home screen, settings, API keys, rates and history of money of an operator. */
export const operator = {
  admin: {
    listOperators: async (ctx) =>
      ok({ operators: await ctx.systemTx((tx) => listOperatorNames(tx, ctx.limits.operatorNamesCount)) }),

    getHome: async (ctx, session, { query }) => {
      const { operatorId } = await employerNamed(ctx, session, query.operator)
      return ok({ home: await readHome(ctx, { operatorId, roles: session.roles }) })
    },

    getIntegration: async (ctx, session, { query }) => {
      const { operatorId } = await operatorNamed(ctx, session, query.operator)
      return ok({ integration: await readIntegration(ctx, operatorId) })
    },

    changeIntegration: async (ctx, session, { body }) => {
      const { operatorId, actor } = await operatorNamed(ctx, session, body.operator)
      const { wallet, allowedOrigins, isSameWallet, version } = body
      const patch = {
        ...(wallet && { wallet }),
        ...(allowedOrigins && { allowedOrigins: [...new Set(allowedOrigins)] }),
      }
      // An empty URL removes the wallet, so it cannot lead to the same one.
      const force = isSameWallet && wallet?.url !== ''
      const options = { actor, version, mayBePrivate: isOfPlatform(session), force }
      await changeOperatorSettings(ctx, operatorId, patch, options)
      return ok({ integration: await readIntegration(ctx, operatorId) })
    },

    rotateOutboundSecret: async (ctx, session, { body: { operator, overlapHours, version } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const change = { overlapMs: hours(overlapHours), version }
      const { outboundSecret } = await rotateOutboundSecret(ctx, { ...by, ...change })
      return ok({ integration: await readIntegration(ctx, by.operatorId), outboundSecret })
    },

    listApiKeys: async (ctx, session, { body: { operator, ...request } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok(await showKeys(ctx, operatorId, request))
    },

    exportApiKeys: async (ctx, session, { body: { operator, ...filters } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { search, status = null } = filters
      const rows = await exportList(ctx, by, {
        action: 'key.exported',
        details: { status, hasSearch: search !== undefined },
        readPage: async (cursor) => {
          const request = { ...filters, sort: API_KEY_LIST.sorts[0], limit: ctx.limits.exportPageCount, cursor }
          const { keys, ...others } = await showKeys(ctx, by.operatorId, request)
          return { rows: keys, ...others }
        },
      })
      return okCsv(ctx, { name: 'api-keys', columns: API_KEY_LIST.columns, rows })
    },

    createApiKey: async (ctx, session, { body: { operator, ...rights } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { key, keySecret } = await createKey(ctx, { ...by, ...rights })
      return created({ key, keySecret })
    },

    rotateApiKey: async (ctx, session, { params, body }) => {
      const by = await operatorNamed(ctx, session, body.operator)
      const change = { ...params, overlapMs: hours(body.overlapHours) }
      const { key, keySecret, replaced } = await rotateKey(ctx, { ...by, ...change })
      return ok({ key, keySecret, replaced })
    },

    revokeApiKey: async (ctx, session, { params, body }) => {
      const by = await operatorNamed(ctx, session, body.operator)
      return ok({ key: await revokeKey(ctx, { ...by, ...params }) })
    },
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
  },
} satisfies Subject

async function readIntegration(ctx: Context, operatorId: number): Promise<Integration> {
  const { operator, undecidedCount } = await ctx.tx(operatorId, async (tx) => ({
    operator: await getOperator(tx, operatorId),
    undecidedCount: await countUndecided(tx, operatorId),
  }))
  const { version, settings, previousOutbound } = operator
  const isOverlapping = previousOutbound !== null && previousOutbound.endsAt > ctx.clock.now()
  const oldSecretEndsAt = isOverlapping ? previousOutbound.endsAt.toISOString() : null
  const { allowedOrigins, wallet } = settings
  return {
    version,
    wallet: { url: wallet.url, undecidedCount, oldSecretEndsAt },
    allowedOrigins,
    isFramedByAll: allowedOrigins.length === 0 && ctx.config.environment !== 'production',
  }
}

type KeyListRequest = {
  search?: string | undefined
  status?: KeyFilter['status'] | undefined
  sort: KeyFilter['sort']
  limit?: number | undefined
  cursor?: string | undefined
}

function showKeys(ctx: Context, operatorId: number, { sort, limit, cursor, ...filters }: KeyListRequest) {
  const { search = null, status = null } = filters
  // Without the text that is searched for: URLs contain the cursor.
  const request = readPage({ limit, cursor }, ['API keys', operatorId, status, sort], ctx.limits.pageCount)
  return readKeys(ctx, { operatorId, search, status, sort }, request)
}

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
