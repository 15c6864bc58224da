import { sql } from 'kysely'
import { ATTEMPTS_COUNT } from '../webhooks/index.ts'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** Events of rounds. */

const settledHasEvent = byQuery(
  'A settled round has one round_settled event with its amounts, unless it is old enough to be forgotten, and every other round none.',
  sql`
    select coalesce(r.operator_id, e.operator_id) as operator_id,
      coalesce('round ' || r.public_id, 'event ' || e.event_id) as subject,
      case
        when r.public_id is null then 'its key names no round: ' || e.idempotency_key
        when e.event_id is null and r.settled_at < kept.forgotten_before then null
        when (r.state = 'settled') <> (e.event_id is not null)
          then 'it is ' || r.state || ', and has ' || coalesce('event ' || e.event_id, 'no event')
        when e.event_id is null then null
        when (e.player_external_id, payload.json ->> 'roundPublicId', payload.json ->> 'gameKey', payload.json -> 'betMinor', payload.json -> 'payoutMinor',
            payload.json -> 'facts')
          is distinct from (p.external_id, r.public_id, r.game_key, to_jsonb(r.operator_bet_minor), to_jsonb(r.operator_payout_minor),
            r.facts::jsonb)
          then 'event ' || e.event_id || ' says something else'
      end as detail
    from (rounds r join players p using (operator_id, player_id))
    full join (select * from outbox_events where type = 'round_settled') e
      on e.operator_id = r.operator_id and e.idempotency_key = 'round_settled:' || r.public_id
    left join event_retention kept on kept.operator_id = r.operator_id
    left join lateral (select e.payload::jsonb as json offset 0) payload on true`,
)

const bonusHasEvent = byQuery(
  'A bonus that was won has one bonus_entitlement event, unless it is old enough to be forgotten, and nothing else has one.',
  sql`
    select coalesce(l.operator_id, e.operator_id) as operator_id, coalesce('reel ' || l.reel_id, e.key) as subject,
      case
        when l.reel_id is null then 'no bonus was won there, and there is an event of it'
        when e.key is null and l.settled_at < kept.forgotten_before then null
        when e.key is null then 'there is no event of its bonus'
        when (e.told, e.value) is distinct from (l.public_id, l.item_value_minor) then 'its event says something else'
      end as detail
    from (
      select reels.operator_id, reel_id, item_value_minor, public_id, settled_at
      from round_reels reels join rounds using (operator_id, round_id) where state = 'settled' and item_type = 'bonus'
    ) l
    full join (
      select operator_id, idempotency_key as key, payload::jsonb ->> 'roundPublicId' as told,
        (payload::jsonb ->> 'valueMinor')::bigint as value
      from outbox_events where type = 'bonus_entitlement'
    ) e on e.operator_id = l.operator_id and e.key = 'bonus:reel:' || l.reel_id
    left join event_retention kept on kept.operator_id = l.operator_id`,
)

const deliveredWasTaken = byQuery(
  'A delivery is delivered exactly when one of its attempts was answered 2xx.',
  sql`
    select operator_id, 'delivery ' || delivery_id as subject,
      case when (status = 'delivered') <> taken then 'it is ' || status || ', and ' ||
        case when taken then 'an attempt was answered 2xx' else 'no attempt was answered 2xx' end
      end as detail
    from webhook_deliveries delivery
    cross join lateral (
      select exists (
        select from webhook_attempts attempt
        where attempt.operator_id = delivery.operator_id and attempt.delivery_id = delivery.delivery_id
          and status_code between 200 and 299
      ) as taken
    ) answers`,
)

const failedWasTried = byQuery(
  'A delivery is parked as failed only after all of its attempts, and has no more of them than its budget.',
  sql`
    select operator_id, 'delivery ' || delivery_id as subject,
      case
        when status = 'failed' and attempt_count < ${sql.lit(ATTEMPTS_COUNT)} then 'it failed after ' || attempt_count || ' attempts'
        when attempt_count > ${sql.lit(ATTEMPTS_COUNT)} then 'it has ' || attempt_count || ' attempts'
      end as detail
    from webhook_deliveries`,
)

export const outboxInvariants: readonly Invariant[] = [
  settledHasEvent,
  bonusHasEvent,
  deliveredWasTaken,
  failedWasTried,
]
