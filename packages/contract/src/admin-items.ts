import { z } from 'zod'
import { auditActor, auditChange } from './admin-audit.ts'
import { ofOperator, operator, reason } from './admin-fields.ts'
import { AUDIT_ACTIONS } from './audit.ts'
import { catalogueKey } from './catalogue-file.ts'
import {
  ITEM_TYPES,
  SHOWN_BOXES,
  SHOWN_FILE_FAULTS,
  SHOWN_FILE_ITEMS,
  SHOWN_ITEM_CHANGES,
  SHOWN_VALUES,
} from './item-names.ts'
import { AMOUNT_MAX, ITEM_KEYS, STOCK_MAX, VALUE_FILE_BYTES, VALUE_FILE_ROWS } from './limits.ts'
import { ITEM_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { defineAdminRoutes } from './route.ts'
import { bps, cursorPair, id, idText, minor, timestamp } from './shapes.ts'

const count = z.int().min(0)
const stock = count.nullable().meta({ description: 'Pieces; null: there is always one more' })
const shippingCost = minor.nullable().meta({ description: 'Null: the default of the settings' })

const row = z.object({
  itemId: id,
  key: z.string(),
  name: z.string(),
  type: z.enum(ITEM_TYPES),
  valueMinor: minor,
  heldValueMinor: minor.nullable().meta({ description: 'A value that waits for a second person' }),
  currency: z.string(),
  stock,
  shippingCostMinor: shippingCost,
  isCollectible: z.boolean(),
  collectibleCategory: z.string().nullable(),
  cashback: z.boolean(),
  upgraderPrize: z.boolean(),
  createdAt: timestamp,
  archivedAt: timestamp.nullable(),
  imageUrl: z.string().nullable().meta({ description: 'A path that Coffer serves, or a URL of another host' }),
})

const value = z.object({ revisionId: id, valueMinor: minor, currency: z.string(), recordedAt: timestamp })

const boxOfItem = z.object({
  boxId: id,
  slug: z.string(),
  name: z.string(),
  priceMinor: minor,
  currency: z.string(),
  chanceUnits: z.int().min(1).meta({ description: 'Of 100,000,000' }),
  publishedValueMinor: minor.meta({ description: 'The value of the item when the version was published' }),
  currentRtpBps: bps.meta({ description: 'RTP at the values in force, as cashback would pay it' }),
  isArchived: z.boolean(),
  isPaused: z.boolean().meta({ description: 'Off sale because on average it returns more than it costs' }),
})

const heldValue = z.object({
  heldValueId: id,
  fromMinor: minor.meta({ description: 'The value that was in force when it was asked for' }),
  valueMinor: minor,
  currency: z.string(),
  ...auditActor.shape,
  askedAt: timestamp,
  expiresAt: timestamp,
  reason: z.string().nullable(),
  isOwn: z.boolean().meta({ description: 'True if the caller asked for it. The caller cannot approve it' }),
  isOutdated: z
    .boolean()
    .meta({ description: 'The value in force has changed since, so it can no longer be approved' }),
})

const itemChange = z.object({
  entryNumber: id.meta({ description: 'Number of the entry in the audit log' }),
  at: timestamp,
  ...auditActor.shape,
  action: z.enum(AUDIT_ACTIONS),
  reason: z.string().nullable(),
  currency: z.string().nullable().meta({ description: 'That of amounts in `changes`; null for pieces' }),
  changes: z.array(auditChange),
})

const detail = row.omit({ heldValueMinor: true }).extend({
  metadata: z.record(z.string(), z.unknown()).nullable(),
  defaultShippingCostMinor: minor.meta({ description: 'Setting `shipping.defaultCostMinor`' }),
  waitingForStock: count.meta({ description: 'Pieces on shipping orders that wait for stock' }),
  revisionId: id.meta({ description: 'The value in force' }),
  heldValue: heldValue.nullable(),
  values: z.array(value).meta({ description: `The newest ${SHOWN_VALUES}, oldest first` }),
  boxCount: count.meta({ description: 'Boxes whose live version contains the item' }),
  boxes: z.array(boxOfItem).meta({ description: `The first ${SHOWN_BOXES} of them, by name` }),
  changes: z.array(itemChange).meta({ description: `The newest ${SHOWN_ITEM_CHANGES}, newest first` }),
})

const boxEffect = boxOfItem
  .pick({ boxId: true, slug: true, name: true, priceMinor: true, currency: true, currentRtpBps: true, isPaused: true })
  .extend({
    newRtpBps: bps,
    isUnprofitable: z.boolean().meta({ description: 'On average it returns more than it costs' }),
    willBeUnprofitable: z.boolean(),
    willBePaused: z.boolean(),
  })

const vaultEffect = z.object({
  currency: z.string(),
  itemCount: z.int().min(1),
  valueMinor: minor,
  newValueMinor: minor,
  cashbackMinor: minor.meta({ description: 'What cashback would pay for all of them' }),
  newCashbackMinor: minor,
  notPaidCount: count.meta({ description: 'Items for which cashback pays nothing, such as those above the limit' }),
  willNotBePaidCount: count,
})

const preview = z.object({
  fromMinor: minor,
  valueMinor: minor,
  currency: z.string(),
  revisionId: id.meta({ description: 'The value in force, which the preview is based on' }),
  largestValueMinor: minor.meta({ description: 'A larger value waits for a second person' }),
  needsApproval: z.boolean(),
  boxCount: count.meta({ description: 'Boxes whose live version contains the item' }),
  isUpgraderPrize: z.boolean().meta({ description: 'Players can play for it in the Upgrader at the value in force' }),
  boxes: z.array(boxEffect).meta({
    description: `The first ${SHOWN_BOXES} of them: those that begin or cease to be unprofitable, then by name`,
  }),
  vaults: z.array(vaultEffect).meta({
    description:
      'Collectibles in the vaults of players, by currency. Other items keep the value at which they were won',
  }),
})

const itemInFile = row.pick({ itemId: true, key: true, name: true, heldValueMinor: true, valueMinor: true }).extend({
  fromMinor: minor.meta({ description: 'The value in force' }),
  line: z.int().min(1).meta({ description: 'The line that states the value' }),
  largestValueMinor: minor.meta({ description: 'The largest value that one person can set' }),
  needsApproval: z.boolean().meta({ description: 'Above `largestValueMinor`, and not part of the effects' }),
})

const filePreview = z.object({
  basis: z.string().meta({
    description:
      'Identifies what the preview is based on: the file, and the values, the currency and the limit in force',
  }),
  currency: z.string().meta({ description: 'Of all amounts of `items`' }),
  rowsCount: count.meta({ description: 'Rows of the file without the header' }),
  unchangedCount: count.meta({ description: 'Rows that state no new value' }),
  setCount: count.meta({ description: 'Items whose value is set' }),
  heldCount: count.meta({ description: 'Items whose value waits for a second person' }),
  waitingCount: count.meta({ description: 'Those of them that wait already, with the same value' }),
  items: z.array(itemInFile).meta({
    description: `The first ${SHOWN_FILE_ITEMS} of both: those that need approval, then by size of the change relative to the value`,
  }),
  upgraderPrizeCount: count.meta({ description: 'Items whose value is set that players can play for in the Upgrader' }),
  ...preview.pick({ boxCount: true, boxes: true, vaults: true }).shape,
})

const amount = minor.max(AMOUNT_MAX)
const valueFile = z
  .string()
  .min(1)
  .meta({
    description: `CSV with columns item or itemId, valueMinor and, if needed, recordedAt and currency, or an export of the items, with one row for each item; at most ${VALUE_FILE_BYTES} bytes in UTF-8 and ${VALUE_FILE_ROWS} rows`,
  })
const params = z.object({ itemId: idText })
const heldParams = params.extend({ heldValueId: idText })
const one = { 200: z.object({ item: detail }) }
const refusals = ['OPERATOR_NOT_FOUND', 'UNKNOWN_ITEM'] as const

/** Items of the catalogue. */
export const adminItemRoutes = defineAdminRoutes({
  listItems: {
    method: 'POST',
    path: '/api/admin/items/list',
    access: ITEM_LIST.permission,
    reads: true,
    summary: 'List items of the catalogue',
    body: pageOfList(ITEM_LIST),
    success: { 200: z.object({ items: z.array(row), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  findItems: {
    method: 'POST',
    path: '/api/admin/items/find',
    access: ITEM_LIST.permission,
    reads: true,
    summary: 'Items with these keys, archived ones included. Keys without an item are left out',
    body: z.object({ operator, keys: z.array(catalogueKey).max(ITEM_KEYS) }),
    success: { 200: z.object({ items: z.array(row) }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportItems: {
    method: 'POST',
    path: '/api/admin/items/export',
    access: ITEM_LIST.permission,
    summary: 'Every item that the filters match, as CSV, the newest first; the export is recorded',
    body: filtersOf(ITEM_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  getItem: {
    method: 'GET',
    path: '/api/admin/items/:itemId',
    access: ITEM_LIST.permission,
    summary: 'One item: values, boxes that contain it, and changes',
    params,
    query: ofOperator,
    success: one,
    refusals,
  },
  setItemStock: {
    method: 'POST',
    path: '/api/admin/items/:itemId/stock',
    access: 'items.stock',
    summary: 'Set the stock of an item, or stop counting its pieces',
    params,
    body: z.object({
      operator,
      reason: reason.optional(),
      stock: count.max(STOCK_MAX).nullable().meta({ description: 'Pieces; null: they are no longer counted' }),
      before: stock.meta({ description: 'The stock that the change is based on' }),
    }),
    success: one,
    refusals: [...refusals, 'ITEM_CHANGED'],
  },
  setItemShippingCost: {
    method: 'POST',
    path: '/api/admin/items/:itemId/shipping-cost',
    access: 'items.manage',
    summary: 'Set what it costs to ship an item; null: the default of the settings',
    params,
    body: z.object({
      operator,
      reason: reason.optional(),
      shippingCostMinor: amount.nullable(),
      before: shippingCost.meta({ description: 'The cost that the change is based on' }),
      currency: z.string().meta({ description: 'The currency that the change is based on' }),
    }),
    success: one,
    refusals: [...refusals, 'ITEM_CHANGED'],
  },
  previewItemValue: {
    method: 'POST',
    path: '/api/admin/items/:itemId/value/preview',
    access: ITEM_LIST.permission,
    reads: true,
    summary:
      'What another value of an item would change: RTP of boxes, and value and cashback of collectibles in vaults',
    params,
    body: z.object({ operator, valueMinor: amount }),
    success: { 200: z.object({ preview }) },
    refusals,
  },
  setItemValue: {
    method: 'POST',
    path: '/api/admin/items/:itemId/value',
    access: 'items.manage',
    summary: 'Set the value of an item; a value above the largest that one person can set waits for a second person',
    params,
    body: z.object({
      operator,
      reason,
      valueMinor: amount,
      revisionId: id.meta({ description: 'The value in force that the change is based on' }),
      currency: z.string().meta({ description: 'The currency that the change is based on' }),
    }),
    success: {
      200: z.object({ item: detail, isHeld: z.boolean().meta({ description: 'It waits for a second person' }) }),
    },
    refusals: [...refusals, 'ITEM_CHANGED'],
  },
  previewItemValues: {
    method: 'POST',
    path: '/api/admin/items/values/preview',
    access: ITEM_LIST.permission,
    reads: true,
    summary: `Preview a file of values: its new values, and the effects of those that need no approval. A refusal names the first ${SHOWN_FILE_FAULTS} faults by line`,
    upload: 'valueFile',
    body: z.object({ operator, file: valueFile }),
    success: { 200: z.object({ preview: filePreview }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  setItemValues: {
    method: 'POST',
    path: '/api/admin/items/values',
    access: 'items.manage',
    summary: 'Set the values of a file; values above the largest that one person can set wait for a second person',
    upload: 'valueFile',
    body: z.object({
      operator,
      reason,
      file: valueFile,
      basis: z.string().max(100).meta({ description: '`basis` of the preview that the change is based on' }),
    }),
    success: { 200: filePreview.pick({ rowsCount: true, unchangedCount: true, setCount: true, heldCount: true }) },
    refusals: ['OPERATOR_NOT_FOUND', 'VALUES_CHANGED'],
  },
  setItemPicture: {
    method: 'POST',
    path: '/api/admin/items/:itemId/picture',
    access: 'items.manage',
    summary: 'Set the picture of an item; the body is the picture itself',
    params,
    query: ofOperator,
    receives: 'image',
    upload: 'picture',
    success: one,
    refusals,
  },
  approveItemValue: {
    method: 'POST',
    path: '/api/admin/items/:itemId/held-values/:heldValueId/approve',
    access: 'items.approve',
    summary: 'Put a value in force that another person asked for',
    params: heldParams,
    body: z.object({ operator }),
    success: one,
    refusals: ['OPERATOR_NOT_FOUND', 'HELD_VALUE_NOT_WAITING', 'SECOND_PERSON_REQUIRED'],
  },
  declineItemValue: {
    method: 'POST',
    path: '/api/admin/items/:itemId/held-values/:heldValueId/decline',
    access: 'items.manage',
    summary: 'Decline or withdraw a value that waits for a second person',
    params: heldParams,
    body: z.object({ operator, reason }),
    success: one,
    refusals: ['OPERATOR_NOT_FOUND', 'HELD_VALUE_NOT_WAITING'],
  },
})

export type AdminItemRow = z.infer<typeof row>
export type AdminItem = z.infer<typeof detail>
export type AdminItemBox = z.infer<typeof boxOfItem>
export type AdminHeldValue = z.infer<typeof heldValue>
export type AdminItemChange = z.infer<typeof itemChange>
export type ItemValuePreview = z.infer<typeof preview>
export type ValueFilePreview = z.infer<typeof filePreview>
