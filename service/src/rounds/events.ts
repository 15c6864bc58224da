import { DATA_VERSION } from '@coffer/contract/events'
import type { Facts } from '@coffer/contract/shapes'
import { chancePercent } from '@coffer/fairness'
import { type CatalogueItem, publicMetadata } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import type { DomainEvent } from '../webhooks/index.ts'
import type { ReelRecord, RoundRecord } from './store.ts'
import { fairnessView } from './view.ts'

/** `round_settled` (interface section 6): the operator-currency leg, and the player's when it differs. */
export function roundSettledEvent(
  round: RoundRecord,
  reels: readonly ReelRecord[],
  facts: Facts,
  playerExternalId: string,
): DomainEvent {
  const occurredAt = present(round.settled_at, 'a settled round has its time')
  const converted = round.currency !== round.operator_currency
  return {
    type: 'round_settled',
    playerExternalId,
    idempotencyKey: `round_settled:${round.public_id}`,
    occurredAt,
    payload: {
      dataVersion: DATA_VERSION,
      occurredAt: occurredAt.toISOString(),
      roundPublicId: round.public_id,
      gameKey: round.game_key,
      betMinor: round.operator_bet_minor,
      payoutMinor: round.operator_payout_minor,
      currency: round.operator_currency,
      playerBetMinor: converted ? round.bet_minor : null,
      playerCurrency: converted ? round.currency : null,
      funding: round.funding,
      boxId: reels[0]?.box_id ?? null,
      outcome: {
        kind: 'box',
        fairness: fairnessView(round),
        reels: reels.map((reel) => reelOutcome(reel, round.operator_currency)),
      },
      facts,
    },
  }
}

function reelOutcome(reel: ReelRecord, currency: string) {
  const chanceUnits = present(reel.chance_units, 'a settled reel has its chance')
  return {
    reelIndex: reel.reel_index,
    boxId: reel.box_id,
    boxVersionId: reel.box_version_id,
    snapshotHash: reel.snapshot_hash,
    rawDraw: reel.raw_draw,
    chanceUnits,
    chancePercent: chancePercent(chanceUnits),
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

/** `bonus_entitlement`: the operator grants what was won. */
export function bonusEvent(
  round: RoundRecord,
  reel: ReelRecord,
  item: CatalogueItem,
  playerExternalId: string,
): DomainEvent {
  const occurredAt = present(round.settled_at, 'a settled round has its time')
  return {
    type: 'bonus_entitlement',
    playerExternalId,
    idempotencyKey: `bonus:reel:${reel.reel_id}`,
    occurredAt,
    payload: {
      dataVersion: DATA_VERSION,
      occurredAt: occurredAt.toISOString(),
      itemId: item.itemId,
      name: present(reel.item_name, 'a settled reel has a prize'),
      valueMinor: present(reel.item_value_minor, 'a settled reel has a prize'),
      currency: round.operator_currency,
      roundPublicId: round.public_id,
      metadata: publicMetadata(item.metadata) ?? {},
    },
  }
}
