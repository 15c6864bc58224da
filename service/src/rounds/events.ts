import { DATA_VERSION, type EventPayload } from '@coffer/contract/events'
import type { Facts } from '@coffer/contract/shapes'
import { present } from '../kernel/index.ts'
import type { DomainEvent } from '../webhooks/index.ts'
import type { RoundRecord } from './store.ts'

/** What a game tells of a round that came to its end, in the operator's currency; `boxId` is the box of the lowest reel. */
export type SettledContent = { outcome: EventPayload<'round_settled'>['outcome']; boxId: number | null; facts: Facts }

/** Idempotency key of the event that a round is settled. */
export function roundSettledKey(publicId: string): string {
  return `round_settled:${publicId}`
}

/**
 * `round_settled` (interface §6): the operator-currency leg, and the player's when the charged currency is another. A stake of
 * items charges nothing.
 */
export function roundSettledEvent(
  round: RoundRecord,
  { outcome, boxId, facts }: SettledContent,
  playerExternalId: string,
): DomainEvent<'round_settled'> {
  const occurredAt = present(round.settled_at, 'a settled round has its time')
  const converted = round.currency !== round.operator_currency && round.mode !== 'items'
  return {
    type: 'round_settled',
    playerExternalId,
    idempotencyKey: roundSettledKey(round.public_id),
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
