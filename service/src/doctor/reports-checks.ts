import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import { ALL_DRAWN_AS } from './history-checks.ts'
import type { Invariant } from './invariant.ts'

/** Daily totals. */

const totalsAreSums = byQuery(
  'The totals of a day are the sums of the rounds that entered the history on that day, up to their head.',
  sql`
    select operator_id, 'totals of ' || concat_ws(' ', day, game_key, funding, currency) as subject,
      case when (total.round_count, total.bet_minor, total.payout_minor)
          is distinct from (played.round_count, played.bet_minor, played.payout_minor)
        then 'they say ' || coalesce(total.round_count || '/' || total.bet_minor || '/' || total.payout_minor, 'nothing')
          || ', and the rounds '
          || coalesce(played.round_count || '/' || played.bet_minor || '/' || played.payout_minor, 'nothing')
      end as detail
    from daily_totals total
    full join (
      select h.operator_id, (h.recorded_at at time zone 'UTC')::date as day, r.game_key, r.funding,
        r.operator_currency as currency, count(*) as round_count, sum(r.operator_bet_minor) as bet_minor,
        sum(r.operator_payout_minor) as payout_minor
      from daily_total_heads head
      join history_entries h on h.operator_id = head.operator_id and h.position <= head.last_position
      join rounds r on r.operator_id = h.operator_id and r.public_id = h.round_public_id
      where h.type in (${ALL_DRAWN_AS}) and h.status = 'settled'
      group by 1, 2, 3, 4, 5
    ) played using (operator_id, day, game_key, funding, currency)`,
)

export const reportsInvariants: readonly Invariant[] = [totalsAreSums]
