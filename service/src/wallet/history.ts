import type { HistoryType } from '@coffer/contract/history'
import type { Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { insertHistory } from './history-store.ts'
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
export async function appendHistory(tx: Tx, entry: HistoryEntry): Promise<void> {
  const { operation } = entry
  const amount = operation?.amount_minor ?? 0
  await insertHistory(tx, {
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
