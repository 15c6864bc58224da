import { DATA_VERSION } from '@coffer/contract/events'
import { chancePercent } from '@coffer/fairness'
import { type CatalogueItem, publicMetadata } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import { fairnessView, type RoundRecord, type SettledReel } from '../rounds/index.ts'
import type { DomainEvent } from '../webhooks/index.ts'

/** What a round of boxes says of itself in `round_settled`. */
export function boxOutcome(round: RoundRecord, reels: readonly SettledReel[]) {
  return {
    kind: 'box' as const,
    fairness: fairnessView(round),
    reels: reels.map((reel) => reelOutcome(reel, round.operator_currency)),
  }
}

function reelOutcome(reel: SettledReel, currency: string) {
  return {
    reelIndex: reel.reel_index,
    boxId: reel.box_id,
    boxVersionId: reel.box_version_id,
    snapshotHash: reel.snapshot_hash,
    rawDraw: reel.raw_draw,
    chanceUnits: reel.chance_units,
    chancePercent: chancePercent(reel.chance_units),
    prize: {
      itemId: reel.item_id,
      name: reel.item_name,
      type: reel.item_type,
      valueMinor: reel.item_value_minor,
      currency,
    },
    inventoryItemId: reel.inventory_item_id,
  }
}

/** Idempotency key of the event that a reel won a bonus. */
export function bonusKey(reelId: number): string {
  return `bonus:reel:${reelId}`
}

/** `bonus_entitlement`: the operator grants what was won. */
export function bonusEvent(
  round: RoundRecord,
  reel: SettledReel,
  item: CatalogueItem,
  playerExternalId: string,
): DomainEvent<'bonus_entitlement'> {
  const occurredAt = present(round.settled_at, 'a settled round has its time')
  return {
    type: 'bonus_entitlement',
    playerExternalId,
    idempotencyKey: bonusKey(reel.reel_id),
    occurredAt,
    payload: {
      dataVersion: DATA_VERSION,
      occurredAt: occurredAt.toISOString(),
      itemId: item.itemId,
      name: reel.item_name,
      valueMinor: reel.item_value_minor,
      currency: round.operator_currency,
      roundPublicId: round.public_id,
      metadata: publicMetadata(item.metadata) ?? {},
    },
  }
}
