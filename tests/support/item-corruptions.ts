import { type Corruption, copied, freeItem } from './corruption.ts'

const cashedBack = `state = 'cashed_back' and credits_minor > 0`

const inventory: Corruption[] = [
  {
    invariant:
      'An item that is cashed back was paid by an accepted credit of the recorded amount; one worth nothing by none.',
    sql: [
      `update inventory_items set credits_minor = credits_minor - 1, basis_minor = basis_minor - 1 where ${cashedBack}`,
    ],
  },
  {
    invariant: 'An accepted cashback credit belongs to an item that is cashed back by it.',
    sql: [
      `update inventory_items set state = 'unresolved', credit_currency = null, credits_minor = null, basis_minor = null,
         price_fall_minor = null, price_rise_minor = null, credits_share_minor = null, credit_operation_id = null
       where ${cashedBack}`,
    ],
  },
  {
    invariant: 'An item is locked exactly while a credit of it is undecided.',
    sql: [
      `update inventory_items set state = 'crediting', credit_currency = 'EUR', credits_minor = 1, basis_minor = 1,
         price_fall_minor = 0, price_rise_minor = 0, credits_share_minor = 0 where ${freeItem}`,
    ],
  },
  {
    invariant: 'An item is locked exactly while a credit of it is undecided.',
    sql: copied(
      'wallet_operations',
      "kind = 'cashback_credit' and state = 'accepted'",
      `operation_id = operation_id + 1000000, subject_id = '999999', idempotency_key = 'cashback:inventory:999999', state = 'open',
       body = jsonb_set(body::jsonb, '{idempotencyKey}', '"cashback:inventory:999999"')::text, closed_at = null,
       balance_after_minor = null, next_look_at = created_at`,
    ),
  },
  {
    invariant:
      'A cashback pays no more than its share of the most that its item was ever worth, at the rate that it names.',
    sql: [
      `update wallet_operations set amount_minor = 9000000, body = jsonb_set(body::jsonb, '{amountMinor}', '9000000')::text
       where operation_id = (select max(credit_operation_id) from inventory_items where ${cashedBack})`,
      `update inventory_items set credits_minor = 9000000,
         basis_minor = 9000000 + price_fall_minor + price_rise_minor + credits_share_minor
       where credit_operation_id = (select max(credit_operation_id) from inventory_items where ${cashedBack})`,
      `update history_entries set amount_minor = 9000000 where operation_id =
         (select max(credit_operation_id) from inventory_items where ${cashedBack})`,
    ],
  },
  {
    invariant:
      'A cashback pays no more than its share of the most that its item was ever worth, at the rate that it names.',
    sql: [`update inventory_items set credit_rate = '2/1' where ${cashedBack} and credit_currency = currency`],
  },
  {
    invariant:
      'An item is disputed only when a credit of it was accepted after it had been closed, and such an item is not free.',
    sql: [`update inventory_items set state = 'disputed' where ${freeItem}`],
  },
  {
    invariant:
      'What an item counts for is recorded while its cashback is under way or done only, and its parts add up to the basis.',
    sql: [`update inventory_items set basis_minor = basis_minor + 1 where ${cashedBack}`],
  },
]

const bought = "acquisition_type = 'bought_with_nuggets' and state = 'unresolved'"

const PAYOUT = 'An item is reserved or paid out exactly when one payout of its player is.'
const ACTION = 'A payout, and an item bought with Nuggets, belongs to one request, and a repeat of that shows it.'
const NUGGETS =
  'An item bought with Nuggets is physical, came of no round, never expires, and was never credited or in a payout.'
const EXPIRED = 'An item expires only when the time that it was given has passed.'

const vault: Corruption[] = [
  { invariant: PAYOUT, sql: [`update inventory_items set state = 'reserved' where ${freeItem}`] },
  { invariant: PAYOUT, sql: [`update inventory_items set state = 'unresolved' where state = 'paid_out'`] },
  { invariant: PAYOUT, sql: [`update inventory_items set state = 'paid_out' where state = 'reserved'`] },
  { invariant: PAYOUT, sql: [`update payouts set status = 'cancelled' where status = 'paid_out'`] },
  {
    invariant: PAYOUT,
    sql: [
      `insert into payout_items
       select operator_id, (select max(payout_id) from payouts where status = 'reserved'), inventory_item_id, value_minor, cashback_minor,
         currency from payout_items where payout_id = (select max(payout_id) from payouts where status = 'paid_out')`,
    ],
  },
  {
    invariant: PAYOUT,
    also: [ACTION],
    sql: [
      `update payouts set player_id = (select player_id from players where external_id = 'ann'
         and operator_id = (select min(operator_id) from operators)) where status = 'reserved'`,
    ],
  },
  {
    invariant: ACTION,
    sql: [`delete from actions where kind = 'payout' and subject_id = (select min(payout_id)::text from payouts)`],
  },
  { invariant: ACTION, sql: copied('actions', "kind = 'payout'", "client_action_id = 'other', subject_id = '900001'") },
  {
    invariant: ACTION,
    sql: [
      `update actions set status = null, body = null where kind = 'nuggets_purchase' and client_action_id = 'nuggets'`,
    ],
  },
  {
    invariant: ACTION,
    sql: [`update actions set body = jsonb_set(body::jsonb, '{payout,id}', '900001')::text where kind = 'payout'`],
  },
  { invariant: NUGGETS, sql: [`update inventory_items set expires_at = created_at where ${bought}`] },
  { invariant: NUGGETS, sql: [`update inventory_items set type = 'digital' where ${bought}`] },
  { invariant: NUGGETS, sql: [`update inventory_items set state = 'forwarded_to_casino' where ${bought}`] },
  {
    invariant: NUGGETS,
    sql: [`update inventory_items set state = 'consumed' where ${bought}`],
    also: ['An item is consumed exactly when its player staked it in one round, and that is settled.'],
  },
  {
    invariant: NUGGETS,
    sql: [
      `insert into payout_items select operator_id, (select min(payout_id) from payouts where status = 'cancelled'), inventory_item_id,
         won_value_minor, null, currency from inventory_items where ${bought}`,
    ],
  },
  {
    invariant: EXPIRED,
    sql: [`update inventory_items set expires_at = expired_at + interval '1 second' where state = 'expired'`],
  },
  { invariant: EXPIRED, sql: [`update inventory_items set expires_at = null where state = 'expired'`] },
]

/** Of items in the vault. */
export const ITEM_CORRUPTIONS: readonly Corruption[] = [...inventory, ...vault]
