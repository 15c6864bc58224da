import type { OperatorConfig } from '@coffer/contract/config'
import { DATA_VERSION } from '@coffer/contract/events'
import { type Operator, operatorCurrencies } from '../../operators/index.ts'
import type { Context } from '../../platform/index.ts'
import { currentRates } from '../../rates/index.ts'
import { operatorLocales } from '../../sessions/index.ts'
import { readSelector } from '../../upgrader/index.ts'
import { listEndpoints } from '../../webhooks/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

/** What a backend mirrors of its settings: nothing that it could not have been told, and never a secret. */
export const config: S2sHandler<'config'> = async (ctx, { operator }, { query }) =>
  ok(await composeConfig(ctx, operator, query.currency ?? operator.currency))

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
