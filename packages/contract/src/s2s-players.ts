import { z } from 'zod'
import { AMOUNT_MAX } from './limits.ts'
import { LARGEST_DAILY_OPENS } from './player-names.ts'
import { defineSignedRoutes } from './route.ts'
import { moment, playerExternalId, timestamp } from './shapes.ts'

/** Player protection (additive): what keeps a player from playing. It never holds back a credit or a refund. */

export const restrictionsBody = z
  .strictObject({
    coolOffUntil: moment.nullable().optional(),
    selfExcluded: z.boolean().optional(),
    dailySpendMinor: z
      .int()
      .min(0)
      .max(AMOUNT_MAX)
      .nullable()
      .optional()
      .meta({ description: 'Bets of a day, UTC, in minor units of the operator\u2019s currency' }),
    dailyOpensCount: z.int().min(0).max(LARGEST_DAILY_OPENS).nullable().optional(),
  })
  .meta({
    description:
      'What is omitted stays as it is; null lifts it. A field that is not known is refused: nobody believes to be kept from playing who is not',
  })

/** Why a player may not play: `error.reason` of PLAYER_RESTRICTED. */
export const RESTRICTION_REASONS = ['SELF_EXCLUDED', 'COOL_OFF', 'DAILY_SPEND', 'DAILY_OPENS'] as const

export const restrictions = z.object({
  playerExternalId: z.string(),
  isRestricted: z.boolean().meta({ description: 'True while no launch and no spend is let through' }),
  coolOffUntil: timestamp.nullable(),
  selfExcluded: z.boolean(),
  dailySpendMinor: z.int().nullable(),
  dailySpendCurrency: z.string().nullable(),
  dailyOpensCount: z.int().nullable(),
  today: z
    .object({
      spentMinor: z.int().nullable().meta({ description: 'Null when a rate that it needs is missing' }),
      opensCount: z.int(),
    })
    .meta({ description: 'What counts towards the caps so far' }),
  updatedAt: timestamp.nullable(),
})

const params = z.object({ playerExternalId })

export const playerRoutes = defineSignedRoutes({
  setRestrictions: {
    method: 'POST',
    path: '/api/s2s/players/:playerExternalId/restrictions',
    repeat: 'refused',
    summary: 'Keep a player from playing, or let them again; a cool-off or an exclusion ends live sessions',
    params,
    body: restrictionsBody,
    success: { 200: z.object({ restrictions }) },
    refusals: [],
  },
  getRestrictions: {
    method: 'GET',
    path: '/api/s2s/players/:playerExternalId/restrictions',
    summary: 'What keeps a player from playing',
    params,
    success: { 200: z.object({ restrictions }) },
    refusals: [],
  },
})

export type RestrictionsBody = z.infer<typeof restrictionsBody>
export type Restrictions = z.infer<typeof restrictions>
export type RestrictionReason = (typeof RESTRICTION_REASONS)[number]
