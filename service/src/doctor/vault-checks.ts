import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import { ALL_PRIZES } from './games.ts'
import type { Invariant } from './invariant.ts'

/** How items come into the vault and leave it, other than by cashback. */

const itemIsPrize = byQuery(
  'An item that was won is the prize of exactly one reel or one deal.',
  sql`
    select i.operator_id, 'item ' || i.inventory_item_id as subject,
      case when coalesce(w.wins, 0) <> 1 then coalesce(w.wins, 0) || ' reels and deals won it' end as detail
    from inventory_items i
    left join (
      select operator_id, inventory_item_id, count(*) as wins from (${ALL_PRIZES}) prizes
      where inventory_item_id is not null group by operator_id, inventory_item_id
    ) w using (operator_id, inventory_item_id)
    where i.acquisition_type = 'game_win'`,
)

const payoutHoldsItems = byQuery(
  'An item is reserved or paid out exactly when one payout of its player is.',
  sql`
    select i.operator_id, 'item ' || i.inventory_item_id as subject,
      case
        when p.statuses is null and i.state in ('reserved', 'paid_out') then 'it is ' || i.state || ', and in no payout that is'
        when p.statuses is not null and p.statuses <> array[i.state]
          then 'it is ' || i.state || ', and its payouts are ' || array_to_string(p.statuses, ', ')
        when p.players <> array[i.player_id] then 'its payout is another player''s'
      end as detail
    from inventory_items i
    left join (
      select l.operator_id, l.inventory_item_id, array_agg(p.status) as statuses, array_agg(distinct p.player_id) as players
      from payout_items l join payouts p using (operator_id, payout_id)
      where p.status <> 'cancelled'
      group by l.operator_id, l.inventory_item_id
    ) p using (operator_id, inventory_item_id)
    where i.state in ('reserved', 'paid_out') or p.statuses is not null`,
)

const onceByAnAction = byQuery(
  'A payout, and an item bought with Nuggets, belongs to one request, and a repeat of that shows it.',
  sql`
    select coalesce(made.operator_id, a.operator_id) as operator_id,
      coalesce(made.kind, a.kind) || ' ' || coalesce(made.id, a.subject_id) as subject,
      case
        when a.subject_id is null then 'no request asked for it'
        when made.id is null then 'it was asked for, and is not there'
        when made.player_id <> a.player_id then 'another player asked for it'
        when a.told is distinct from to_jsonb(made.id::bigint) then 'a repeat does not show it'
      end as detail
    from (
      select operator_id, player_id, 'payout' as kind, payout_id::text as id from payouts
      union all
      select operator_id, player_id, 'nuggets_purchase', inventory_item_id::text from inventory_items
      where acquisition_type = 'bought_with_nuggets'
    ) made
    full join (
      select operator_id, player_id, kind, subject_id,
        body::jsonb -> case when kind = 'payout' then 'payout' else 'item' end -> 'id' as told
      from actions where kind in ('payout', 'nuggets_purchase')
    ) a on a.operator_id = made.operator_id and a.kind = made.kind and a.subject_id = made.id`,
)

const boughtOnlyShips = byQuery(
  'An item bought with Nuggets is physical, came of no round, never expires, and was never credited or in a payout.',
  sql`
    select i.operator_id, 'item ' || i.inventory_item_id as subject,
      case
        when i.type <> 'physical' then 'it is ' || i.type
        when i.state not in ('unresolved', 'ship_requested', 'fulfilled') then 'it is ' || i.state
        when i.round_public_id is not null or i.box_name is not null then 'it names a round or a box'
        when i.expires_at is not null then 'it may expire'
        when exists (
          select from wallet_operations o
          where o.operator_id = i.operator_id and o.kind = 'cashback_credit' and o.subject_id = i.inventory_item_id::text
        ) then 'a credit of it was asked for'
        when exists (
          select from payout_items p where p.operator_id = i.operator_id and p.inventory_item_id = i.inventory_item_id
        ) then 'it was in a payout'
      end as detail
    from inventory_items i
    where i.acquisition_type = 'bought_with_nuggets'`,
)

const expiredInTime = byQuery(
  'An item expires only when the time that it was given has passed.',
  sql`
    select operator_id, 'item ' || inventory_item_id as subject,
      case
        when expires_at is null then 'it was given no time'
        when expires_at > expired_at then 'it expired ' || (expires_at - expired_at) || ' too early'
      end as detail
    from inventory_items
    where state = 'expired'`,
)

export const vaultInvariants: readonly Invariant[] = [
  itemIsPrize,
  payoutHoldsItems,
  onceByAnAction,
  boughtOnlyShips,
  expiredInTime,
]
