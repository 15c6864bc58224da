import { DRAWN_AS } from '@coffer/contract/games'
import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import { ofGame } from './games.ts'
import type { Invariant } from './invariant.ts'

/** The operator's reconciliation feed. */

/** A debit that nothing came of enters the history together with its refund. */
const goesBack = sql`(r.state = 'refunding' or (x.state = 'no_order' and back.state is distinct from 'accepted'))`

/** How the history names a round that its game has drawn. */
const drawnAs = ofGame('r.game_key', ({ key }) => DRAWN_AS[key])
/** The types of drawn rounds. */
export const ALL_DRAWN_AS = sql.join(Object.values(DRAWN_AS).map((type) => sql.lit(type)))

/** What the money of a round moved for; the refund of a round is one, whatever its game is. Of no round: another check says so. */
const typeOfMove = sql`case when o.kind = 'round_refund' then 'refund' when r.mode = 'prepay' then 'purchase'
  else coalesce(${drawnAs}, h.type) end`

const movementsStandInIt = byQuery(
  'A movement of money that is final stands in the history once, as what it was, with its amount as the player sees it.',
  sql`
    select o.operator_id, 'operation ' || o.operation_id as subject,
      case
        when ${goesBack} and h.entries is null then null
        when ${goesBack} then 'it is refunded, and stands in the history before that is final'
        when coalesce(h.entries, 0) <> 1 then coalesce(h.entries, 0) || ' entries are about it'
        when (h.amount, h.currency, h.player_id, h.external_id, h.key) is distinct from (
            case o.direction when 'debit' then -o.amount_minor else o.amount_minor end, o.currency, o.player_id,
            o.player_external_id, o.idempotency_key)
          then 'entry ' || h.entry || ' says ' || concat_ws(' ', h.amount, h.currency)
        when o.kind in ('round_debit', 'round_refund') and h.type is distinct from ${typeOfMove}
          then 'entry ' || h.entry || ' says ' || h.type || ' of a ' || concat_ws(' ', r.game_key, o.kind)
      end as detail
    from wallet_operations o
    left join rounds r on r.operator_id = o.operator_id and r.public_id = o.subject_id and o.kind = 'round_debit'
    left join shipping_intents x
      on x.operator_id = o.operator_id and x.order_public_id = o.subject_id and o.kind = 'shipping_debit'
    left join wallet_operations back
      on back.operator_id = o.operator_id and back.subject_id = x.order_public_id and back.kind = 'shipping_refund'
    left join (
      select operator_id, operation_id, count(*) as entries, min(entry_id) as entry, min(amount_minor) as amount,
        min(currency) as currency, min(player_id) as player_id,
        min(player_external_id) as external_id, min(idempotency_key) as key,
        min(type) as type
      from history_entries where operation_id is not null group by operator_id, operation_id
    ) h on h.operator_id = o.operator_id and h.operation_id = o.operation_id
    where o.state = 'accepted'`,
)

const entriesAreMovements = byQuery(
  'An entry of the history belongs to an accepted operation, or moved nothing.',
  sql`
    select h.operator_id, 'entry ' || h.entry_id as subject,
      case
        when h.operation_id is null and h.amount_minor <> 0 then 'it moves ' || h.amount_minor || ' without an operation'
        when h.operation_id is not null and o.state is distinct from 'accepted'
          then 'operation ' || h.operation_id || ' is ' || coalesce(o.state, 'not there')
      end as detail
    from history_entries h left join wallet_operations o using (operator_id, operation_id)`,
)

const opensStandInIt = byQuery(
  'A settled round stands in the history as one open or upgrade, with the debit that paid for it then and what it paid out.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when coalesce(h.entries, 0) <> 1 then coalesce(h.entries, 0) || ' entries are about its draw'
        when h.type <> ${drawnAs} then 'its entry says ' || h.type
        when h.paid <> (r.funding = 'player' and r.mode = 'open')
          then 'its entry has ' || case when h.paid then 'a debit' else 'no debit' end
        when (h.payout, h.status) is distinct from (r.payout_minor, 'settled')
          then 'its entry says ' || h.status || ' with a payout of ' || coalesce(h.payout::text, 'nothing')
      end as detail
    from rounds r
    left join (
      select operator_id, round_public_id, count(*) as entries, min(type) as type, bool_or(operation_id is not null) as paid,
        min(payout_minor) as payout, min(status) as status
      from history_entries where type in (${ALL_DRAWN_AS}) group by operator_id, round_public_id
    ) h on h.operator_id = r.operator_id and h.round_public_id = r.public_id
    where r.state = 'settled'`,
)

const placesAreInOrder = byQuery(
  'The places of an operator’s history and the times of them rise together, up to where it is shown.',
  sql`
    select h.operator_id, 'entry ' || h.entry_id as subject,
      case
        when h.position > coalesce(f.last_position, 0)
          then 'its place is ' || h.position || ', and the last that was given is ' || coalesce(f.last_position, 0)
        when h.recorded_at > f.recorded_until then 'it is recorded after the time up to which the history is shown'
        when h.recorded_at < h.before then 'it is recorded before an entry that has an earlier place'
      end as detail
    from (
      select operator_id, entry_id, position, recorded_at,
        max(recorded_at) over (partition by operator_id order by position) as before
      from history_entries where position is not null
    ) h left join history_heads f using (operator_id)`,
)

export const historyInvariants: readonly Invariant[] = [
  movementsStandInIt,
  entriesAreMovements,
  opensStandInIt,
  placesAreInOrder,
]
