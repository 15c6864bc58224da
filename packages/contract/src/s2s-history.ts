import { z } from 'zod'
import { DRAWN_AS } from './games.ts'
import { defineSignedRoutes } from './route.ts'
import { cursorPair, id, listQuery, minor, moment, playerExternalId, timestamp } from './shapes.ts'
import { wireText } from './text.ts'
import { OPERATION_KINDS } from './wallet-keys.ts'

/** Books: movements of money that are final, and those that are not (decisions §7). */

const { mystery_box: BOX_DRAWN_AS, ...OTHERS_DRAWN_AS } = DRAWN_AS

/**
 * What a line of the reconciliation feed is of: money that moved, or a round that a game has drawn. Cursors that operators keep are bound
 * to their types in this order: a new one stands last.
 */
export const HISTORY_TYPES = [
  'purchase',
  BOX_DRAWN_AS,
  'refund',
  'cashback',
  'shipping',
  ...Object.values(OTHERS_DRAWN_AS),
] as const
export type HistoryType = (typeof HISTORY_TYPES)[number]

/** A line of the reconciliation feed: a movement of money that is final, or an open that cost nothing. */
export const historyItem = z.object({
  id,
  type: z.enum(HISTORY_TYPES),
  playerExternalId: z.string(),
  roundPublicId: z.string().optional(),
  inventoryItemId: id.optional(),
  orderPublicId: z.string().optional(),
  amountMinor: z.int().meta({ description: 'As the player sees it: a debit is negative' }),
  payoutMinor: minor.optional(),
  currency: z.string(),
  status: z.string(),
  idempotencyKey: z.string().nullable(),
  providerTxnRef: z.string().nullable(),
  occurredAt: timestamp,
  recordedAt: timestamp.meta({
    description: 'When it entered the feed; never before an entry with a smaller `id`. `from` and `to` bound it',
  }),
})

/** A movement whose end is not known yet: `open` is tried again by itself, `parked` and `conflict` wait for staff. */
export const unresolvedOperation = z.object({
  id,
  kind: z.enum(OPERATION_KINDS),
  state: z.enum(['open', 'parked', 'conflict']),
  playerExternalId: z.string(),
  subjectId: z.string().meta({ description: 'Round public id, inventory item id or order public id' }),
  amountMinor: z.int().meta({ description: 'As the player sees it: a debit is negative' }),
  currency: z.string(),
  idempotencyKey: z.string(),
  attemptCount: z.int().min(0),
  lastAttemptAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable(),
  createdAt: timestamp,
})

/** A page of the feed, newest first. */
export const historyPage = z.object({
  items: z.array(historyItem),
  cursor: cursorPair,
  resume: z.string().meta({
    description:
      'Cursor from the newest entry of this page to what is recorded after it, now or later. No `items`: nothing yet',
  }),
  recordedUntil: timestamp.meta({ description: 'A window whose `to` is no later than this is over and never changes' }),
})

export const historyRoutes = defineSignedRoutes({
  history: {
    method: 'GET',
    path: '/api/s2s/history',
    summary: 'Reconciliation feed: every movement of money that is final, newest first',
    query: z.object({
      playerExternalId: playerExternalId.optional(),
      types: wireText(0, 200).optional(),
      from: moment.optional(),
      to: moment.optional(),
      ...listQuery,
    }),
    success: { 200: historyPage },
    refusals: [],
  },
  unresolved: {
    method: 'GET',
    path: '/api/s2s/wallet/unresolved',
    summary: 'Movements of money whose end is not known yet, newest first',
    query: z.object(listQuery),
    success: { 200: z.object({ operations: z.array(unresolvedOperation), cursor: cursorPair }) },
    refusals: [],
  },
})

export type HistoryItem = z.infer<typeof historyItem>
export type UnresolvedOperation = z.infer<typeof unresolvedOperation>
