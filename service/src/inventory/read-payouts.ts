import type { CursorPair } from '@coffer/contract/shapes'
import { PAYOUT_STATUSES, type Payout } from '@coffer/contract/vault'
import { knownOrAll, type PageRequest, pageOf, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { isOf, type PayoutCall } from './payout.ts'
import {
  findPayout,
  listPayoutItems,
  listPayoutRecords,
  type PayoutItemRecord,
  type PayoutRecord,
} from './payout-store.ts'

/** A page of an operator's payouts, newest first. */
export async function listPayouts(
  ctx: Context,
  query: { operatorId: number; playerExternalId: string | null; statuses: readonly string[] },
  request: PageRequest,
): Promise<{ payouts: Payout[]; cursor: CursorPair }> {
  return ctx.tx(query.operatorId, async (tx) => {
    const filter = { ...query, statuses: knownOrAll(PAYOUT_STATUSES, query.statuses) }
    const page = pageOf(await listPayoutRecords(tx, filter, request), request, (row) => ({
      sort: null,
      id: row.payout_id,
    }))
    return { payouts: await withItems(tx, query.operatorId, page.rows), cursor: page.cursor }
  })
}

/** One payout. Refuses with PAYOUT_NOT_FOUND. */
export async function readPayout(ctx: Context, call: PayoutCall): Promise<Payout> {
  const { operatorId, payoutId } = call
  return ctx.tx(operatorId, async (tx) => {
    const payout = await findPayout(tx, operatorId, payoutId)
    if (!payout || !isOf(payout, call)) throw new Refusal('PAYOUT_NOT_FOUND')
    return payoutView(payout, await listPayoutItems(tx, operatorId, [payoutId]))
  })
}

async function withItems(tx: Tx, operatorId: number, payouts: readonly PayoutRecord[]): Promise<Payout[]> {
  const ids = payouts.map((payout) => payout.payout_id)
  const items = Map.groupBy(await listPayoutItems(tx, operatorId, ids), (item) => item.payout_id)
  return payouts.map((payout) => payoutView(payout, items.get(payout.payout_id) ?? []))
}

/** A payout with its items, each with the figures that it had when it was reserved. */
export function payoutView(record: PayoutRecord, items: readonly PayoutItemRecord[]): Payout {
  return {
    id: record.payout_id,
    playerExternalId: record.player_external_id,
    status: record.status,
    items: items.map((item) => ({
      inventoryItemId: item.inventory_item_id,
      itemId: item.item_id,
      name: item.name,
      valueMinor: item.value_minor,
      cashbackMinor: item.cashback_minor,
      currency: item.currency,
    })),
    createdAt: record.created_at.toISOString(),
    expiresAt: record.expires_at.toISOString(),
    closedAt: record.closed_at?.toISOString() ?? null,
  }
}
