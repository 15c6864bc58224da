import { API_KEY_STATUSES } from './api-keys.ts'
import { AUDIT_ACTIONS } from './audit.ts'
import { BOX_STATUS_FILTERS, SCHEDULE_STATUSES } from './box-names.ts'
import { DELIVERY_STATUSES, SENT_EVENT_TYPES, TEST_EVENT_TYPE } from './deliveries.ts'
import { ITEM_STATUSES, ITEM_TYPES, STOCK_STATUSES, VALUE_STATUSES } from './item-names.ts'
import { KYC_STATUSES } from './kyc-statuses.ts'
import { ORDER_STATUS_FILTERS, ORDER_STOCK_FILTERS } from './order-names.ts'
import { type Permission, STAFF_ROLES } from './permissions.ts'
import { RESTRICTION_KINDS } from './player-names.ts'
import { ADMIN_ROUND_STATUSES } from './round-names.ts'

/** The lists of the admin as data. This file does not import the validation library, so that the pages can use it. */

/**
 * A filter of a list. `choice`: one of the options; `initial` is the one that the page opens with. `text`: a text that the list searches for.
 * `day`: a day in UTC, `YYYY-MM-DD`. `endpoint`: rows of the webhook endpoint with this ID. `operator`: rows of the operator with this slug; only
 * staff of the platform can set it, and they must where the platform has no rows of its own (`isRequired`).
 */
export type ListFilter =
  | { readonly kind: 'choice'; readonly options: readonly string[]; readonly initial?: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'day' }
  | { readonly kind: 'endpoint' }
  | { readonly kind: 'operator'; readonly isRequired?: true }

/** Longest text of a filter, in characters: longer than any player ID (190). */
export const FILTER_TEXT_CHARACTERS = 200

/** Schema of a list. The API validates queries with it, the page shows its columns and filters, the export writes its columns. */
export type ListSchema = {
  /** Permission of the routes that read and export the list, and of its screen. */
  readonly permission: Permission
  /** Fields of a row, in the order of the page and of the export. */
  readonly columns: readonly string[]
  readonly filters: { readonly [name: string]: ListFilter }
  /**
   * Orders: a column, with a minus sign in front for descending, or the name of an order that is not of one column, such as `queue`. The first is
   * the default.
   */
  readonly sorts: readonly [string, ...string[]]
}

type FilterValue<F extends ListFilter> = F extends { readonly options: infer Options extends readonly string[] }
  ? Options[number]
  : string
/** Values of a list's filters. */
export type ListFilters<L extends ListSchema> = {
  readonly [Name in keyof L['filters']]?: FilterValue<L['filters'][Name]>
}

function defineList<const L extends ListSchema>(list: L): L {
  return list
}

/** `invited`: has never signed in. */
export const STAFF_STATUSES = ['active', 'invited', 'disabled'] as const
export type StaffStatus = (typeof STAFF_STATUSES)[number]

export const STAFF_LIST = defineList({
  permission: 'staff.read',
  columns: ['email', 'displayName', 'externalId', 'roles', 'status', 'lastSignedInAt', 'createdAt'],
  filters: {
    search: { kind: 'text' },
    role: { kind: 'choice', options: STAFF_ROLES },
    status: { kind: 'choice', options: STAFF_STATUSES },
    operator: { kind: 'operator' },
  },
  sorts: ['-createdAt', 'createdAt', 'email', '-email', '-lastSignedInAt', 'lastSignedInAt'],
})

/**
 * `actor`: an ID such as `staff:7`, `cli` or an API key, or part of the name or e-mail of a member of staff. `object`: the ID of what an entry
 * is about. `from` and `to` are inclusive.
 */
export const AUDIT_LIST = defineList({
  permission: 'audit.read',
  columns: [
    'entryNumber',
    'at',
    'actor',
    'actorName',
    'isPlatformStaff',
    'action',
    'objectType',
    'objectId',
    'reason',
    'changes',
    'details',
    'address',
    'requestId',
  ],
  filters: {
    action: { kind: 'choice', options: AUDIT_ACTIONS },
    actor: { kind: 'text' },
    object: { kind: 'text' },
    from: { kind: 'day' },
    to: { kind: 'day' },
    operator: { kind: 'operator' },
  },
  sorts: ['-entryNumber', 'entryNumber'],
})

/**
 * Webhook deliveries. `search`: a delivery ID or an idempotency key, as a whole. `from` and `to` are inclusive, and about the time of the event.
 */
export const DELIVERY_LIST = defineList({
  permission: 'deliveries.read',
  columns: [
    'id',
    'type',
    'endpointId',
    'url',
    'playerExternalId',
    'idempotencyKey',
    'status',
    'attemptCount',
    'occurredAt',
    'lastAttemptAt',
    'nextAttemptAt',
    'deliveredAt',
  ],
  filters: {
    search: { kind: 'text' },
    status: { kind: 'choice', options: DELIVERY_STATUSES },
    type: { kind: 'choice', options: [...SENT_EVENT_TYPES, TEST_EVENT_TYPE] },
    endpointId: { kind: 'endpoint' },
    from: { kind: 'day' },
    to: { kind: 'day' },
    operator: { kind: 'operator', isRequired: true },
  },
  sorts: ['-occurredAt'],
})

/**
 * Verifications of players. `search`: the whole ID of a player. `queue`: with the status SUBMITTED the oldest submission first, otherwise the
 * newest request first.
 */
export const KYC_LIST = defineList({
  permission: 'kyc.read',
  columns: [
    'requestId',
    'playerExternalId',
    'operator',
    'status',
    'awaits',
    'isReverification',
    'hints',
    'reasons',
    'retryable',
    'claim',
    'createdAt',
    'submittedAt',
    'decidedAt',
    'isErased',
  ],
  filters: {
    search: { kind: 'text' },
    status: { kind: 'choice', options: KYC_STATUSES, initial: 'SUBMITTED' },
    operator: { kind: 'operator' },
  },
  sorts: ['queue'],
})

/**
 * Rounds. `search`: a whole round ID, player ID, transaction reference of the wallet, or idempotency key of a wallet call. `item`: part of the name
 * of an item, for box rounds that won it and Upgrader rounds whose target it is, or the whole ID of an item in a vault. `from` and `to` are
 * inclusive, and about the time at which the round was started.
 */
export const ROUND_LIST = defineList({
  permission: 'rounds.read',
  columns: [
    'publicId',
    'createdAt',
    'settledAt',
    'playerExternalId',
    'gameKey',
    'boxes',
    'prizes',
    'status',
    'funding',
    'mode',
    'betMinor',
    'payoutMinor',
    'refundedMinor',
    'currency',
  ],
  filters: {
    search: { kind: 'text' },
    item: { kind: 'text' },
    status: { kind: 'choice', options: ADMIN_ROUND_STATUSES },
    from: { kind: 'day' },
    to: { kind: 'day' },
    operator: { kind: 'operator', isRequired: true },
  },
  sorts: ['-createdAt'],
})

/** Players. `search`: the whole ID of a player. `restriction`: players with this kind of restriction now, whatever others they have. */
export const PLAYER_LIST = defineList({
  permission: 'players.read',
  columns: [
    'playerExternalId',
    'createdAt',
    'selfExcluded',
    'coolOffUntil',
    'dailySpendMinor',
    'dailySpendCurrency',
    'dailyOpensCount',
  ],
  filters: {
    search: { kind: 'text' },
    restriction: { kind: 'choice', options: RESTRICTION_KINDS },
    operator: { kind: 'operator', isRequired: true },
  },
  sorts: ['-createdAt'],
})

/** Items of the catalogue. `search`: part of a key or a name, in any case. `value`: items with a value that waits for a second person. */
export const ITEM_LIST = defineList({
  permission: 'items.read',
  columns: [
    'itemId',
    'key',
    'name',
    'type',
    'valueMinor',
    'heldValueMinor',
    'currency',
    'stock',
    'shippingCostMinor',
    'isCollectible',
    'collectibleCategory',
    'cashback',
    'upgraderPrize',
    'createdAt',
    'archivedAt',
    'imageUrl',
  ],
  filters: {
    search: { kind: 'text' },
    status: { kind: 'choice', options: ITEM_STATUSES, initial: 'active' },
    type: { kind: 'choice', options: ITEM_TYPES },
    stock: { kind: 'choice', options: STOCK_STATUSES },
    value: { kind: 'choice', options: VALUE_STATUSES },
    operator: { kind: 'operator', isRequired: true },
  },
  sorts: ['-createdAt', 'name', '-valueMinor', 'valueMinor', 'stock', '-stock'],
})

/** Boxes of the catalogue. `search`: part of a key, a slug or a name, in any case. `schedule`: boxes with a scheduled version of this status. */
export const BOX_LIST = defineList({
  permission: 'boxes.read',
  columns: [
    'boxId',
    'key',
    'slug',
    'name',
    'status',
    'versionNumber',
    'priceMinor',
    'currency',
    'rtpBps',
    'currentRtpBps',
    'unprofitableSince',
    'maxPrizeMinor',
    'prizeCount',
    'scheduleStatus',
    'scheduledFor',
    'refundable',
    'customAttributes',
    'publishedAt',
    'createdAt',
    'archivedAt',
    'imageUrl',
  ],
  filters: {
    search: { kind: 'text' },
    status: { kind: 'choice', options: BOX_STATUS_FILTERS, initial: 'current' },
    schedule: { kind: 'choice', options: SCHEDULE_STATUSES },
    operator: { kind: 'operator', isRequired: true },
  },
  sorts: ['-createdAt', 'name', '-priceMinor', 'priceMinor', '-currentRtpBps', 'currentRtpBps'],
})

/**
 * Shipping orders without addresses. `search`: a whole order ID, player ID or tracking number. `from` and `to` are inclusive, and about the time at
 * which the order was placed.
 */
export const ORDER_LIST = defineList({
  permission: 'orders.read',
  columns: [
    'publicId',
    'createdAt',
    'playerExternalId',
    'status',
    'statusSince',
    'items',
    'itemCount',
    'waitingCount',
    'country',
    'itemsValueTotalMinor',
    'shippingCostMinor',
    'realizedTotalCostMinor',
    'currency',
    'carrier',
    'deliveredAt',
  ],
  filters: {
    search: { kind: 'text' },
    status: { kind: 'choice', options: ORDER_STATUS_FILTERS },
    stock: { kind: 'choice', options: ORDER_STOCK_FILTERS },
    from: { kind: 'day' },
    to: { kind: 'day' },
    operator: { kind: 'operator', isRequired: true },
  },
  sorts: ['-createdAt', 'createdAt'],
})

/** API keys. `search`: part of a key ID. */
export const API_KEY_LIST = defineList({
  permission: 'integration.read',
  columns: ['keyId', 'status', 'scopes', 'requireNonce', 'createdAt', 'lastUsedAt', 'endsAt', 'revokedAt'],
  filters: {
    search: { kind: 'text' },
    status: { kind: 'choice', options: API_KEY_STATUSES },
    operator: { kind: 'operator', isRequired: true },
  },
  sorts: ['-createdAt', 'createdAt'],
})
