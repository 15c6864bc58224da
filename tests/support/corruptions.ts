import { CAMPAIGN_CORRUPTIONS } from './campaign-corruptions.ts'
import { CATALOG_CORRUPTIONS, STANDS } from './catalog-corruptions.ts'
import { type Corruption, copied, DRAWN_STANDS_IN_HISTORY, freeItem } from './corruption.ts'
import { ITEM_CORRUPTIONS } from './item-corruptions.ts'
import { KYC_CORRUPTIONS, KYC_CORRUPTIONS_ONCE_HEALED } from './kyc-corruptions.ts'
import { RESTRICTION_CORRUPTIONS } from './restriction-corruptions.ts'
import { SEALING_CORRUPTIONS } from './sealing-corruptions.ts'
import { SHIPPING_CORRUPTIONS, SHIPPING_CORRUPTIONS_ONCE_HEALED } from './shipping-corruptions.ts'
import { UPGRADER_CORRUPTIONS } from './upgrader-corruptions.ts'

/**
 * One wrong thing for each invariant of the doctor, as a superuser could do it to the database of `tests/api/doctor.test.ts`, which has at
 * least one row for every subquery here.
 */
const settled = `select public_id from rounds where state = 'settled' and funding = 'player' and mode = 'open' and game_key = 'mystery_box' order by round_id limit 1`
const refused = `select public_id from rounds where state = 'voided' and refunded_minor is null and game_key = 'mystery_box' order by round_id limit 1`
const pending = `select public_id from rounds where state = 'pending'`
const refusedDebit = `kind = 'round_debit' and subject_id = (${refused})`
const settledDebit = `kind = 'round_debit' and subject_id = (${settled})`
const pendingDebit = `kind = 'round_debit' and subject_id = (${pending})`
const attemptsOf = (operation: string) =>
  `operation_id in (select operation_id from wallet_operations where ${operation})`

const PLACES = 'The places of an operator’s history and the times of them rise together, up to where it is shown.'
const TOTALS = 'The totals of a day are the sums of the rounds that entered the history on that day, up to their head.'

const AS_REFUND = `operation_id = 900001, kind = 'round_refund', direction = 'credit', state = 'open',
  idempotency_key = 'refund:' || idempotency_key, body = (body::jsonb
    || jsonb_build_object('type', 'wallet.credit', 'idempotencyKey', 'refund:' || idempotency_key))::text`

const wallet: Corruption[] = [
  {
    invariant: 'A key has at most one operation that is not closed as refused, never sent or in conflict.',
    sql: [
      'drop index wallet_operations_one_live_per_key',
      ...copied('wallet_operations', settledDebit, "operation_id = 900001, state = 'open'"),
    ],
  },
  {
    invariant: 'The key and the direction of an operation are those of its kind and subject.',
    sql: [
      `update wallet_operations set idempotency_key = 'other', body = (body::jsonb || '{"idempotencyKey":"other"}')::text
       where ${refusedDebit}`,
    ],
  },
  {
    invariant: 'The frozen body of an operation asks for what its row says.',
    sql: [`update wallet_operations set body = (body::jsonb || '{"amountMinor":1}')::text where ${refusedDebit}`],
  },
  {
    invariant: 'The frozen body of an operation asks for what its row says.',
    sql: [
      `update wallet_operations set player_external_id = 'bob', body = (body::jsonb || '{"playerExternalId":"bob"}')::text
       where ${refusedDebit}`,
    ],
  },
  {
    invariant: 'An operation is accepted exactly when one of its attempts was.',
    sql: [`update wallet_attempts set outcome = 'unknown' where ${attemptsOf(settledDebit)}`],
  },
  {
    invariant: 'An operation is refused by a clean attempt, and every later attempt has its own reply.',
    sql: [`update wallet_attempts set clean = false where ${attemptsOf(refusedDebit)}`],
  },
  {
    invariant: 'An operation is refused by a clean attempt, and every later attempt has its own reply.',
    sql: copied('wallet_attempts', attemptsOf(refusedDebit), 'attempt_id = 900001, outcome = null, closed_at = null'),
  },
  {
    invariant: 'Of an operation that was never sent, no attempt left.',
    sql: [`update wallet_operations set state = 'never_sent' where ${refusedDebit}`],
  },
]

const rounds: Corruption[] = [
  {
    invariant: 'A settled or held round was paid by an accepted debit of its bet, by the operator, or with items.',
    also: [DRAWN_STANDS_IN_HISTORY],
    sql: [`update rounds set funding = 'operator' where public_id = (${settled})`],
  },
  {
    invariant: 'A settled or held round was paid by an accepted debit of its bet, by the operator, or with items.',
    also: ['An accepted debit of a round is kept, refunded, or its refund is under way.'],
    sql: [
      `update wallet_operations set subject_id = 'rnd_x', idempotency_key = 'round:rnd_x',
         body = (body::jsonb || '{"idempotencyKey":"round:rnd_x"}')::text where ${settledDebit}`,
      `update history_entries set idempotency_key = 'round:rnd_x' where idempotency_key = 'round:' || (${settled})`,
    ],
  },
  {
    invariant: 'A settled or held round is not refunded.',
    sql: copied('wallet_operations', settledDebit, AS_REFUND),
  },
  {
    invariant: 'An accepted debit of a round is kept, refunded, or its refund is under way.',
    sql: ["update rounds set state = 'disputed' where state = 'held' and funding = 'player'"],
  },
  {
    invariant: 'An accepted debit of a round is kept, refunded, or its refund is under way.',
    sql: [
      `update wallet_operations set state = 'accepted' where ${pendingDebit}`,
      `update wallet_attempts set outcome = 'accepted' where ${attemptsOf(pendingDebit)}`,
      `insert into history_entries (operator_id, player_id, player_external_id, type, operation_id, round_public_id,
         amount_minor, currency, status, idempotency_key, occurred_at)
       select operator_id, player_id, player_external_id, 'open', operation_id, subject_id, -amount_minor, currency, 'settled',
         idempotency_key, created_at from wallet_operations where ${pendingDebit}`,
    ],
  },
  {
    invariant: 'A refund of a round returns an accepted debit of the same player, amount and currency.',
    sql: copied('wallet_operations', pendingDebit, AS_REFUND),
  },
  {
    invariant: 'A refund of a round returns an accepted debit of the same player, amount and currency.',
    also: ['A settled or held round is not refunded.'],
    sql: copied(
      'wallet_operations',
      settledDebit,
      `${AS_REFUND.replace("'wallet.credit'", "'wallet.credit', 'amountMinor', 1")}, amount_minor = 1`,
    ),
  },
  {
    invariant: 'A voided round, and no other, says what an accepted refund returned.',
    sql: ['update rounds set refunded_minor = refunded_minor - 1 where refunded_minor > 0'],
  },
  {
    invariant: 'A voided round, and no other, says what an accepted refund returned.',
    sql: ['update rounds set refunded_minor = null, refunded_at = null where refunded_minor > 0'],
  },
]

const reels: Corruption[] = [
  {
    invariant: 'A round is drawn when it is settled, and not before: pair, nonce, facts, reels and prizes.',
    sql: [`update rounds set payout_minor = 5 where public_id = (${refused})`],
  },
  {
    invariant: 'A round is drawn when it is settled, and not before: pair, nonce, facts, reels and prizes.',
    sql: [`update rounds set settled_at = created_at where public_id = (${refused})`],
  },
  {
    invariant: 'A reel of a settled round won the one item that it drew, and Nuggets none.',
    sql: [`update inventory_items set won_value_minor = won_value_minor + 1 where ${freeItem}`],
  },
  {
    invariant: 'A reel of a settled round won the one item that it drew, and Nuggets none.',
    sql: [`delete from inventory_items where ${freeItem}`],
    also: ['No row of one operator points at a row of another, or at none.'],
  },
  {
    invariant: 'An item that was won is the prize of exactly one reel or one deal.',
    sql: copied('inventory_items', freeItem, 'inventory_item_id = 900001'),
  },
  {
    invariant: 'Bet and payout of a round are the sums of its reels, in the currency of the operator too.',
    sql: [`update rounds set bet_minor = bet_minor + 1 where public_id = (${refused})`],
  },
  {
    invariant: 'Bet and payout of a round are the sums of its reels, in the currency of the operator too.',
    sql: [`update round_reels set price_minor = price_minor + 1 where round_id = (select min(round_id) from rounds)`],
  },
  {
    invariant: 'The facts of a settled round add up to its bet and its payout, and agree with its reels.',
    sql: [
      `update actions set body = jsonb_set(body::jsonb, '{facts,reels,0,paidMinor}', '1')::text where subject_id = (${settled})`,
      `update outbox_events set payload = jsonb_set(payload::jsonb, '{facts,reels,0,paidMinor}', '1')::text
       where idempotency_key = 'round_settled:' || (${settled})`,
      `update rounds set facts = jsonb_set(facts::jsonb, '{reels,0,paidMinor}', '1')::text where public_id = (${settled})`,
    ],
  },
]

const actionsAndHistory: Corruption[] = [
  {
    invariant: 'Every round belongs to one click of its game, and every click to its round.',
    sql: [`update actions set client_action_id = 'other' where subject_id = (${pending})`],
  },
  {
    invariant: 'A round that came to its end, or is held, has an answer that every repeat of its click gets.',
    sql: [`update actions set status = null, body = null where subject_id = (${settled})`],
  },
  {
    invariant: 'A stored answer shows the status, the draw and the facts that its round has.',
    sql: [
      `update actions set body = jsonb_set(body::jsonb, '{round,status}', '"voided"')::text where subject_id = (${settled})`,
    ],
  },
  {
    invariant: 'A stored answer shows the status, the draw and the facts that its round has.',
    sql: [
      `update actions set body = jsonb_set(body::jsonb, '{round,fairness,nonce}', '77')::text where subject_id = (${settled})`,
    ],
  },
  {
    invariant:
      'A movement of money that is final stands in the history once, as what it was, with its amount as the player sees it.',
    sql: [`update history_entries set amount_minor = -amount_minor where idempotency_key = 'round:' || (${settled})`],
  },
  {
    invariant:
      'A movement of money that is final stands in the history once, as what it was, with its amount as the player sees it.',
    sql: ["delete from history_entries where type = 'cashback'"],
  },
  {
    invariant: 'An entry of the history belongs to an accepted operation, or moved nothing.',
    sql: ['update history_entries set amount_minor = -5 where operation_id is null'],
  },
  {
    invariant: DRAWN_STANDS_IN_HISTORY,
    sql: [`update history_entries set payout_minor = payout_minor + 1 where round_public_id = (${settled})`],
  },
  { invariant: PLACES, sql: ['update history_heads set last_position = last_position - 1'] },
  { invariant: PLACES, sql: ["update history_heads set recorded_until = recorded_until - interval '1 day'"] },
  {
    invariant: PLACES,
    sql: [
      `update history_entries set recorded_at = recorded_at - interval '1 day'
       where position = (select max(position) from history_entries)`,
    ],
  },
  { invariant: TOTALS, sql: ['update daily_totals set bet_minor = bet_minor + 1'] },
]

const fairness: Corruption[] = [
  {
    invariant: 'The nonces of a pair are 0 to n-1.',
    sql: ["update seed_pairs set next_nonce = next_nonce + 1 where state = 'revealed'"],
  },
  {
    invariant: 'A player who has seed pairs has one active pair and one next pair.',
    sql: ["delete from seed_pairs where state = 'next'"],
  },
  {
    invariant: 'A settled round carries the commitment of its own player\u2019s pair.',
    sql: [
      `update rounds set client_seed = 'other' where public_id in (
      select public_id from rounds join seed_pairs p using (operator_id, pair_id) where p.state = 'active')`,
    ],
  },
  {
    invariant: 'A round settles while its pair is active: nothing settles on a seed that is revealed.',
    sql: ["update seed_pairs set revealed_at = active_since where state = 'revealed'"],
  },
  {
    invariant: 'A drawn reel has the prize, the chance and the value that its published version gives to its draw.',
    sql: ['update round_reels set chance_units = chance_units + 1 where raw_draw is not null'],
  },
  {
    invariant:
      'The published odds of a version have the hash that its rounds carry, and are the odds that it is played with.',
    sql: [`update box_versions set snapshot = (snapshot::jsonb || '{"priceMinor":1}')::text`],
  },
  {
    invariant:
      'The published odds of a version have the hash that its rounds carry, and are the odds that it is played with.',
    sql: [
      'update box_version_prizes set value_minor = value_minor + 1 where operator_id = (select max(operator_id) from operators)',
    ],
    also: [STANDS],
  },
  {
    invariant: 'A revealed server seed is the one that was committed to.',
    sql: [
      "update seed_pairs set server_seed_hash = repeat('0', 48) || lpad(pair_id::text, 16, '0') where state = 'revealed'",
      `update rounds set server_seed_hash = repeat('0', 48) || lpad(pair_id::text, 16, '0')
       where pair_id in (select pair_id from seed_pairs where state = 'revealed')`,
    ],
  },
  {
    invariant: 'Every reel and every roll from a revealed seed is drawn again with the same result.',
    sql: [
      `update round_reels l set raw_draw = z.range_start from box_version_prizes z
      where z.box_version_id = l.box_version_id and z.item_id = l.item_id and l.raw_draw is not null`,
    ],
  },
]

const theRest: Corruption[] = [
  {
    invariant:
      'A settled round has one round_settled event with its amounts, unless it is old enough to be forgotten, and every other round none.',
    sql: [`delete from outbox_events where idempotency_key = 'round_settled:' || (${settled})`],
  },
  {
    invariant:
      'A settled round has one round_settled event with its amounts, unless it is old enough to be forgotten, and every other round none.',
    sql: [
      ...copied(
        'outbox_events',
        "type = 'round_settled'",
        `event_id = 900001, idempotency_key = 'other',
        payload = (payload::jsonb || jsonb_build_object('roundPublicId', (${refused})))::text`,
      ),
    ],
  },
  {
    invariant:
      'A bonus that was won has one bonus_entitlement event, unless it is old enough to be forgotten, and nothing else has one.',
    sql: ["delete from outbox_events where type = 'bonus_entitlement'"],
  },
  // Taken becomes refused, and refused taken.
  ...[200, 500].map((code) => ({
    invariant: 'A delivery is delivered exactly when one of its attempts was answered 2xx.',
    sql: [`update webhook_attempts set status_code = ${700 - code} where status_code = ${code}`],
  })),
  ...['attempt_count = 11', "status = 'failed', next_attempt_at = null"].map((wrong) => ({
    invariant:
      'A delivery is parked as failed only after all of its attempts, and has no more of them than its budget.',
    sql: [`update webhook_deliveries set ${wrong} where status = 'pending'`],
  })),
  {
    invariant: 'A launch token was used at most once, by its own player, and is consumed when it was.',
    sql: ['update launches set consumed_at = null where consumed_at is not null'],
  },
  {
    invariant: 'A launch token was used at most once, by its own player, and is consumed when it was.',
    sql: [
      'alter table sessions drop constraint sessions_one_per_launch',
      ...copied('sessions', 'true', 'session_id = 900001'),
    ],
  },
  {
    invariant: 'The free opens that a launch has used are the reels that it paid for, and no more than it grants.',
    sql: ['update launches set free_opens_used = free_opens_used - 1 where free_opens_used > 0'],
  },
  {
    invariant:
      'Row-level security is forced on every table of operators, and the logins of the service own nothing and cannot pass it.',
    sql: ['alter table players no force row level security'],
  },
  {
    invariant:
      'Row-level security is forced on every table of operators, and the logins of the service own nothing and cannot pass it.',
    sql: ['create table owned ()', 'alter table owned owner to coffer_app'],
  },
  {
    invariant: 'No row of one operator points at a row of another, or at none.',
    sql: [
      `update inventory_items set won_revision_id = (
         select max(revision_id) from item_revisions where operator_id = (select max(operator_id) from operators))`,
    ],
  },
  {
    invariant: 'No row of one operator points at a row of another, or at none.',
    sql: [
      `update boxes set live_version_id = (select max(box_version_id) from box_versions)
       where operator_id = (select min(operator_id) from operators)`,
    ],
    also: [STANDS],
  },
  {
    invariant: 'No row of one operator points at a row of another, or at none.',
    sql: ['update webhook_deliveries set last_attempt_id = 900001 where last_attempt_id is not null'],
  },
]

const healed: Corruption[] = [
  {
    invariant: 'After healing, no operation stays open.',
    sql: [`update wallet_operations set state = 'parked' where ${refusedDebit}`],
  },
  {
    invariant: 'After healing, no round is pending, voiding, refunding or cancelling.',
    sql: [
      `update actions set status = null, body = null where subject_id = (${refused})`,
      `update rounds set state = 'pending' where public_id = (${refused})`,
    ],
  },
  {
    invariant: 'After healing, no item is locked by a credit.',
    also: ['An item is locked exactly while a credit of it is undecided.'],
    sql: [
      `update inventory_items set state = 'crediting', credit_currency = 'EUR', credits_minor = 1, basis_minor = 1,
         price_fall_minor = 0, price_rise_minor = 0, credits_share_minor = 0 where ${freeItem}`,
    ],
  },
]

export const CORRUPTIONS: readonly Corruption[] = [
  ...wallet,
  ...rounds,
  ...reels,
  ...actionsAndHistory,
  ...ITEM_CORRUPTIONS,
  ...SEALING_CORRUPTIONS,
  ...SHIPPING_CORRUPTIONS,
  ...CATALOG_CORRUPTIONS,
  ...fairness,
  ...theRest,
  ...CAMPAIGN_CORRUPTIONS,
  ...RESTRICTION_CORRUPTIONS,
  ...KYC_CORRUPTIONS,
  ...UPGRADER_CORRUPTIONS,
]
/** To be done to a world in which nothing is under way any more. */
export const CORRUPTIONS_ONCE_HEALED: readonly Corruption[] = [
  ...healed,
  ...SHIPPING_CORRUPTIONS_ONCE_HEALED,
  ...KYC_CORRUPTIONS_ONCE_HEALED,
].map((one) => ({ ...one, healed: true }))
