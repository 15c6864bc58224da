import type { HistoryType } from '@coffer/contract/history'
import type { Owner } from '../kernel/index.ts'
import { type Context, reportFailure, type Tx } from '../platform/index.ts'
import { findLastPosition, insertHistory, listWaitingFeeds, lockHead, updatePlaces } from './history-store.ts'
import type { OperationRow } from './store.ts'

/** One line of the operator's reconciliation feed. */
export type HistoryEntry = {
  owner: Owner
  playerExternalId: string
  type: HistoryType
  /** The operation that moved the money; null for an open that cost nothing. */
  operation: OperationRow | null
  roundPublicId?: string | null
  inventoryItemId?: number
  orderPublicId?: string
  payoutMinor?: number
  currency: string
  status: 'settled' | 'held' | 'voided'
  occurredAt: Date
}

/** Appends to the feed, in the transaction that makes the movement final. Each operation stands in it once. */
export function appendHistory(tx: Tx, entry: HistoryEntry): void {
  const { operation } = entry
  const amount = operation?.amount_minor ?? 0
  insertHistory(tx, {
    operator_id: entry.owner.operatorId,
    player_id: entry.owner.playerId,
    player_external_id: entry.playerExternalId,
    type: entry.type,
    operation_id: operation?.operation_id ?? null,
    round_public_id: entry.roundPublicId ?? null,
    inventory_item_id: entry.inventoryItemId ?? null,
    order_public_id: entry.orderPublicId ?? null,
    amount_minor: operation?.direction === 'debit' ? 0 - amount : amount,
    payout_minor: entry.payoutMinor ?? null,
    currency: entry.currency,
    status: entry.status,
    idempotency_key: operation?.idempotency_key ?? null,
    provider_txn_ref: operation?.provider_txn_ref ?? null,
    occurred_at: entry.occurredAt,
  })
}

/** What was done to a feed: no entry that comes later is recorded before `recordedUntil`. */
export type Placed = { count: number; recordedUntil: Date }

/**
 * Gives every committed entry of an operator's feed that has none its place, after all that have one. An entry with a place can be
 * read, so no reader sees one before which another can still come.
 */
export async function placeHistory(ctx: Context, operatorId: number): Promise<Placed> {
  for (let count = 0; ; ) {
    const batch = await ctx.tx(operatorId, (tx) => placeBatch(ctx, tx, operatorId))
    count += batch.count
    if (batch.count < ctx.limits.historyBatchCount) return { count, recordedUntil: batch.recordedUntil }
  }
}

async function placeBatch(ctx: Context, tx: Tx, operatorId: number): Promise<Placed> {
  const head = await lockHead(tx, operatorId, ctx.clock.now())
  const count = await updatePlaces(tx, operatorId, head, ctx.limits.historyBatchCount)
  return { count, recordedUntil: head.recordedUntil }
}

/** The same for all operators with an entry that waits. One whose feed fails holds no other up. Returns how many were placed. */
export async function placeAllHistory(ctx: Context): Promise<number> {
  let count = 0
  for (const operatorId of await ctx.systemTx(listWaitingFeeds)) {
    try {
      count += (await placeHistory(ctx, operatorId)).count
    } catch (error) {
      reportFailure(ctx, error, { operatorId }, 'the history of an operator could not be given its places')
    }
  }
  return count
}

/** The place of the feed that divides what is final of a player by now from what comes later. */
export async function placeOfNow(ctx: Context, tx: Tx, owner: Owner): Promise<number> {
  let last = await findLastPosition(tx, owner)
  while (last.someWait) {
    await placeBatch(ctx, tx, owner.operatorId)
    last = await findLastPosition(tx, owner)
  }
  return last.position
}
