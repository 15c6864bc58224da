import type { Payout } from '@coffer/contract/vault'
import type { PayoutItemRecord, PayoutRecord } from './payout-store.ts'

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
