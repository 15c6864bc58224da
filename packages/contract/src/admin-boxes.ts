import { z } from 'zod'
import { auditActor, auditChange } from './admin-audit.ts'
import { ofOperator, operator, reason } from './admin-fields.ts'
import { AUDIT_ACTIONS } from './audit.ts'
import { ATTRIBUTE_TYPES, BOX_STATUSES, SCHEDULE_STATUSES, SHOWN_BOX_CHANGES, SHOWN_VERSIONS } from './box-names.ts'
import { attributeValue, boxDescription, boxName, customAttributes } from './catalogue-file.ts'
import { ITEM_TYPES } from './item-names.ts'
import { BOX_NAME_CHARACTERS } from './limits.ts'
import { BOX_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { defineAdminRoutes } from './route.ts'
import { bps, cursorPair, id, idText, minor, timestamp } from './shapes.ts'
import { lineText } from './text.ts'

const count = z.int().min(0)
const currentRtpBps = bps
  .nullable()
  .meta({ description: 'RTP at the values in force, as cashback would pay it; null without a live version' })

const row = z.object({
  boxId: id,
  key: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.enum(BOX_STATUSES),
  versionNumber: id.nullable().meta({ description: 'The live version; null if there is none' }),
  priceMinor: minor.nullable(),
  currency: z.string().nullable(),
  rtpBps: bps.nullable().meta({ description: 'RTP as published' }),
  currentRtpBps,
  unprofitableSince: timestamp.nullable().meta({
    description: 'Time since which it returns more than it costs, on average',
  }),
  maxPrizeMinor: minor.nullable(),
  prizeCount: count,
  scheduleStatus: z.enum(SCHEDULE_STATUSES).nullable().meta({ description: 'Null without a scheduled version' }),
  scheduledFor: timestamp.nullable().meta({
    description: 'Time at which the scheduled version is, or was, to be published',
  }),
  refundable: z.boolean().meta({ description: 'Players can return it before they open it' }),
  customAttributes: z.record(z.string(), attributeValue).meta({ description: 'Values of all declared attributes' }),
  publishedAt: timestamp.nullable(),
  createdAt: timestamp,
  archivedAt: timestamp.nullable(),
  imageUrl: z.string().nullable().meta({ description: 'A path that Coffer serves, or a URL of another host' }),
})

const attribute = z.object({
  name: z.string(),
  type: z.enum(ATTRIBUTE_TYPES),
  default: attributeValue,
  value: attributeValue.nullable().meta({ description: 'The own value of the box; null if it has the default' }),
})

const versionHead = z.object({
  boxVersionId: id,
  versionNumber: id,
  priceMinor: minor,
  currency: z.string(),
  rtpBps: bps,
  maxPrizeMinor: minor,
  prizeCount: count,
  snapshotHash: z.string(),
  publishedAt: timestamp,
})

const boxPrize = z.object({
  itemId: id,
  name: z.string(),
  type: z.enum(ITEM_TYPES),
  valueMinor: minor.meta({ description: 'As published' }),
  chanceUnits: z.int().min(1).meta({ description: 'Of 100,000,000' }),
})

/** The item of a prize as it is now. */
export const prizeItem = {
  imageUrl: z.string().nullable(),
  stock: count.nullable().meta({ description: 'Pieces in stock; null if they are not counted' }),
  isArchived: z.boolean().meta({ description: 'The item is archived' }),
  isCollectible: z.boolean(),
}

/** A prize of a version that is not published, with the value of its item now. */
export const valuedPrize = boxPrize.extend({ valueMinor: minor.meta({ description: 'The value of the item now' }) })

const livePrize = boxPrize.extend({
  currentValueMinor: minor.meta({
    description: 'The value in force of a collectible that has the currency of the version; otherwise as published',
  }),
  ...prizeItem,
})

const schedule = z.object({
  scheduledVersionId: id,
  status: z.enum(SCHEDULE_STATUSES),
  publishAt: timestamp,
  scheduledAt: timestamp,
  ...auditActor.shape,
  reason: z.string().nullable(),
  priceMinor: minor,
  currency: z.string(),
  rtpBps: bps.nullable().meta({
    description: 'At the values of the items now; null if the operator has another currency now',
  }),
  prizes: z.array(valuedPrize).meta({ description: 'In the order in which they are published' }),
  faults: z.array(z.string()).meta({
    description: '`waiting`: reasons for which it would be refused now. `refused`: reasons for which it was refused',
  }),
})

const boxChange = z.object({
  entryNumber: id.meta({ description: 'Number of the entry in the audit log' }),
  at: timestamp,
  ...auditActor.shape,
  action: z.enum(AUDIT_ACTIONS),
  currency: z.string().nullable().meta({ description: 'Currency of the new amounts; null without amounts' }),
  publishAt: timestamp.nullable().meta({ description: 'Time of a scheduled version; null for other changes' }),
  reason: z.string().nullable(),
  changes: z.array(auditChange),
})

const detail = row
  .pick({
    ...{ boxId: true, key: true, slug: true, name: true, status: true, refundable: true, currentRtpBps: true },
    ...{ unprofitableSince: true, createdAt: true, archivedAt: true, imageUrl: true },
  })
  .extend({
    description: z.string().nullable(),
    operatorCurrency: z.string().meta({
      description: 'Currency of the operator. A restored box whose live version has another one waits for an import',
    }),
    cashedRtpBps: bps.nullable().meta({
      description:
        'Part of the price that a player gets back who cashes back every prize; null while cashback is off, and without a live version',
    }),
    attributes: z.array(attribute).meta({ description: 'Each declared attribute, by name' }),
    campaignCount: count.meta({ description: 'Campaigns that have not ended and give free opens of the box' }),
    live: versionHead
      .extend({ prizes: z.array(livePrize).meta({ description: 'In published order' }) })
      .nullable()
      .meta({ description: 'The version that is sold, or that was sold when the box was archived' }),
    schedule: schedule.nullable().meta({
      description: 'The version that waits for its time, or was refused at its time; null without one',
    }),
    versionCount: count,
    versions: z.array(versionHead).meta({ description: `The newest ${SHOWN_VERSIONS}, newest first` }),
    changes: z.array(boxChange).meta({ description: `The newest ${SHOWN_BOX_CHANGES}, newest first` }),
  })

const version = versionHead.extend({
  previousVersionId: id.nullable().meta({ description: 'The version before it; null for the first' }),
  isLive: z.boolean(),
  prizes: z.array(boxPrize).meta({ description: 'In published order' }),
})

/** Details of a box that staff can change. They do not affect its odds. */
export const boxDetails = z.object({
  name: boxName,
  description: boxDescription.nullable(),
  refundable: z.boolean(),
  attributes: customAttributes.meta({
    description: 'Values of the box; attributes that are missing have their default',
  }),
})

const params = z.object({ boxId: idText })
export const oneBox = z.object({ box: detail })
const one = { 200: oneBox }
const refusals = ['OPERATOR_NOT_FOUND', 'UNKNOWN_BOX'] as const

/** Boxes of the catalogue. */
export const adminBoxRoutes = defineAdminRoutes({
  listBoxes: {
    method: 'POST',
    path: '/api/admin/boxes/list',
    access: BOX_LIST.permission,
    reads: true,
    summary: 'List boxes of the catalogue',
    body: pageOfList(BOX_LIST),
    success: { 200: z.object({ boxes: z.array(row), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportBoxes: {
    method: 'POST',
    path: '/api/admin/boxes/export',
    access: BOX_LIST.permission,
    summary: 'Every box that the filters match, as CSV, the newest first; the export is recorded',
    body: filtersOf(BOX_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  getBox: {
    method: 'GET',
    path: '/api/admin/boxes/:boxId',
    access: BOX_LIST.permission,
    summary: 'One box: attributes, odds, versions and changes',
    params,
    query: ofOperator,
    success: one,
    refusals,
  },
  getBoxVersion: {
    method: 'GET',
    path: '/api/admin/boxes/:boxId/versions/:boxVersionId',
    access: BOX_LIST.permission,
    summary: 'One version of a box with its prizes',
    params: params.extend({ boxVersionId: idText }),
    query: ofOperator,
    success: { 200: z.object({ version }) },
    refusals,
  },
  changeBox: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId',
    access: 'boxes.manage',
    summary: 'Change the name, the description, the attributes of a box, and whether players can return it',
    params,
    body: boxDetails.extend({
      operator,
      name: lineText(1, BOX_NAME_CHARACTERS),
      reason: reason.optional(),
      before: boxDetails.meta({ description: 'What the change is based on' }),
    }),
    success: one,
    refusals: [...refusals, 'BOX_CHANGED'],
  },
  setBoxPicture: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId/picture',
    access: 'boxes.manage',
    summary: 'Set the picture of a box; the body is the picture itself',
    params,
    query: ofOperator,
    receives: 'image',
    upload: 'picture',
    success: one,
    refusals,
  },
  archiveBox: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId/archive',
    access: 'boxes.manage',
    summary: 'Take a box off sale',
    params,
    body: z.object({ operator, reason }),
    success: one,
    refusals,
  },
  restoreBox: {
    method: 'POST',
    path: '/api/admin/boxes/:boxId/restore',
    access: 'boxes.manage',
    summary:
      'Put an archived box back on sale with its live version. Without a live version in the currency of the operator, the next import that does not archive it publishes one',
    params,
    body: z.object({
      operator,
      reason,
      boxVersionId: id.nullable().meta({ description: 'The live version that the change is based on' }),
    }),
    success: one,
    refusals: [...refusals, 'BOX_CHANGED'],
  },
})

export type AdminBoxRow = z.infer<typeof row>
export type AdminBox = z.infer<typeof detail>
export type AdminBoxAttribute = z.infer<typeof attribute>
export type AdminBoxPrize = z.infer<typeof boxPrize>
export type AdminBoxSchedule = z.infer<typeof schedule>
export type AdminLivePrize = z.infer<typeof livePrize>
export type AdminVersionHead = z.infer<typeof versionHead>
export type AdminBoxVersion = z.infer<typeof version>
export type AdminBoxChange = z.infer<typeof boxChange>
