import { convertFloor, readRate } from '@coffer/contract/rates'
import { STAKE_ITEMS_MAX } from '@coffer/contract/upgrader'
import { sql } from 'kysely'
import { byQuery, byRow, ruled } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** Items that were staked in Upgrader rounds, and what operators and players are told of them. */

const itemsMoveNoMoney = byQuery(
  'No money moves for a round that is paid with items.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject, 'operations ' || o.operations as detail
    from rounds r
    left join (
      select operator_id, subject_id, string_agg(operation_id || ' ' || kind || ' ' || state, ', ') as operations
      from wallet_operations where kind in ('round_debit', 'round_refund') group by operator_id, subject_id
    ) o on o.operator_id = r.operator_id and o.subject_id = r.public_id
    where r.mode = 'items'`,
)

const stakesSumToBet = byQuery(
  'A round is paid with 1 to 50 items that sum to its bet in both currencies and is settled at once, or has no staked item.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when r.mode <> 'items' then 'it is paid with money, and ' || s.stakes || ' items are staked in it'
        when s.stakes is null or s.stakes > ${sql.lit(STAKE_ITEMS_MAX)} then coalesce(s.stakes, 0) || ' items are staked in it'
        when (s.first, s.last) <> (0, s.stakes - 1) then 'its stakes have gaps'
        when s.counted <> r.bet_minor then 'its items count for ' || s.counted || ', its bet is ' || r.bet_minor
        when s.operator_counted <> r.operator_bet_minor
          then 'its items count for ' || s.operator_counted || ', its operator bet is ' || r.operator_bet_minor
        when r.state <> 'settled' then 'it is paid with items, and ' || r.state
      end as detail
    from rounds r
    left join (
      select operator_id, round_id, count(*) as stakes, min(position) as first, max(position) as last,
        sum(counted_minor) as counted, sum(operator_counted_minor) as operator_counted
      from upgrader_stakes group by operator_id, round_id
    ) s using (operator_id, round_id)
    where r.mode = 'items' or s.stakes is not null`,
)

type Counted = {
  operator_id: number
  subject: string
  rate: string
  currency: string
  operator_currency: string
  counted_minor: number
  operator_counted_minor: number
}

const stakeIsConverted = byRow<Counted>(
  'A staked item counts in the currency of its round for what it counts for in the operator\u2019s, at its rate, down.',
  sql`
    select r.operator_id, 'item ' || s.inventory_item_id || ' in round ' || r.public_id as subject, r.rate, r.currency,
      r.operator_currency, s.counted_minor, s.operator_counted_minor
    from upgrader_stakes s join rounds r using (operator_id, round_id)`,
  ({ rate, currency, operator_currency, counted_minor, operator_counted_minor }) =>
    ruled(() => {
      const counted = convertFloor(operator_counted_minor, readRate(rate), operator_currency, currency)
      return counted_minor === counted ? null : `it counts for ${counted_minor} in place of ${counted}`
    }),
)

const consumedWasStaked = byQuery(
  'An item is consumed exactly when its player staked it in one round, and that is settled.',
  sql`
    select i.operator_id, 'item ' || i.inventory_item_id as subject,
      case
        when s.rounds is null then 'it is consumed, and was staked in no round'
        when i.state <> 'consumed' then 'it is ' || i.state || ', and was staked in round ' || s.rounds
        when s.stakes > 1 then 'it was staked in rounds ' || s.rounds
        when s.players <> array[i.player_id] then 'it was staked by another player in round ' || s.rounds
        when not s.settled then 'it was staked in round ' || s.rounds || ', which is not settled'
      end as detail
    from inventory_items i
    left join (
      select s.operator_id, s.inventory_item_id, count(*) as stakes, string_agg(r.public_id, ', ') as rounds,
        array_agg(distinct r.player_id) as players, bool_and(r.state = 'settled') as settled
      from upgrader_stakes s join rounds r using (operator_id, round_id)
      group by s.operator_id, s.inventory_item_id
    ) s using (operator_id, inventory_item_id)
    where i.state = 'consumed' or s.rounds is not null`,
)

const factsShowTheStake = byQuery(
  'The facts of a settled Upgrader round tell what its stake counted for, and which parts of its items\u2019 values did not.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case when facts.json is distinct from jsonb_build_object('currency', r.currency, 'reels', '[]'::jsonb, 'deal',
        jsonb_build_object('stakeCountedMinor', r.bet_minor, 'stakeUncredited', jsonb_build_object(
          'priceFallMinor', coalesce(s.fall, 0), 'priceRiseMinor', coalesce(s.rise, 0), 'creditsShareMinor', coalesce(s.share, 0))))
        then 'its bet is ' || r.bet_minor || ', of its items ' || concat_ws(', ', coalesce(s.fall, 0), coalesce(s.rise, 0),
          coalesce(s.share, 0)) || ' is not counted, its facts say ' || coalesce(facts.json ->> 'deal', 'nothing')
      end as detail
    from rounds r
    left join (
      select operator_id, round_id, sum(price_fall_minor) as fall, sum(price_rise_minor) as rise, sum(credits_share_minor) as share
      from upgrader_stakes group by operator_id, round_id
    ) s using (operator_id, round_id)
    cross join lateral (select r.facts::jsonb as json offset 0) facts
    where r.state = 'settled' and r.game_key = 'upgrader'`,
)

const eventShowsTheDeal = byQuery(
  'The round_settled event of an Upgrader round tells its deal, its roll, and the items that were staked and won.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when told.json -> 'stakeItemIds' is distinct from coalesce(s.ids, '[]')
          then 'its event tells of other staked items than ' || coalesce(s.ids::text, 'none')
        when (told.json ->> 'kind', told.json ->> 'mode', told.json -> 'chanceBps', told.json -> 'feeBps', told.json -> 'rolledBps',
            told.json -> 'isWin', told.json -> 'target' -> 'itemId', told.json -> 'target' -> 'valueMinor',
            told.json ->> 'wonInventoryItemId', told.json -> 'fairness' -> 'nonce')
          is distinct from ('upgrader', case r.mode when 'items' then 'items' else 'balance' end, to_jsonb(d.chance_bps),
            to_jsonb(d.fee_bps), to_jsonb(d.rolled_bps), to_jsonb(d.rolled_bps < d.chance_bps), to_jsonb(d.target_item_id),
            to_jsonb(d.operator_target_value_minor), d.won_inventory_item_id::text, to_jsonb(r.nonce))
          then 'its event tells of another deal or another roll'
      end as detail
    from rounds r
    join round_deals d using (operator_id, round_id)
    left join (
      select operator_id, round_id, jsonb_agg(inventory_item_id order by position) as ids
      from upgrader_stakes group by operator_id, round_id
    ) s using (operator_id, round_id)
    join outbox_events e on e.operator_id = r.operator_id and e.idempotency_key = 'round_settled:' || r.public_id
    cross join lateral (select e.payload::jsonb -> 'outcome' as json offset 0) told
    where r.state = 'settled'`,
)

export const stakesInvariants: readonly Invariant[] = [
  itemsMoveNoMoney,
  stakesSumToBet,
  stakeIsConverted,
  consumedWasStaked,
  factsShowTheStake,
  eventShowsTheDeal,
]
