import { convertFloor, invertRate, type Rate, readRate } from '@coffer/contract/rates'
import { UPGRADER_TOTAL } from '@coffer/fairness'
import { sql } from 'kysely'
import { type Band, bandInOperatorCurrency, bandOf, largestChance } from '../upgrader/index.ts'
import { byQuery, byRow, ruled } from './by-query.ts'
import type { GameChecks } from './invariant.ts'

/** What an Upgrader round aimed at, how it was rolled, and what came of that. */

const roundsAreOfAGame = byQuery(
  'An Upgrader round has one deal, no reel and a player who pays, and a box round neither deal nor staked items.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when r.game_key = 'upgrader' and d.round_id is null then 'it has no deal'
        when r.game_key = 'upgrader' and l.round_id is not null then 'it is an Upgrader round, and has a reel'
        when r.game_key = 'upgrader' and (r.funding <> 'player' or r.launch_id is not null)
          then 'it is an Upgrader round, and paid by the ' || r.funding
        when r.game_key = 'upgrader' and (r.mode = 'prepay' or r.state in ('held', 'cancelling', 'disputed'))
          then 'it is an Upgrader round, and ' || r.mode || ', ' || r.state
        when r.game_key = 'upgrader' then null
        when d.round_id is not null then 'it is a box round, and has a deal'
        when s.round_id is not null or r.mode = 'items' then 'it is a box round, and items are staked in it'
      end as detail
    from rounds r
    left join round_deals d using (operator_id, round_id)
    left join (select distinct operator_id, round_id from round_reels) l using (operator_id, round_id)
    left join (select distinct operator_id, round_id from upgrader_stakes) s using (operator_id, round_id)`,
)

const rolledWhenSettled = byQuery(
  'An Upgrader round is rolled when it is settled, and not before: pair, nonce, facts, roll and prize.',
  sql`
    select r.operator_id, 'round ' || r.public_id as subject,
      case
        when r.state = 'settled' and num_nulls(r.pair_id, r.nonce, r.server_seed_hash, r.client_seed, r.facts,
          r.settled_at) > 0 then 'it is settled without all of its draw'
        when r.state = 'settled' and d.rolled_bps is null then 'it is settled, and was not rolled'
        when r.state = 'settled' then null
        when num_nonnulls(r.pair_id, r.nonce, r.server_seed_hash, r.client_seed, r.facts, r.settled_at) > 0
          then 'it is ' || r.state || ', and has a draw'
        when d.rolled_bps is not null then 'it is ' || r.state || ', and was rolled'
        when r.payout_minor <> 0 or r.operator_payout_minor <> 0 then 'it is ' || r.state || ', and pays out'
        when d.won_inventory_item_id is not null then 'it is ' || r.state || ', and won item ' || d.won_inventory_item_id
      end as detail
    from rounds r join round_deals d using (operator_id, round_id)`,
)

const rollWonTarget = byQuery(
  'A roll below the chance won the target of its deal for its player at the value that was pinned, and any other roll nothing.',
  sql`
    select d.operator_id, 'round ' || r.public_id as subject,
      case
        when (d.rolled_bps < d.chance_bps) <> (d.won_inventory_item_id is not null)
          then 'it rolled ' || d.rolled_bps || ' at a chance of ' || d.chance_bps || ', and won '
            || coalesce('item ' || d.won_inventory_item_id, 'nothing')
        when d.won_inventory_item_id is null then null
        when i.inventory_item_id is null then 'its prize is not in the vault'
        when i.player_id <> r.player_id then 'item ' || i.inventory_item_id || ' went to player ' || i.player_id
        when (i.item_id, i.type, i.won_value_minor, i.currency, i.round_public_id, i.acquisition_type) is distinct from
          (d.target_item_id, d.target_type, d.operator_target_value_minor, r.operator_currency, r.public_id, 'game_win')
          then 'item ' || i.inventory_item_id || ' is not what it aimed at'
      end as detail
    from round_deals d
    join rounds r using (operator_id, round_id)
    left join inventory_items i on i.operator_id = d.operator_id and i.inventory_item_id = d.won_inventory_item_id
    where d.rolled_bps is not null`,
)

type Offered = {
  operator_id: number
  subject: string
  mode: string
  rate: string
  currency: string
  operator_currency: string
  bet_minor: number
  operator_bet_minor: number
  payout_minor: number
  operator_payout_minor: number
  chance_bps: number
  fee_bps: number
  no_loss: boolean
  nuggets_cost_percent: number
  target_value_minor: number
  operator_target_value_minor: number
  is_win: boolean | null
}

const deals = sql<Offered>`
  select r.operator_id, 'round ' || r.public_id as subject, r.mode, r.rate, r.currency, r.operator_currency, r.bet_minor,
    r.operator_bet_minor, r.payout_minor, r.operator_payout_minor, d.chance_bps, d.fee_bps, d.no_loss, d.nuggets_cost_percent,
    d.target_value_minor, d.operator_target_value_minor, d.rolled_bps < d.chance_bps as is_win
  from rounds r join round_deals d using (operator_id, round_id)`

const targetIsWithinTerms = byRow(
  'A deal sells a chance and aims at a value that its own terms offer for its stake.',
  deals,
  (deal) =>
    ruled(() => {
      const terms = {
        houseEdgeBps: deal.fee_bps,
        noLoss: deal.no_loss,
        nuggetsCostPercent: deal.nuggets_cost_percent,
      }
      const most = largestChance(terms)
      if (deal.chance_bps > most) return `its chance is ${deal.chance_bps}, the largest that may be sold ${most}`
      const { lowerMinor, upperMinor } = bandFor(deal, terms, readRate(deal.rate))
      const { operator_target_value_minor: value } = deal
      if (value >= lowerMinor && value <= upperMinor) return null
      return `it aims at ${value}, and its stake at ${lowerMinor} to ${upperMinor}`
    }),
)

/** In the operator's currency, in which targets have their values; a stake of items is weighed in it too. */
function bandFor(deal: Offered, terms: Parameters<typeof bandOf>[0], rate: Rate): Band {
  if (deal.mode === 'items') return bandOf(terms, deal.operator_bet_minor, deal.chance_bps)
  return bandInOperatorCurrency(
    bandOf(terms, deal.bet_minor, deal.chance_bps),
    rate,
    deal.operator_currency,
    deal.currency,
  )
}

const amountsAreTheDeals = byRow(
  'Bet, target and payout of an Upgrader round are the same in both currencies, at its rate, down, and a win pays the target.',
  deals,
  (deal) =>
    ruled(() => {
      const { currency: shown, operator_currency: home } = deal
      const rate = readRate(deal.rate)
      const target = convertFloor(deal.operator_target_value_minor, rate, home, shown)
      if (deal.target_value_minor !== target) return `its target is ${deal.target_value_minor} in place of ${target}`
      const bet = convertFloor(deal.bet_minor, invertRate(rate), shown, home)
      if (deal.mode !== 'items' && deal.operator_bet_minor !== bet)
        return `its operator bet is ${deal.operator_bet_minor} in place of ${bet}`
      return deal.is_win === null ? null : payoutFault(deal)
    }),
)

function payoutFault(deal: Offered): string | null {
  const paid = [deal.payout_minor, deal.operator_payout_minor].join(' and ')
  const due = (deal.is_win ? [deal.target_value_minor, deal.operator_target_value_minor] : [0, 0]).join(' and ')
  return paid === due ? null : `it pays ${paid} in place of ${due}`
}

export const upgraderChecks: GameChecks = {
  invariants: [roundsAreOfAGame, rolledWhenSettled, rollWonTarget, targetIsWithinTerms, amountsAreTheDeals],
  draws: sql`
    select operator_id, round_id, 'roll' as what, 0 as reel_index, rolled_bps as raw_draw, ${sql.lit(UPGRADER_TOTAL)} as total
    from round_deals`,
  prizes: sql`select operator_id, won_inventory_item_id as inventory_item_id from round_deals`,
}
