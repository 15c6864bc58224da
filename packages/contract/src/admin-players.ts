import { z } from 'zod'
import { auditActor, auditChange } from './admin-audit.ts'
import { ADMIN_ITEM_STATES, ofOperator, operator, reason } from './admin-fields.ts'
import { adminRoundRow } from './admin-rounds.ts'
import { ITEM_TYPES } from './item-names.ts'
import { PLAYER_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { SHOWN_RESTRICTION_CHANGES, SHOWN_VERIFICATIONS } from './player-names.ts'
import { defineAdminRoutes } from './route.ts'
import { KYC_REASONS, KYC_STATUSES } from './s2s-kyc.ts'
import { restrictions, restrictionsBody } from './s2s-players.ts'
import { SHIPPING_STATUSES } from './s2s-shipping.ts'
import { cursorPair, id, idText, listQuery, minor, timestamp } from './shapes.ts'

/** The number of changes that a change is based on. */
const version = z.int().min(0)

const row = z.object({
  playerId: id,
  playerExternalId: z.string(),
  createdAt: timestamp.meta({ description: 'When Coffer first recorded the player' }),
  ...restrictions.pick({
    selfExcluded: true,
    coolOffUntil: true,
    dailySpendMinor: true,
    dailySpendCurrency: true,
    dailyOpensCount: true,
  }).shape,
})

const moved = z.object({
  spentMinor: minor.meta({ description: 'Debits that became final' }),
  returnedMinor: minor.meta({ description: 'Cashback and refunds that became final' }),
  netMinor: z.int().meta({ description: '`returnedMinor` minus `spentMinor`. Items in the vault are not counted' }),
})

const spend = z.object({
  currency: z.string(),
  last24Hours: moved,
  last7Days: moved,
  last30Days: moved,
  total: moved,
})

const restrictionChange = z.object({
  entryNumber: id.meta({ description: 'Number of the entry in the audit log' }),
  at: timestamp,
  ...auditActor.shape,
  reason: z.string().nullable().meta({
    description: 'Null for changes by the operator’s backend, and for changes before reasons were recorded',
  }),
  changes: z.array(auditChange),
})

const verification = z.object({
  requestId: id,
  status: z.enum(KYC_STATUSES),
  isReverification: z.boolean(),
  createdAt: timestamp,
  submittedAt: timestamp.nullable(),
  decidedAt: timestamp.nullable(),
  reasons: z.array(z.enum(KYC_REASONS)),
  isErased: z.boolean(),
})

const detail = z.object({
  playerId: id,
  playerExternalId: z.string(),
  createdAt: timestamp.meta({ description: 'When Coffer first recorded the player' }),
  currency: z.string().meta({ description: 'That of the operator: a new limit of daily spend is in it' }),
  sessions: z.object({ count: z.int().min(0), lastSeenAt: timestamp.nullable() }).meta({
    description: 'Sessions in which the player can play now',
  }),
  restrictions,
  restrictionVersion: version.meta({ description: 'Rises with each change of the restrictions; 0 before the first' }),
  restrictionChanges: z
    .array(restrictionChange)
    .meta({ description: `The newest ${SHOWN_RESTRICTION_CHANGES}, newest first` }),
  verifications: z.array(verification).meta({ description: `The newest ${SHOWN_VERIFICATIONS}, newest first` }),
})

const item = z.object({
  inventoryItemId: id,
  name: z.string(),
  type: z.enum(ITEM_TYPES),
  state: z.enum(ADMIN_ITEM_STATES),
  wonValueMinor: minor,
  valueMinor: minor.meta({ description: 'The value now; it differs from the one when it was won for collectibles' }),
  currency: z.string(),
  roundPublicId: z
    .string()
    .nullable()
    .meta({ description: 'The round that it was won in; null for an item that was bought with Nuggets' }),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
})

const order = z.object({
  publicId: z.string(),
  status: z.enum(SHIPPING_STATUSES),
  createdAt: timestamp,
  items: z.array(z.object({ inventoryItemId: id, name: z.string(), waitingForStock: z.boolean() })),
  itemsValueTotalMinor: minor,
  currency: z.string(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  deliveredAt: timestamp.nullable(),
})

const params = z.object({ playerId: idText })
const page = ofOperator.extend(listQuery)
const one = { 200: z.object({ player: detail }) }

/** Players of an operator. */
export const adminPlayerRoutes = defineAdminRoutes({
  listPlayers: {
    method: 'POST',
    path: '/api/admin/players/list',
    access: PLAYER_LIST.permission,
    reads: true,
    summary: 'List players, the newest first',
    body: pageOfList(PLAYER_LIST),
    success: { 200: z.object({ players: z.array(row), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportPlayers: {
    method: 'POST',
    path: '/api/admin/players/export',
    access: PLAYER_LIST.permission,
    summary: 'Every player that the filters match, as CSV, the newest first; the export is recorded',
    body: filtersOf(PLAYER_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  getPlayer: {
    method: 'GET',
    path: '/api/admin/players/:playerId',
    access: PLAYER_LIST.permission,
    summary: 'One player: restrictions and their changes, and verifications',
    params,
    query: ofOperator,
    success: one,
    refusals: ['OPERATOR_NOT_FOUND', 'PLAYER_NOT_FOUND'],
  },
  getPlayerSpend: {
    method: 'GET',
    path: '/api/admin/players/:playerId/spend',
    access: PLAYER_LIST.permission,
    summary: 'Spend and net position of a player in several periods, by currency',
    params,
    query: ofOperator,
    success: {
      200: z.object({ spend: z.array(spend).meta({ description: 'Money moved by the wallet, by currency' }) }),
    },
    refusals: ['OPERATOR_NOT_FOUND', 'PLAYER_NOT_FOUND'],
  },
  getPlayerBalance: {
    method: 'GET',
    path: '/api/admin/players/:playerId/balance',
    access: PLAYER_LIST.permission,
    summary: 'Read the balance of a player from the wallet now, in the currency of the operator',
    params,
    query: ofOperator,
    success: { 200: z.object({ balanceMinor: z.int(), currency: z.string(), balanceFetchedAt: timestamp }) },
    refusals: ['OPERATOR_NOT_FOUND', 'PLAYER_NOT_FOUND', 'WALLET_UNAVAILABLE'],
  },
  listPlayerRounds: {
    method: 'GET',
    path: '/api/admin/players/:playerId/rounds',
    access: 'rounds.read',
    summary: 'The rounds of a player, newest first',
    params,
    query: page,
    success: { 200: z.object({ rounds: z.array(adminRoundRow), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND', 'PLAYER_NOT_FOUND'],
  },
  listPlayerItems: {
    method: 'GET',
    path: '/api/admin/players/:playerId/items',
    access: PLAYER_LIST.permission,
    summary: 'The items that a player has or had in the vault, newest first',
    params,
    query: page.extend({
      state: z.enum(ADMIN_ITEM_STATES).optional().meta({ description: 'Omitted: items in every state' }),
    }),
    success: { 200: z.object({ items: z.array(item), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND', 'PLAYER_NOT_FOUND'],
  },
  listPlayerOrders: {
    method: 'GET',
    path: '/api/admin/players/:playerId/orders',
    access: PLAYER_LIST.permission,
    summary: 'The shipping orders of a player without addresses, newest first',
    params,
    query: page,
    success: { 200: z.object({ orders: z.array(order), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND', 'PLAYER_NOT_FOUND'],
  },
  restrictPlayer: {
    method: 'POST',
    path: '/api/admin/players/:playerId/restrictions',
    access: 'players.restrict',
    summary: 'Set or lift restrictions, with a reason; an exclusion or a cool-off ends live sessions',
    params,
    body: restrictionsBody
      .extend({
        operator,
        reason,
        version,
        currency: z.string().meta({ description: 'The `currency` of the player that the change is based on' }),
      })
      .meta({ description: 'What is omitted stays as it is; null lifts it' }),
    success: one,
    refusals: ['OPERATOR_NOT_FOUND', 'PLAYER_NOT_FOUND', 'RESTRICTIONS_CHANGED'],
  },
})

export type AdminPlayerRow = z.infer<typeof row>
export type AdminPlayer = z.infer<typeof detail>
export type AdminPlayerItem = z.infer<typeof item>
export type AdminPlayerOrder = z.infer<typeof order>
export type PlayerSpend = z.infer<typeof spend>
export type RestrictionChange = z.infer<typeof restrictionChange>
