import { z } from 'zod'
import { boxDetails, oneBox, prizeItem, valuedPrize } from './admin-boxes.ts'
import { operator, reason } from './admin-fields.ts'
import { boxSlug, catalogueKey } from './catalogue-file.ts'
import { AMOUNT_MAX, BOX_NAME_CHARACTERS, PRIZES_PER_BOX } from './limits.ts'
import { bootstrap } from './play.ts'
import { defineAdminRoutes } from './route.ts'
import { boxDetail, bps, currencyCode, id, idText, inventoryRow, minor, presentation, timestamp } from './shapes.ts'
import { lineText } from './text.ts'

const planned = {
  priceMinor: z.int().min(0).max(AMOUNT_MAX).meta({ description: 'In the currency of the operator' }),
  prizes: z
    .array(
      z.object({
        itemId: id,
        chanceUnits: z.int().min(1).max(100_000_000).meta({ description: 'Of 100,000,000' }),
      }),
    )
    .max(PRIZES_PER_BOX)
    .meta({ description: 'In the order in which they are published' }),
}

const checkedVersion = z.object({
  currency: z.string(),
  priceMinor: minor,
  prizes: z.array(valuedPrize.extend({ key: z.string().meta({ description: 'Key of the item' }), ...prizeItem })),
  rtpBps: bps.nullable().meta({ description: 'Null without a price' }),
  cashedRtpBps: bps.nullable().meta({
    description:
      'Part of the price that is returned to a player who cashes back every prize; null while cashback is off or without a price',
  }),
  maxPrizeMinor: minor,
  minRtpBps: bps.meta({ description: 'Lowest RTP that the settings allow' }),
  maxRtpBps: bps.meta({ description: 'Highest RTP that the settings allow' }),
  faults: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .meta({ description: 'Reasons why it cannot be published; empty if it can' }),
  checkHash: z
    .string()
    .meta({ description: 'Hash of everything that is published, of the box and of the version that it replaces' }),
})

const { tenant, theme, policies, locales, game } = bootstrap.shape

/** Data of a game preview: the operator settings that players see, and an unpublished version of a box. */
const gamePreview = z.object({
  ...{ tenant, theme, policies, locales, presentation, maxReels: game.shape.maxReels },
  box: boxDetail,
  wins: z.array(inventoryRow).meta({
    description: 'Vault item of each prize except Nuggets. ID, round and times are placeholders',
  }),
})

const params = z.object({ boxId: idText })
const refusals = ['OPERATOR_NOT_FOUND', 'UNKNOWN_BOX'] as const

/** Publishing of boxes: new boxes, new versions with other prices and odds, and versions that are published later. */
export const adminBoxVersionRoutes = defineAdminRoutes({
  createBox: {
    method: 'POST',
    path: '/api/admin/boxes',
    access: 'boxes.manage',
    summary: 'Add a box without a version',
    body: boxDetails.extend({
      operator,
      key: catalogueKey,
      slug: boxSlug,
      name: lineText(1, BOX_NAME_CHARACTERS),
      reason: reason.optional(),
    }),
    success: { 201: oneBox },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  checkVersion: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId/versions/check',
    access: 'boxes.read',
    reads: true,
    summary: 'Check a new version of a box at current values',
    params,
    body: z.object({ operator, ...planned }),
    success: { 200: z.object({ version: checkedVersion }) },
    refusals,
  },
  previewVersion: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId/versions/preview',
    access: 'boxes.read',
    reads: true,
    summary: 'Show a new version of a box as players would see it',
    params,
    body: z.object({ operator, ...planned }),
    success: { 200: z.object({ preview: gamePreview }) },
    refusals,
  },
  publishVersion: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId/versions',
    access: 'boxes.manage',
    summary: 'Publish a new version of a box, as it was checked',
    params,
    body: z.object({
      operator,
      ...planned,
      checkHash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ description: 'From the check that the change is based on' }),
      reason: reason.optional(),
    }),
    success: { 200: oneBox },
    refusals: [...refusals, 'BOX_CHANGED'],
  },
  scheduleVersion: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId/schedule',
    access: 'boxes.manage',
    summary: 'Schedule a new version of a box, published at a given time with the values of that time',
    params,
    body: z.object({
      operator,
      ...planned,
      currency: currencyCode.meta({ description: 'Currency of the price' }),
      publishAt: timestamp,
      scheduledVersionId: id.nullable().meta({
        description: 'The scheduled version that this one replaces; null if the box has none',
      }),
      reason: reason.optional(),
    }),
    success: { 200: oneBox },
    refusals: [...refusals, 'BOX_CHANGED'],
  },
  cancelSchedule: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId/schedule/cancel',
    access: 'boxes.manage',
    summary: 'Cancel a scheduled version, or dismiss one that could not be published',
    params,
    body: z.object({ operator, scheduledVersionId: id, reason: reason.optional() }),
    success: { 200: oneBox },
    refusals: [...refusals, 'BOX_CHANGED'],
  },
})

export type AdminCheckedVersion = z.infer<typeof checkedVersion>
export type GamePreview = z.infer<typeof gamePreview>
