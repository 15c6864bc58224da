import { DATA_VERSION, type EventPayload } from '@coffer/contract/events'
import type { Facts } from '@coffer/contract/shapes'
import { chancePercent } from '@coffer/fairness'
import { type CatalogueItem, publicMetadata } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import type { DomainEvent } from '../webhooks/index.ts'
import type { RoundRecord, SettledReel } from './store.ts'
import { fairnessView } from './view.ts'

/** What a game tells of a round that came to its end, in the operator's currency; `boxId` is the box of the lowest reel. */
export type RoundTold = { outcome: EventPayload<'round_settled'>['outcome']; boxId: number | null; facts: Facts }

/**
 * `round_settled` (interface §6): the operator-currency leg, and the player's when the charged currency is another. A stake of
 * items charges nothing.
 */
export function roundSettledEvent(
  round: RoundRecord,
  { outcome, boxId, facts }: RoundTold,
  playerExternalId: string,
): DomainEvent<'round_settled'> {
  const occurredAt = present(round.settled_at, 'a settled round has its time')
  const converted = round.currency !== round.operator_currency && round.mode !== 'items'
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
      boxId,
      outcome,
      facts,
    },
  }
}

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
    idempotencyKey: `bonus:reel:${reel.reel_id}`,
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
