import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** Events that tell of rounds. */

const settledIsTold = byQuery(
  'A settled round has one round_settled event with its amounts, and every other round none.',
  sql`
    select coalesce(r.operator_id, e.operator_id) as operator_id, 'round ' || coalesce(r.public_id, e.told) as subject,
      case
        when r.public_id is null then 'it does not exist, and ' || e.events || ' events tell of it'
        when coalesce(e.events, 0) <> (case when r.state = 'settled' then 1 else 0 end)
          then 'it is ' || r.state || ', and has ' || coalesce(e.events, 0) || ' events'
        when e.events = 1 and (e.key, e.bet, e.payout, e.external_id, e.facts) is distinct from
          ('round_settled:' || r.public_id, r.operator_bet_minor, r.operator_payout_minor, p.external_id, r.facts::jsonb)
          then 'its event says something else'
      end as detail
    from (rounds r join players p using (operator_id, player_id))
    full join (
      select operator_id, told, count(*) as events, min(idempotency_key) as key, min((payload ->> 'betMinor')::bigint) as bet,
        min((payload ->> 'payoutMinor')::bigint) as payout, min(player_external_id) as external_id,
        (array_agg(payload -> 'facts'))[1] as facts
      from (select operator_id, idempotency_key, player_external_id, payload::jsonb as payload,
          payload::jsonb ->> 'roundPublicId' as told from outbox_events where type = 'round_settled') events
      group by operator_id, told
    ) e on e.operator_id = r.operator_id and e.told = r.public_id`,
)

const bonusIsTold = byQuery(
  'A bonus that was won has one bonus_entitlement event, and nothing else has one.',
  sql`
    select coalesce(l.operator_id, e.operator_id) as operator_id, coalesce('reel ' || l.reel_id, e.key) as subject,
      case
        when l.reel_id is null then 'no bonus was won there, and an event tells of it'
        when e.key is null then 'no event tells of its bonus'
        when (e.told, e.value) is distinct from (l.public_id, l.item_value_minor) then 'its event says something else'
      end as detail
    from (
      select reels.operator_id, reel_id, item_value_minor, public_id
      from round_reels reels join rounds using (operator_id, round_id) where state = 'settled' and item_type = 'bonus'
    ) l
    full join (
      select operator_id, idempotency_key as key, payload::jsonb ->> 'roundPublicId' as told,
        (payload::jsonb ->> 'valueMinor')::bigint as value
      from outbox_events where type = 'bonus_entitlement'
    ) e on e.operator_id = l.operator_id and e.key = 'bonus:reel:' || l.reel_id`,
)

export const outboxInvariants: readonly Invariant[] = [settledIsTold, bonusIsTold]
