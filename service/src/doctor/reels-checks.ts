import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { GameChecks } from './invariant.ts'

/** Rounds of boxes: what was drawn, what it comes to, and where it went. */

const drawnWhenSettled = byQuery(
  'A round is drawn when it is settled, and not before: pair, nonce, facts, reels and prizes.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when l.reels is null then 'it has no reel'
        when r.state = 'settled' and num_nulls(r.pair_id, r.nonce, r.server_seed_hash, r.client_seed, r.facts,
          r.settled_at) > 0 then 'it is settled without all of its draw'
        when r.state = 'settled' and l.drawn < l.reels then 'only ' || l.drawn || ' of ' || l.reels || ' reels are drawn'
        when r.state = 'settled' then null
        when num_nonnulls(r.pair_id, r.nonce, r.server_seed_hash, r.client_seed, r.facts, r.settled_at) > 0
          then 'it is ' || r.state || ', and has a draw'
        when l.drawn > 0 then 'it is ' || r.state || ', and a reel of it is drawn'
        when r.payout_minor <> 0 or r.operator_payout_minor <> 0 then 'it is ' || r.state || ', and pays out'
        when i.items is not null then 'it is ' || r.state || ', and won item ' || i.items
      end as detail
    from rounds r
    left join (
      select operator_id, round_id, count(*) as reels, count(*) filter (where num_nulls(raw_draw, chance_units, item_id,
        item_name, item_type, item_value_minor) = 0) as drawn
      from round_reels group by operator_id, round_id
    ) l using (operator_id, round_id)
    left join (
      select operator_id, round_public_id, string_agg(inventory_item_id::text, ', ') as items
      from inventory_items group by operator_id, round_public_id
    ) i on i.operator_id = r.operator_id and i.round_public_id = r.public_id
    where r.game_key = 'mystery_box'`,
)

const reelWonItem = byQuery(
  'A reel of a settled round won the one item that it drew, and Nuggets none.',
  sql`
    select l.operator_id, 'reel ' || l.reel_id || ' of round ' || r.public_id as subject,
      case
        when l.item_type = 'nuggets' and l.inventory_item_id is null then null
        when l.item_type = 'nuggets' then 'Nuggets are item ' || l.inventory_item_id || ' of the vault'
        when i.inventory_item_id is null then 'its prize is not in the vault'
        when i.player_id <> r.player_id then 'item ' || i.inventory_item_id || ' went to player ' || i.player_id
        when (i.item_id, i.type, i.won_value_minor, i.currency, i.round_public_id)
          is distinct from (l.item_id, l.item_type, l.item_value_minor, v.currency, r.public_id)
          then 'item ' || i.inventory_item_id || ' is not what it drew'
        when (i.type = 'bonus') <> (i.state = 'forwarded_to_casino') then 'a ' || i.type || ' is ' || i.state
      end as detail
    from round_reels l
    join rounds r using (operator_id, round_id)
    left join box_versions v using (operator_id, box_version_id)
    left join inventory_items i on i.operator_id = l.operator_id and i.inventory_item_id = l.inventory_item_id
    where r.state = 'settled'`,
)

const amountsAreSums = byQuery(
  'Bet and payout of a round are the sums of its reels, in the currency of the operator too.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when r.bet_minor is distinct from l.paid then 'its bet is ' || r.bet_minor || ', its reels cost ' || l.paid
        when r.operator_bet_minor is distinct from l.price
          then 'its operator bet is ' || r.operator_bet_minor || ', its reels cost ' || l.price
        when r.operator_payout_minor <> coalesce(l.won, 0)
          then 'its operator payout is ' || r.operator_payout_minor || ', its reels won ' || coalesce(l.won, 0)
      end as detail
    from rounds r
    left join (
      select operator_id, round_id, sum(paid_minor) as paid, sum(price_minor) as price, sum(item_value_minor) as won
      from round_reels group by operator_id, round_id
    ) l using (operator_id, round_id)
    where r.game_key = 'mystery_box'`,
)

const factsAddUp = byQuery(
  'The facts of a settled round add up to its bet and its payout, and agree with its reels.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when r.facts::jsonb ->> 'currency' is distinct from r.currency then 'they are not in ' || r.currency
        when f.paid is distinct from r.bet_minor then 'they cost ' || coalesce(f.paid, 0) || ', its bet is ' || r.bet_minor
        when f.won is distinct from r.payout_minor
          then 'they won ' || coalesce(f.won, 0) || ', its payout is ' || r.payout_minor
        when f.reels is distinct from l.reels then 'they tell of other reels than it has'
      end as detail
    from rounds r
    left join lateral (
      select sum((reel ->> 'paidMinor')::bigint) as paid, sum((reel ->> 'itemValueMinor')::bigint) as won,
        string_agg(concat_ws(' ', reel ->> 'reelIndex', reel ->> 'paidMinor', reel ->> 'itemType'), ','
          order by (reel ->> 'reelIndex')::integer) as reels
      from jsonb_array_elements(r.facts::jsonb -> 'reels') as reel
    ) f on true
    left join (
      select operator_id, round_id,
        string_agg(concat_ws(' ', reel_index, paid_minor, item_type), ',' order by reel_index) as reels
      from round_reels group by operator_id, round_id
    ) l using (operator_id, round_id)
    where r.state = 'settled' and r.game_key = 'mystery_box'`,
)

export const boxChecks: GameChecks = {
  invariants: [drawnWhenSettled, reelWonItem, amountsAreSums, factsAddUp],
  draws: sql`
    select operator_id, round_id, 'reel ' || reel_index as what, reel_index, raw_draw, ${sql.lit(BOX_TOTAL_UNITS)} as total
    from round_reels`,
  prizes: sql`select operator_id, inventory_item_id from round_reels`,
}
