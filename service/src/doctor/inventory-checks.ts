import { mulDivFloor } from '@coffer/contract/money'
import { convertFloor, formatRate, RATE_OF_ONE, readRate } from '@coffer/contract/rates'
import { sql } from 'kysely'
import { byQuery, byRow } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** Items of the vault and the credits that they were cashed back for (money protocol §6). */

const sameCredit = sql`(o.kind, o.subject_id, o.player_id, o.amount_minor, o.currency)
  is not distinct from ('cashback_credit', i.inventory_item_id::text, i.player_id, i.credits_minor, i.credit_currency)`

const cashedBackIsPaid = byQuery(
  'An item that is cashed back was paid by an accepted credit of the recorded amount; one worth nothing by none.',
  sql`
    select i.operator_id, 'item ' || i.inventory_item_id as subject,
      case
        when i.credits_minor = 0 and i.credit_operation_id is null then null
        when o.operation_id is null then 'no credit of it is recorded'
        when not (${sameCredit}) then 'operation ' || o.operation_id || ' credits something else'
        when o.state <> 'accepted' then 'operation ' || o.operation_id || ' is ' || o.state
      end as detail
    from inventory_items i
    left join wallet_operations o on o.operator_id = i.operator_id and o.operation_id = i.credit_operation_id
    where i.state = 'cashed_back'`,
)

const paidIsCashedBack = byQuery(
  'An accepted cashback credit belongs to an item that is cashed back by it.',
  sql`
    select o.operator_id, 'operation ' || o.operation_id as subject,
      case
        when i.inventory_item_id is null then 'there is no item ' || o.subject_id
        when i.state <> 'cashed_back' then 'item ' || i.inventory_item_id || ' is ' || i.state
        when i.credit_operation_id is distinct from o.operation_id
          then 'item ' || i.inventory_item_id || ' is cashed back by another operation'
      end as detail
    from wallet_operations o
    left join inventory_items i on i.operator_id = o.operator_id and i.inventory_item_id::text = o.subject_id
    where o.kind = 'cashback_credit' and o.state = 'accepted'`,
)

const lockedWhileUndecided = byQuery(
  'An item is locked exactly while a credit of it is undecided.',
  sql`
    select coalesce(i.operator_id, o.operator_id) as operator_id, 'item ' || coalesce(i.inventory_item_id::text, o.subject_id) as subject,
      case
        when i.inventory_item_id is null then 'it is not there, and operation ' || o.operation_id || ' is undecided'
        when i.state = 'crediting' and o.operation_id is null then 'it is locked, and no credit of it is undecided'
        when i.state = 'crediting' and (o.operation_id is distinct from i.credit_operation_id or not (${sameCredit}))
          then 'it is locked for another credit than operation ' || o.operation_id
        when i.state <> 'crediting' and o.operation_id is not null
          then 'it is ' || i.state || ', and operation ' || o.operation_id || ' is undecided'
      end as detail
    from inventory_items i
    full join (
      select * from wallet_operations where kind = 'cashback_credit' and state in ('open', 'parked')
    ) o on o.operator_id = i.operator_id and o.subject_id = i.inventory_item_id::text`,
)

const paidTooLateIsDisputed = byQuery(
  'An item is disputed only when a credit of it was accepted after it had been closed, and such an item is not free.',
  sql`
    select i.operator_id, 'item ' || i.inventory_item_id as subject,
      case
        when i.state = 'unresolved' and c.operations is not null then 'it is free, and was credited by operation ' || c.operations
        when i.state = 'disputed' and c.operations is null then 'it is disputed, and no credit of it is in conflict'
      end as detail
    from inventory_items i
    left join (
      select operator_id, subject_id, string_agg(operation_id::text, ', ') as operations
      from wallet_operations where kind = 'cashback_credit' and state = 'conflict' group by operator_id, subject_id
    ) c on c.operator_id = i.operator_id and c.subject_id = i.inventory_item_id::text
    where i.state in ('unresolved', 'disputed')`,
)

const recordIsWhole = byQuery(
  'What an item counts for is recorded while its cashback is under way or done only, and its parts add up to the basis.',
  sql`
    select operator_id, 'item ' || inventory_item_id as subject,
      case
        when state not in ('crediting', 'cashed_back') and num_nonnulls(credit_currency, credits_minor, basis_minor,
          price_fall_minor, price_rise_minor, credits_share_minor, credit_operation_id) > 0
          then 'it is ' || state || ', and a cashback is recorded'
        when state not in ('crediting', 'cashed_back') then null
        when num_nulls(credit_currency, credits_minor, basis_minor, price_fall_minor, price_rise_minor,
          credits_share_minor) > 0 then 'its record has gaps'
        when credits_minor + price_fall_minor + price_rise_minor + credits_share_minor <> basis_minor
          then 'the parts do not add up to ' || basis_minor
      end as detail
    from inventory_items`,
)

type Credited = {
  operator_id: number
  subject: string
  most_minor: number
  percent_bps: number
  currency: string
  credits_minor: number
  credit_currency: string
  credit_rate: string
}

const OF_ONE = formatRate(RATE_OF_ONE)

/**
 * Whatever counted for it was the value at the win or one that was stated since: a credit above that was planned by nobody here. Nothing is said
 * of an item whose value was stated in another currency, as after a conversion of its operator: at which rate it counted is not kept.
 */
const paysWhatItIsWorth = byRow(
  'A cashback pays no more than its share of the most that its item was ever worth, at the rate that it names.',
  sql<Credited>`
    select i.operator_id, 'item ' || i.inventory_item_id as subject, i.percent_bps, i.currency, i.credits_minor,
      i.credit_currency, i.credit_rate, greatest(i.won_value_minor, told.most_minor) as most_minor
    from inventory_items i
    left join (
      select operator_id, item_id, max(value_minor) as most_minor, min(currency) as first_currency, max(currency) as last_currency
      from item_revisions group by operator_id, item_id
    ) told using (operator_id, item_id)
    where i.credits_minor > 0 and i.credit_rate is not null
      and i.currency = all (array_remove(array[told.first_currency, told.last_currency], null))`,
  ({ most_minor, percent_bps, currency, credits_minor, credit_currency, credit_rate }) => {
    const rate = readRate(credit_rate)
    const most = convertFloor(mulDivFloor(most_minor, percent_bps, 10_000), rate, currency, credit_currency)
    if (credits_minor > most) return `it pays ${credits_minor} ${credit_currency}, where ${most} is the most`
    if (currency === credit_currency && credit_rate !== OF_ONE)
      return `it is paid in its own currency at ${credit_rate}`
    return null
  },
)

export const inventoryInvariants: readonly Invariant[] = [
  cashedBackIsPaid,
  paidIsCashedBack,
  lockedWhileUndecided,
  paidTooLateIsDisputed,
  recordIsWhole,
  paysWhatItIsWorth,
]
