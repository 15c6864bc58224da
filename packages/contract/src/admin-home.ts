import { z } from 'zod'
import { ofOperator } from './admin-fields.ts'
import { DRAWN_AS } from './games.ts'
import { defineAdminRoutes } from './route.ts'
import { id, timestamp } from './shapes.ts'

/** Days of totals that the home screen shows, with the current one. */
export const HOME_DAYS = 30
/** The newest debits and credits, and the hours, whose wallet calls the home screen summarizes. */
export const HOME_WALLET_OPERATIONS = 500
export const HOME_WALLET_HOURS = 24
/** The most failed deliveries that the home screen counts. */
export const HOME_FAILED_DELIVERIES = 1000

const day = z.object({
  date: z.iso.date().meta({ description: 'In UTC' }),
  roundCounts: z.record(z.enum(Object.values(DRAWN_AS)), z.int()).meta({
    description: 'Rounds that entered the reconciliation feed on that day, free ones included, by type of entry',
  }),
  betMinor: z.int().meta({ description: 'What players staked, in money or items. Without free rounds' }),
  payoutMinor: z.int().meta({ description: 'The value of the prizes when they were drawn. Without free rounds' }),
  ggrMinor: z.int().meta({ description: 'Gross gaming revenue: bets less payouts' }),
  freeCount: z.int().meta({ description: 'Rounds that the operator paid for' }),
  freePayoutMinor: z.int().meta({ description: 'The value of the prizes of those rounds' }),
})

const play = z.object({
  currency: z.string().meta({ description: 'The current currency of the operator' }),
  days: z.array(day).meta({ description: `The last ${HOME_DAYS} days, the current one first` }),
  missingSince: timestamp.nullable().meta({
    description: 'Rounds that entered the feed since then are not counted yet; null when the totals are up to date',
  }),
  otherCurrencies: z.array(z.string()).meta({
    description: 'Other currencies with rounds in these days. These rounds are not in `days`',
  }),
})

export const WALLET_STATES = ['none', 'unused', 'answering', 'failing', 'held_back'] as const
export type WalletState = (typeof WALLET_STATES)[number]

const wallet = z.object({
  state: z.enum(WALLET_STATES).meta({
    description:
      '`none`: no URL is set; `unused`: no debit or credit was sent; `failing`: the last call got no usable answer or was not sent; `held_back`: after many such calls in a row, calls are held back and one at a time is tried',
  }),
  calls: z
    .object({
      accepted: z.int(),
      refused: z.int(),
      unknown: z.int().meta({ description: 'No usable answer: the outcome is not known' }),
      neverSent: z.int().meta({ description: 'No connection, or held back by a limit of Coffer' }),
    })
    .meta({
      description: `Debit and credit calls of the last ${HOME_WALLET_HOURS} hours by outcome: those of the newest ${HOME_WALLET_OPERATIONS} operations, and of as many unresolved ones`,
    }),
  medianMs: z
    .int()
    .nullable()
    .meta({ description: 'Median time from recording a call to recording its answer; null without answered calls' }),
  p95Ms: z.int().nullable().meta({ description: '95th percentile of the same time' }),
  unresolvedCount: z
    .int()
    .meta({ description: 'Debits and credits without a final outcome that no request is handling' }),
  oldestUnresolvedAt: timestamp.nullable(),
  parkedCount: z.int().meta({ description: 'Those of them that are no longer retried and need a decision' }),
  conflictCount: z.int().meta({ description: 'Credits that the wallet accepted after they were closed' }),
})

const waiting = z.object({ count: z.int(), oldestAt: timestamp.nullable() })

export const SET_UP_STEPS = ['wallet', 'api_key', 'webhook', 'allowed_origins', 'box', 'round'] as const
export type SetUpStep = (typeof SET_UP_STEPS)[number]

const home = z.object({
  at: timestamp,
  play: play.nullable().meta({ description: 'Null without the permission `play.read`' }),
  orders: z
    .object({ pending: waiting, processing: waiting })
    .nullable()
    .meta({ description: 'Shipping orders that are not shipped. Null without the permission `orders.count`' }),
  verifications: waiting
    .nullable()
    .meta({ description: 'Verifications that wait for review by a person. Null without the permission `kyc.count`' }),
  wallet: wallet.nullable().meta({ description: 'Null without the permission `integration.read`' }),
  deliveries: z
    .object({
      failedCount: z.int().meta({
        description: `Failed deliveries, ${HOME_FAILED_DELIVERIES} at most. They are sent again only when they are replayed`,
      }),
      hasMoreFailed: z.boolean().meta({ description: 'There are more than were counted' }),
      failingEndpoints: z
        .array(z.object({ endpointId: id, url: z.string(), failingSince: timestamp }))
        .meta({ description: 'Enabled endpoints whose last delivery failed' }),
    })
    .nullable()
    .meta({ description: 'Webhooks. Null without the permission `integration.read`' }),
  setUp: z
    .array(z.object({ step: z.enum(SET_UP_STEPS), isDone: z.boolean() }))
    .nullable()
    .meta({ description: 'Steps of the set-up. Null without the permission `integration.read`' }),
})

/** The first screen of the admin. */
export const homeRoutes = defineAdminRoutes({
  getHome: {
    method: 'GET',
    path: '/api/admin/home',
    access: 'home.read',
    summary:
      'Figures and open tasks of an operator. Without an operator, staff of the platform get the verifications of all operators, and every other part is null',
    query: ofOperator,
    success: { 200: z.object({ home }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
})

export type Home = z.infer<typeof home>
export type HomeDay = z.infer<typeof day>
