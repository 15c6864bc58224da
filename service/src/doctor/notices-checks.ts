import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** The events that operators had of shipping orders. */

/** Every notice with its order's id and its own number, as its key has them. */
const notices = sql`
  select operator_id, event_id, player_external_id, occurred_at, payload::jsonb as json,
    substring(idempotency_key from '^fulfillment_notice:([^:]+):[1-9][0-9]*$') as order_id,
    substring(idempotency_key from '^fulfillment_notice:[^:]+:([1-9][0-9]*)$')::bigint as number
  from outbox_events where type = 'fulfillment_notice'`

const noticesAreNumbered = byQuery(
  'The notices of an order are numbered from 1 without a gap, each later than the one before, and the order knows the last.',
  sql`
    select coalesce(o.operator_id, n.operator_id) as operator_id, 'order ' || coalesce(o.public_id, n.order_id, '?') as subject,
      case
        when o.order_id is null then 'notices are about it, and it is not there'
        when n.notices is null then 'it has no notice'
        when (n.notices, n.first, n.last) <> (o.notice_count, 1, o.notice_count)
          then 'it counts ' || o.notice_count || ' notices, and has ' || n.notices || ' from ' || n.first || ' to ' || n.last
        when not n.in_turn then 'a notice of it is not after the one before'
        when n.last_at <> o.noticed_at then 'its last notice is of ' || n.last_at || ', it says ' || o.noticed_at
      end as detail
    from shipping_orders o
    full join (
      select operator_id, order_id, count(*) as notices, min(number) as first, max(number) as last, max(occurred_at) as last_at,
        bool_and(before is null or occurred_at > before) as in_turn
      from (select *, lag(occurred_at) over (partition by operator_id, order_id order by number) as before from (${notices}) n) n
      group by operator_id, order_id
    ) n on n.operator_id = o.operator_id and n.order_id = o.public_id`,
)

const noticeSaysWhatHappened = byQuery(
  'A notice names its order and its player, the first says that it was placed, and that of a cancel what goes back.',
  sql`
    select n.operator_id, 'event ' || n.event_id as subject,
      case
        when (n.json -> 'order' ->> 'publicId', n.json ->> 'playerExternalId', n.player_external_id, (n.json ->> 'occurredAt')::timestamptz)
          is distinct from (o.public_id, o.player_external_id, o.player_external_id, n.occurred_at)
          then 'it is about another order, player or time than ' || o.public_id
        when (n.json -> 'changes' ? 'created') <> (n.number = 1) then 'notice ' || n.number || ' says ' || (n.json ->> 'changes')
        when (n.json -> 'changes' ? 'cancelled') <> (o.status = 'cancelled' and n.number = o.notice_count)
          then 'its order is ' || o.status || ', and notice ' || n.number || ' says ' || (n.json ->> 'changes')
        when (n.json ->> 'shippingRefundedMinor', n.json ->> 'shippingRefundedCurrency') is distinct from (
            case when n.json -> 'changes' ? 'cancelled' then coalesce(o.fee_minor, 0)::text end,
            case when n.json -> 'changes' ? 'cancelled' then coalesce(o.fee_currency, o.currency) end)
          then 'it says that ' || coalesce(n.json ->> 'shippingRefundedMinor', 'nothing') || ' goes back'
      end as detail
    from (${notices}) n
    join shipping_orders o on o.operator_id = n.operator_id and o.public_id = n.order_id`,
)

const lastNoticeShowsOrder = byQuery(
  'The last notice of an order shows it as it stands, with its lines.',
  sql`
    select o.operator_id, 'order ' || o.public_id as subject,
      case
        when (told ->> 'status', told ->> 'currency', told ->> 'shippingCostMinor', told ->> 'realizedTotalCostMinor', told -> 'address',
            told ->> 'userNotes', told ->> 'carrier', told ->> 'trackingNumber', told ->> 'trackingUrl')
          is distinct from (o.status, o.currency, o.shipping_cost_minor::text, o.realized_total_cost_minor::text, o.address,
            o.user_notes, o.carrier, o.tracking_number, o.tracking_url)
          then 'it is ' || o.status || ', and its last notice shows another order'
        when (
            select jsonb_agg(jsonb_build_array(item -> 'inventoryItemId', item -> 'valueMinor', item -> 'waitingForStock') order by place)
            from jsonb_array_elements(told -> 'items') with ordinality as i (item, place)
          ) is distinct from l.lines then 'its last notice shows other lines'
      end as detail
    from shipping_orders o
    join (select *, json -> 'order' as told from (${notices}) n) n
      on n.operator_id = o.operator_id and n.order_id = o.public_id and n.number = o.notice_count
    left join (
      select operator_id, order_id, jsonb_agg(jsonb_build_array(inventory_item_id, value_minor, waiting_for_stock) order by line_id) as lines
      from shipping_lines where left_at is null group by operator_id, order_id
    ) l on l.operator_id = o.operator_id and l.order_id = o.order_id`,
)

export const noticesInvariants: readonly Invariant[] = [
  noticesAreNumbered,
  noticeSaysWhatHappened,
  lastNoticeShowsOrder,
]
