import { UPGRADER_TOTAL } from '@coffer/fairness'
import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { GameChecks } from './invariant.ts'

/** What a coin was tossed for, how it landed, and what came of that. */

const tossedWhenSettled = byQuery(
  'A coin round has one toss, which has landed when the round is settled and not before.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when t.round_id is null then 'it has no toss'
        when (r.state = 'settled') <> (t.rolled_bps is not null) then 'it is ' || r.state || ', and its coin '
          || case when t.rolled_bps is null then 'is in the air' else 'has landed' end
      end as detail
    from rounds r left join coin_tosses t using (operator_id, round_id)
    where r.game_key = 'coin'`,
)

const headsWinPrize = byQuery(
  'Heads pay the prize that was tossed for, at the value that was pinned, and tails nothing.',
  sql`
    select t.operator_id, 'round ' || r.public_id as subject,
      case
        when (t.rolled_bps < 5000) <> (i.inventory_item_id is not null) then 'it rolled ' || t.rolled_bps || ', and won '
          || coalesce('item ' || i.inventory_item_id, 'nothing')
        when r.operator_payout_minor <> case when t.rolled_bps < 5000 then t.operator_value_minor else 0 end
          then 'it pays ' || r.operator_payout_minor || ' for a prize of ' || t.operator_value_minor
        when (i.player_id, i.item_id, i.won_value_minor) <> (r.player_id, t.item_id, t.operator_value_minor)
          then 'item ' || i.inventory_item_id || ' is not what it was tossed for'
      end as detail
    from coin_tosses t
    join rounds r using (operator_id, round_id)
    left join inventory_items i on i.operator_id = t.operator_id and i.inventory_item_id = t.won_inventory_item_id
    where t.rolled_bps is not null`,
)

export const coinChecks: GameChecks = {
  invariants: [tossedWhenSettled, headsWinPrize],
  draws: sql`
    select operator_id, round_id, 'toss' as what, 0 as reel_index, rolled_bps as raw_draw, ${sql.lit(UPGRADER_TOTAL)} as total
    from coin_tosses`,
  prizes: sql`select operator_id, won_inventory_item_id as inventory_item_id from coin_tosses`,
}
