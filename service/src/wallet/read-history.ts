import type { HistoryItem, UnresolvedOperation } from '@coffer/contract/history'
import type { CursorPair } from '@coffer/contract/shapes'
import { type PageRequest, pageOf, resumeAfter } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { countAttempts } from './attempt-store.ts'
import { placeHistory } from './history.ts'
import { type HistoryFilter, listHistory } from './history-store.ts'
import { listUnresolved } from './store.ts'

/**
 * A page of the operator's reconciliation feed, newest first. `resume` goes on from its newest entry to what is recorded later, and
 * nothing more is recorded before `recordedUntil`.
 */
export async function readHistory(
  ctx: Context,
  filter: HistoryFilter,
  request: PageRequest,
): Promise<{ items: HistoryItem[]; cursor: CursorPair; resume: string; recordedUntil: string }> {
  const { recordedUntil } = await placeHistory(ctx, filter.operatorId)
  return ctx.tx(filter.operatorId, async (tx) => {
    const page = pageOf(await listHistory(tx, filter, request), request, (row) => ({ sort: null, id: row.position }))
    const items = page.rows.map((row) => ({
      id: row.position,
      type: row.type,
      playerExternalId: row.player_external_id,
      ...(row.round_public_id === null ? {} : { roundPublicId: row.round_public_id }),
      ...(row.inventory_item_id === null ? {} : { inventoryItemId: row.inventory_item_id }),
      ...(row.order_public_id === null ? {} : { orderPublicId: row.order_public_id }),
      amountMinor: row.amount_minor,
      ...(row.payout_minor === null ? {} : { payoutMinor: row.payout_minor }),
      currency: row.currency,
      status: row.status,
      idempotencyKey: row.idempotency_key,
      providerTxnRef: row.provider_txn_ref,
      occurredAt: row.occurred_at.toISOString(),
      recordedAt: row.recorded_at.toISOString(),
    }))
    const resume = resumeAfter(page.rows[0]?.position ?? null, request)
    return { items, cursor: page.cursor, resume, recordedUntil: recordedUntil.toISOString() }
  })
}

/** Movements whose end is not known, and that no request drives right now, newest first. */
export async function readUnresolved(
  ctx: Context,
  operator: Operator,
  request: PageRequest,
): Promise<{ operations: UnresolvedOperation[]; cursor: CursorPair }> {
  const { operatorId } = operator
  return ctx.tx(operatorId, async (tx) => {
    const found = await listUnresolved(tx, operatorId, ctx.clock.now(), request)
    const page = pageOf(found, request, (row) => ({ sort: null, id: row.operation_id }))
    const attempts = await countAttempts(
      tx,
      operatorId,
      page.rows.map((row) => row.operation_id),
    )
    const operations = page.rows.map((row) => ({
      id: row.operation_id,
      kind: row.kind,
      state: row.state as UnresolvedOperation['state'],
      playerExternalId: row.player_external_id,
      subjectId: row.subject_id,
      amountMinor: row.direction === 'debit' ? 0 - row.amount_minor : row.amount_minor,
      currency: row.currency,
      idempotencyKey: row.idempotency_key,
      attemptCount: attempts.get(row.operation_id)?.count ?? 0,
      lastAttemptAt: attempts.get(row.operation_id)?.lastAt.toISOString() ?? null,
      nextAttemptAt: row.state === 'open' ? row.next_look_at.toISOString() : null,
      createdAt: row.created_at.toISOString(),
    }))
    return { operations, cursor: page.cursor }
  })
}
