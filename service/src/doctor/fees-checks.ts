import type { OperationKind } from '@coffer/contract/keys'
import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** Shipping fees: the debits that were asked for, the orders that came of them, and what goes back (money protocol §6). */

/** What was asked of the wallet for each order: how often, and what. */
const operationsOf = (kind: OperationKind) => sql`
  select operator_id, subject_id, count(*) as times, min(player_id) as player_id, min(amount_minor) as amount_minor,
    min(currency) as currency, min(state) as state
  from wallet_operations where kind = ${sql.lit(kind)} group by operator_id, subject_id`

const feeIsDecided = byQuery(
  'A shipping fee that was asked for has one debit of its amount, and stands as the wallet decided on that.',
  sql`
    select coalesce(x.operator_id, d.operator_id) as operator_id, 'fee of ' || coalesce(x.order_public_id, d.subject_id) as subject,
      case
        when x.intent_id is null then 'it was debited, and nobody asked for an order'
        when d.times is null then 'it was never debited'
        when d.times > 1 then d.times || ' debits of it were begun'
        when (d.player_id, d.amount_minor, d.currency) <> (x.player_id, x.fee_minor, x.fee_currency)
          then 'it is ' || concat_ws(' ', x.fee_minor, x.fee_currency) || ', its debit ' || concat_ws(' ', d.amount_minor, d.currency)
            || ' of player ' || d.player_id
        when d.state <> all (case x.state
            when 'undecided' then array['open', 'parked']
            when 'refused' then array['refused', 'never_sent']
            else array['accepted']
          end) then 'it is ' || x.state || ', and its debit ' || d.state
      end as detail
    from shipping_intents x
    full join (${operationsOf('shipping_debit')}) d on d.operator_id = x.operator_id and d.subject_id = x.order_public_id`,
)

const orderIsCharged = byQuery(
  'An order is charged for exactly when the game placed it at a cost, by the fee that was taken for it.',
  sql`
    select coalesce(o.operator_id, x.operator_id) as operator_id, 'order ' || coalesce(o.public_id, x.order_public_id) as subject,
      case
        when o.order_id is null and x.state = 'ordered' then 'its fee was taken for it, and it is not there'
        when o.order_id is null then null
        when o.fee_minor is null and x.intent_id is not null then 'nothing was charged for it, and a fee was asked for'
        when (o.fee_minor is not null) <> (o.origin = 'game' and o.shipping_cost_minor > 0)
          then 'it costs ' || o.shipping_cost_minor || ', came from ' || o.origin || ', and was charged ' || coalesce(o.fee_minor::text, 'nothing')
        when o.fee_minor is null then null
        when x.state is distinct from 'ordered' then 'it was charged, and its fee is ' || coalesce(x.state, 'of nobody')
        when (o.player_id, o.fee_minor, o.fee_currency) <> (x.player_id, x.fee_minor, x.fee_currency)
          then 'it was charged ' || concat_ws(' ', o.fee_minor, o.fee_currency) || ', and asked for were '
            || concat_ws(' ', x.fee_minor, x.fee_currency)
      end as detail
    from shipping_orders o
    full join shipping_intents x on x.operator_id = o.operator_id and x.order_public_id = o.public_id`,
)

const feeGoesBackOnce = byQuery(
  'A shipping fee goes back once and whole when its order is cancelled or never came to be, and otherwise not at all.',
  sql`
    select coalesce(x.operator_id, r.operator_id) as operator_id, 'fee of ' || coalesce(x.order_public_id, r.subject_id) as subject,
      case
        when x.intent_id is null then 'it goes back, and is not owed'
        when r.times is null then 'it is owed, and does not go back'
        when r.times > 1 then 'it goes back ' || r.times || ' times'
        when r.state not in ('open', 'parked', 'accepted') then 'it is owed, and its refund is ' || r.state
        when (r.player_id, r.amount_minor, r.currency) <> (x.player_id, x.fee_minor, x.fee_currency)
          then 'it is ' || concat_ws(' ', x.fee_minor, x.fee_currency) || ', and what goes back ' || concat_ws(' ', r.amount_minor, r.currency)
            || ' of player ' || r.player_id
      end as detail
    from (
      select x.* from shipping_intents x
      left join shipping_orders o on o.operator_id = x.operator_id and o.public_id = x.order_public_id
      where x.state = 'no_order' or o.status = 'cancelled'
    ) x
    full join (${operationsOf('shipping_refund')}) r on r.operator_id = x.operator_id and r.subject_id = x.order_public_id`,
)

const feesStandInHistory = byQuery(
  'The history has a shipping fee and its refund with their order, and a fee without an order as voided.',
  sql`
    select h.operator_id, 'entry ' || h.entry_id as subject,
      case
        when o.operation_id is null or o.kind not in ('shipping_debit', 'shipping_refund') then 'it names order ' || h.order_public_id || ', and moved no fee'
        when (h.type, h.status, h.order_public_id) is distinct from (
            case o.kind when 'shipping_debit' then 'shipping' else 'refund' end,
            case when o.kind = 'shipping_debit' and x.state = 'no_order' then 'voided' else 'settled' end, o.subject_id)
          then 'it has a ' || o.kind || ' of ' || o.subject_id || ' as ' || concat_ws(' ', h.type, h.status, h.order_public_id)
      end as detail
    from history_entries h
    left join wallet_operations o using (operator_id, operation_id)
    left join shipping_intents x on x.operator_id = o.operator_id and x.order_public_id = o.subject_id
    where h.order_public_id is not null or h.type = 'shipping' or o.kind in ('shipping_debit', 'shipping_refund')`,
)

export const feesInvariants: readonly Invariant[] = [feeIsDecided, orderIsCharged, feeGoesBackOnce, feesStandInHistory]
