import { z } from 'zod'
import { DATA_VERSION } from './events.ts'
import { GAME_KEYS } from './games.ts'
import { defineSignedRoutes } from './route.ts'
import { upgraderConfig } from './s2s-upgrader.ts'
import { bps, currency, id, minor, presentation, timestamp } from './shapes.ts'

/** What an operator's backend mirrors of its settings, and the exchange rates in force (decisions §12). */

export const operatorConfig = z.object({
  dataVersion: z.literal(DATA_VERSION),
  updatedAt: timestamp.meta({ description: 'When the settings were saved last' }),
  operator: z.object({ name: z.string(), locale: z.string(), currency: z.string() }),
  currencies: z.array(z.string()),
  locales: z.array(z.string()),
  enabledGames: z.array(z.enum(GAME_KEYS)),
  policies: z.object({ cashbackEnabled: z.boolean(), shippingEnabled: z.boolean(), refundEnabled: z.boolean() }),
  cashback: z.object({ percentBps: bps, maxItemMinor: minor.nullable() }),
  collectibles: z.object({ creditedRiseBps: bps, maxStepBps: z.int().min(0) }),
  shipping: z.object({ minShipmentValueMinor: minor, defaultCostMinor: minor }),
  inventory: z.object({ expiryDays: z.int().nullable() }),
  vault: z.object({ autoOpenAfterHours: z.int().nullable() }),
  upgrader: upgraderConfig,
  noLoss: z.object({ enabled: z.boolean(), nuggetsCostPercent: z.int().min(0) }),
  kyc: z.object({ enabled: z.boolean(), minimumAge: z.int().min(0) }),
  fx: z.object({
    toleranceBps: bps.nullable(),
    ratesAt: timestamp.nullable().meta({ description: 'When the newest rate was quoted; null without any' }),
  }),
  presentation,
  wallet: z.object({ configured: z.boolean() }),
  webhooks: z.array(z.object({ id, url: z.string(), types: z.array(z.string()), enabled: z.boolean() })),
})

/** One major unit of `base` is worth `rates[code]` major units of `code`. */
export const exchangeRates = z.object({
  base: z.string(),
  ratesAt: timestamp.nullable().meta({ description: 'When the newest rate was quoted; null without any' }),
  rates: z.record(z.string(), z.string()).meta({ description: 'Decimals as texts, by ISO 4217 code' }),
})

export const configRoutes = defineSignedRoutes({
  config: {
    method: 'GET',
    path: '/api/s2s/config',
    summary: 'Settings that a backend mirrors; read them anew after `settings_changed`',
    query: z.object({
      currency: currency.optional().meta({ description: 'Of the amounts of `upgrader`; yours when omitted' }),
    }),
    success: { 200: operatorConfig },
    refusals: ['UNSUPPORTED_CURRENCY'],
  },
  rates: {
    method: 'GET',
    path: '/api/s2s/rates',
    summary: 'Exchange rates that can be used now',
    success: { 200: exchangeRates },
    refusals: [],
  },
})

export type OperatorConfig = z.infer<typeof operatorConfig>
