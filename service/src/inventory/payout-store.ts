import type { PayoutStatus } from '@coffer/contract/vault'
import { sql } from 'kysely'
import type { Cursor } from '../kernel/index.ts'
import { inLockOrder, readMerged, type Tx } from '../platform/index.ts'
import type { PayoutEnd } from './payout.ts'

type PayoutsTable = {
  operator_id: number
  payout_id: number
  player_id: number
  player_external_id: string
  status: PayoutStatus
  created_at: Date
  expires_at: Date
  closed_at: Date | null
}

type PayoutItemsTable = {
  operator_id: number
  payout_id: number
  inventory_item_id: number
  value_minor: number
  cashback_minor: number | null
  currency: string
}

declare module '../platform/database.ts' {
  interface Tables {
    payouts: PayoutsTable
    payout_items: PayoutItemsTable
  }
}

export type PayoutRecord = PayoutsTable
export type PayoutItemRecord = PayoutItemsTable & { item_id: number; name: string }

export type PayoutFilter = {
  operatorId: number
  /** Null: of all players. */
  playerExternalId: string | null
  statuses: readonly PayoutStatus[]
}

/** An id that no other payout gets. */
export async function takePayoutId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('payouts_payout_id_seq') as id`.execute(tx)
  return (rows[0] as { id: number }).id
}

export async function insertPayout(tx: Tx, payout: PayoutRecord, items: readonly PayoutItemsTable[]): Promise<void> {
  await tx.insertInto('payouts').values(payout).execute()
  await tx
    .insertInto('payout_items')
    .values([...items])
    .execute()
}

const ofOperator = (tx: Tx, operatorId: number) =>
  tx.selectFrom('payouts').selectAll().where('operator_id', '=', operatorId)

export function findPayout(tx: Tx, operatorId: number, payoutId: number): Promise<PayoutRecord | undefined> {
  return ofOperator(tx, operatorId).where('payout_id', '=', payoutId).executeTakeFirst()
}

export function lockPayout(tx: Tx, operatorId: number, payoutId: number): Promise<PayoutRecord | undefined> {
  inLockOrder(tx, 'payout', payoutId)
  return ofOperator(tx, operatorId).where('payout_id', '=', payoutId).forUpdate().executeTakeFirst()
}

/** Ends a payout that is reserved; true when it was. */
export async function movePayout(
  tx: Tx,
  { operator_id, payout_id }: PayoutRecord,
  to: PayoutEnd,
  closedAt: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('payouts')
    .set({ status: to, closed_at: closedAt })
    .where('operator_id', '=', operator_id)
    .where('payout_id', '=', payout_id)
    .where('status', '=', 'reserved')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** `limit + 1` payouts beyond the cursor, newest first, or in reverse for `prev`. */
export function listPayoutRecords(
  tx: Tx,
  { operatorId, playerExternalId, statuses }: PayoutFilter,
  page: { limit: number; cursor: Cursor | null },
): Promise<PayoutRecord[]> {
  const player: Record<string, string> = playerExternalId === null ? {} : { player_external_id: playerExternalId }
  const list = {
    table: 'payouts' as const,
    id: 'payout_id',
    equal: { operator_id: operatorId, ...player },
    among: { status: statuses },
  }
  return readMerged(tx, list, page)
}

/** The items of several payouts, by ascending id. */
export async function listPayoutItems(
  tx: Tx,
  operatorId: number,
  payoutIds: readonly number[],
): Promise<PayoutItemRecord[]> {
  if (payoutIds.length === 0) return []
  return tx
    .selectFrom('payout_items as p')
    .innerJoin('inventory_items as i', (join) =>
      join.onRef('i.operator_id', '=', 'p.operator_id').onRef('i.inventory_item_id', '=', 'p.inventory_item_id'),
    )
    .selectAll('p')
    .select(['i.item_id', 'i.name'])
    .where('p.operator_id', '=', operatorId)
    .where((eb) => eb('p.payout_id', '=', eb.fn.any(eb.val([...payoutIds]))))
    .orderBy('p.inventory_item_id')
    .execute()
}

/** Payouts of all operators that nobody has confirmed in time, longest overdue first. For system transactions. */
export function listOverduePayouts(
  tx: Tx,
  now: Date,
  count: number,
): Promise<{ operatorId: number; payoutId: number }[]> {
  return tx
    .selectFrom('payouts')
    .select(['operator_id as operatorId', 'payout_id as payoutId'])
    .where('status', '=', 'reserved')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(count)
    .execute()
}
