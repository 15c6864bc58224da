import { type Corruption, copied, DRAWN_STANDS_IN_HISTORY, freeItem } from './corruption.ts'

/** Rounds of the doctor's world that are spoilt: each query gives one id. */
const deals = (where: string) =>
  `(select round_id from rounds join round_deals using (operator_id, round_id) where ${where} order by round_id limit 1)`
const won = deals("mode = 'open' and won_inventory_item_id is not null")
const missed = deals("mode = 'open' and rolled_bps >= chance_bps")
const staked = deals("mode = 'items' and won_inventory_item_id is not null")
const refused = deals("state = 'voided' and refunded_minor is null")
const publicId = (round: string) => `(select public_id from rounds where round_id = ${round})`
/** An item that was won in the Upgrader and is still there. */
const prize = `inventory_item_id = (select won_inventory_item_id from round_deals where round_id = ${staked})`

const inEvent = (round: string, path: string, value: string) =>
  `update outbox_events set payload = jsonb_set(payload::jsonb, '{${path}}', ${value})::text
   where idempotency_key = 'round_settled:' || ${publicId(round)}`
const inAnswer = (round: string, path: string, value: string) =>
  `update actions set body = jsonb_set(body::jsonb, '{${path}}', ${value})::text where subject_id = ${publicId(round)}`

const GAME =
  'An Upgrader round has one deal, no reel and a player who pays, and a box round neither deal nor staked items.'
const ROLLED = 'An Upgrader round is rolled when it is settled, and not before: pair, nonce, facts, roll and prize.'
const TARGET =
  'A roll below the chance won the target of its deal for its player at the value that was pinned, and any other roll nothing.'
const TERMS = 'A deal sells a chance and aims at a value that its own terms offer for its stake.'
const AMOUNTS =
  'Bet, target and payout of an Upgrader round are the same in both currencies, at its rate, down, and a win pays the target.'
const SUMS =
  'A round is paid with 1 to 50 items that sum to its bet in both currencies and is settled at once, or has no staked item.'
const CONSUMED = 'An item is consumed exactly when its player staked it in one round, and that is settled.'
const EVENT =
  'The round_settled event of an Upgrader round tells its deal, its roll, and the items that were staked and won.'
const ANSWER = 'A stored answer shows the status, the draw and the facts that its round has.'
const MOVED =
  'A movement of money that is final stands in the history once, as what it was, with its amount as the player sees it.'

const dealsAndRolls: Corruption[] = [
  { invariant: GAME, sql: [`delete from round_deals where round_id = ${refused}`] },
  { invariant: GAME, sql: [`update rounds set mode = 'prepay' where round_id = ${refused}`] },
  {
    invariant: GAME,
    sql: copied(
      'round_reels',
      "item_type = 'nuggets'",
      `reel_id = 900001, round_id = ${refused}, raw_draw = null, item_id = null, item_type = null`,
    ),
  },
  {
    invariant: GAME,
    also: [TERMS],
    sql: copied(
      'round_deals',
      'rolled_bps is null',
      "round_id = (select round_id from rounds where game_key = 'mystery_box' and state = 'pending')",
    ),
  },
  { invariant: ROLLED, sql: [`update rounds set operator_payout_minor = 5 where round_id = ${refused}`] },
  { invariant: ROLLED, sql: [`update round_deals set rolled_bps = 9999 where round_id = ${refused}`] },
  { invariant: TARGET, sql: [`update inventory_items set won_value_minor = won_value_minor + 1 where ${prize}`] },
  {
    invariant: TARGET,
    sql: [`update inventory_items set player_id = (select min(player_id) from players) where ${prize}`],
  },
  { invariant: TERMS, sql: [`update round_deals set chance_bps = 9600 where round_id = ${refused}`] },
  { invariant: TERMS, sql: [`update round_deals set nuggets_cost_percent = 50 where round_id = ${staked}`] },
  { invariant: AMOUNTS, sql: [`update rounds set operator_bet_minor = 1001 where round_id = ${refused}`] },
  { invariant: AMOUNTS, sql: [`update round_deals set target_value_minor = 1901 where round_id = ${refused}`] },
  {
    invariant: AMOUNTS,
    sql: [
      inEvent(missed, 'payoutMinor', "'1'"),
      `update rounds set operator_payout_minor = 1 where round_id = ${missed}`,
    ],
  },
  {
    invariant: 'Every reel and every roll from a revealed seed is drawn again with the same result.',
    sql: [
      `update round_deals set rolled_bps = case rolled_bps when 9999 then 9998 else 9999 end where round_id = ${missed}`,
      ...[inEvent(missed, 'outcome,rolledBps', 'rolled'), inAnswer(missed, 'round,rolledBps', 'rolled')].map((sql) =>
        sql.replace('rolled)', `(select to_jsonb(rolled_bps) from round_deals where round_id = ${missed}))`),
      ),
    ],
  },
]

const stakes: Corruption[] = [
  {
    invariant: 'No money moves for a round that is paid with items.',
    sql: [
      ...copied('wallet_operations', "kind = 'round_debit'", "operation_id = 900001, state = 'never_sent'"),
      `update wallet_operations set subject_id = ${publicId(staked)}, idempotency_key = 'round:' || ${publicId(staked)},
         body = (body::jsonb || jsonb_build_object('idempotencyKey', 'round:' || ${publicId(staked)}))::text
       where operation_id = 900001`,
    ],
  },
  {
    invariant: SUMS,
    sql: [
      inEvent(staked, 'betMinor', "'3241'"),
      `update rounds set operator_bet_minor = 3241 where round_id = ${staked}`,
    ],
  },
  { invariant: SUMS, sql: ['update upgrader_stakes set position = position + 10'] },
  {
    invariant:
      'A staked item counts in the currency of its round for what it counts for in the operator\u2019s, at its rate, down.',
    sql: [
      `update upgrader_stakes set counted_minor = counted_minor + case position when 0 then 1 else -1 end where round_id = ${staked}`,
    ],
  },
  { invariant: CONSUMED, sql: [`update inventory_items set state = 'consumed' where ${freeItem}`] },
  { invariant: CONSUMED, sql: ["update inventory_items set state = 'unresolved' where state = 'consumed'"] },
  {
    invariant: CONSUMED,
    also: [TARGET],
    sql: ["update inventory_items set player_id = (select min(player_id) from players) where state = 'consumed'"],
  },
  {
    invariant:
      'The facts of a settled Upgrader round tell what its stake counted for, and which parts of its items\u2019 values did not.',
    sql: [
      inEvent(won, 'facts,deal,stakeUncredited,creditsShareMinor', "'1'"),
      inAnswer(won, 'facts,deal,stakeUncredited,creditsShareMinor', "'1'"),
      `update rounds set facts = jsonb_set(facts::jsonb, '{deal,stakeUncredited,creditsShareMinor}', '1')::text where round_id = ${won}`,
    ],
  },
]

const told: Corruption[] = [
  { invariant: EVENT, sql: [inEvent(missed, 'outcome,rolledBps', "'1'")] },
  { invariant: EVENT, sql: [inEvent(staked, 'outcome,stakeItemIds', "'[]'")] },
  { invariant: ANSWER, sql: [inAnswer(missed, 'round,rolledBps', "'1'")] },
  { invariant: ANSWER, sql: [inAnswer(won, 'wonItem,inventoryItemId', "'900001'")] },
  {
    invariant:
      'A settled round has one round_settled event with its amounts, unless it is old enough to be forgotten, and every other round none.',
    sql: [`delete from outbox_events where idempotency_key = 'round_settled:' || ${publicId(won)}`],
  },
  {
    invariant: 'A round that came to its end, or is held, has an answer that every repeat of its click gets.',
    sql: [`update actions set status = null, body = null where subject_id = ${publicId(refused)}`],
  },
  {
    invariant: 'Every round belongs to one click of its game, and every click to its round.',
    sql: copied('actions', "kind = 'upgrader'", "client_action_id = 'other', subject_id = 'rnd_x'"),
  },
  {
    invariant: DRAWN_STANDS_IN_HISTORY,
    sql: [`delete from history_entries where round_public_id = ${publicId(staked)}`],
  },
  {
    invariant: DRAWN_STANDS_IN_HISTORY,
    also: [MOVED],
    sql: [`update history_entries set type = 'open' where round_public_id = ${publicId(won)}`],
  },
  {
    invariant: MOVED,
    sql: ["update history_entries set type = 'upgrade' where type = 'refund' and round_public_id is not null"],
  },
  {
    invariant: 'No row of one operator points at a row of another, or at none.',
    sql: [
      `update round_deals set target_item_id = (
         select max(item_id) from catalogue_items where operator_id = (select max(operator_id) from operators)) where round_id = ${refused}`,
    ],
  },
]

/** Of Upgrader rounds, in a world where somebody has lived through `upgradeEverything`. */
export const UPGRADER_CORRUPTIONS: readonly Corruption[] = [...dealsAndRolls, ...stakes, ...told]
