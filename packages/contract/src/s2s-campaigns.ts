import { z } from 'zod'
import { defineSignedRoutes } from './route.ts'
import { cursorPair, id, listQuery, moment, playerExternalId, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

/** Campaigns of free opens: an operator gives players opens of some boxes, for a time (additive). */

/** Longest time between `validFrom` and `validUntil`. */
export const CAMPAIGN_DAYS = 30

export const CAMPAIGN_STATUSES = ['scheduled', 'active', 'ended', 'cancelled'] as const

export const campaignExtId = z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,80}$/, {
  error: 'must be 1-80 of A-Z, a-z, 0-9, . _ -, and more than one or two dots',
})

function distinct<T extends z.ZodType>(element: T, max: number) {
  return z
    .array(element)
    .min(1)
    .max(max)
    .refine((list) => new Set(list).size === list.length, { error: 'must be distinct' })
}

export const campaignBody = z
  .object({
    extId: campaignExtId,
    boxIds: distinct(id, 50),
    quantity: z.int().min(1).max(100).meta({ description: 'Free opens for each player, over all boxes together' }),
    validFrom: moment.optional().meta({ description: 'Now when omitted' }),
    validUntil: moment,
    playerExternalIds: distinct(playerExternalId, 1000),
  })
  .meta({ description: `validUntil is after validFrom and after now, at most ${CAMPAIGN_DAYS} days after validFrom` })

export const campaign = z.object({
  extId: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  boxIds: z.array(id),
  quantity: z.int().min(1),
  validFrom: timestamp,
  validUntil: timestamp,
  createdAt: timestamp,
  cancelledAt: timestamp.nullable(),
  playerCount: z.int().min(1),
  grantedCount: z.int().min(0).meta({ description: 'Free opens given in all' }),
  usedCount: z.int().min(0),
})

const campaignPlayer = z.object({
  playerExternalId: z.string(),
  usedCount: z.int().min(0),
  leftCount: z.int().min(0).meta({ description: 'What may still be opened; 0 when the campaign is over' }),
})

const params = z.object({ extId: campaignExtId })

export const campaignRoutes = defineSignedRoutes({
  createCampaign: {
    method: 'POST',
    path: '/api/s2s/campaigns',
    repeat: { by: 'extId' },
    summary: 'Give players free opens for a time; the same extId again gets the campaign that is there',
    body: campaignBody,
    success: { 201: z.object({ campaign }) },
    refusals: ['UNKNOWN_BOX', 'BOX_NOT_PLAYABLE'],
  },
  listCampaigns: {
    method: 'GET',
    path: '/api/s2s/campaigns',
    player: 'known',
    summary: 'Campaigns, newest first',
    query: z.object({
      playerExternalId: playerExternalId.optional(),
      status: wireText(0, 100).optional(),
      ...listQuery,
    }),
    success: { 200: z.object({ campaigns: z.array(campaign), cursor: cursorPair }) },
    refusals: [],
  },
  getCampaign: {
    method: 'GET',
    path: '/api/s2s/campaigns/:extId',
    summary: 'One campaign with what each player has used',
    params,
    success: { 200: z.object({ campaign, players: z.array(campaignPlayer) }) },
    refusals: ['CAMPAIGN_NOT_FOUND'],
  },
  cancelCampaign: {
    method: 'POST',
    path: '/api/s2s/campaigns/:extId/cancel',
    repeat: { by: 'extId' },
    summary: 'End a campaign now; what was opened stays, and again is 200 too',
    params,
    success: { 200: z.object({ campaign }) },
    refusals: ['CAMPAIGN_NOT_FOUND'],
  },
})

export type CampaignBody = z.infer<typeof campaignBody>
export type Campaign = z.infer<typeof campaign>
export type CampaignPlayer = z.infer<typeof campaignPlayer>
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]
