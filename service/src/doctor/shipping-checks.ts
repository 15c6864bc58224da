import type { ShippingStatus } from '@coffer/contract/shipping'
import { sql } from 'kysely'
import { ORDER_LINES_COUNT, ORDER_MOVES } from '../shipping/index.ts'
import { byQuery, byRow } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** Shipping orders, the items on them, and the statuses that they have had. */

const itemStandsOnOrder = byQuery(
  'An item is on its way or fulfilled exactly when it stands on one order of its player, fulfilled when that was delivered.',
  sql`
    select i.operator_id, 'item ' || i.inventory_item_id as subject,
      case
        when l.lines is null then 'it is ' || i.state || ', and stands on no order'
        when l.lines > 1 then 'it stands on ' || l.lines || ' orders'
        when l.player_id <> i.player_id then 'its order is another player''s'
        when l.item_id <> i.item_id then 'its line is of another item of the catalogue'
        when l.state <> i.state then 'it is ' || i.state || ', and on its order it is ' || l.state
      end as detail
    from inventory_items i
    left join (
      select l.operator_id, l.inventory_item_id, count(*) as lines, min(o.player_id) as player_id, min(l.item_id) as item_id,
        min(case when m.order_id is null then 'ship_requested' else 'fulfilled' end) as state
      from shipping_lines l join shipping_orders o using (operator_id, order_id)
      left join (select distinct operator_id, order_id from shipping_moves where status = 'delivered') m
        using (operator_id, order_id)
      where l.left_at is null
      group by l.operator_id, l.inventory_item_id
    ) l using (operator_id, inventory_item_id)
    where i.state = 'ship_requested' or (i.state = 'fulfilled' and i.type = 'physical') or l.lines is not null`,
)

const orderHasLines = byQuery(
  'A cancelled or returned order has no line any more, any other one to fifty, and each line left for what became of its order.',
  sql`
    select o.operator_id, 'order ' || o.public_id as subject,
      case
        when o.status in ('cancelled', 'returned') and l.standing > 0
          then 'it is ' || o.status || ', and ' || l.standing || ' lines stand on it'
        when o.status not in ('cancelled', 'returned') and coalesce(l.standing, 0) not between 1 and ${sql.lit(ORDER_LINES_COUNT)}
          then 'it is ' || o.status || ', and ' || coalesce(l.standing, 0) || ' lines stand on it'
        when l.currencies <> array[o.currency] then 'it counts in ' || o.currency || ', its lines in ' || array_to_string(l.currencies, ', ')
        when not l.reasons <@ array['removed', o.status] then 'it is ' || o.status || ', and lines left it as ' || array_to_string(l.reasons, ', ')
      end as detail
    from shipping_orders o
    left join (
      select operator_id, order_id, count(*) filter (where left_at is null) as standing,
        array_agg(distinct currency) as currencies,
        coalesce(array_agg(distinct left_because) filter (where left_because is not null), '{}') as reasons
      from shipping_lines group by operator_id, order_id
    ) l using (operator_id, order_id)`,
)

/** Worked out here once more, and not by the rule that removals ask. */
const remainsPlaceable = byQuery(
  'What stands on an order would have cost no more than the order does, and is worth at least the minimum that it was placed under; goods that go along count nothing.',
  sql`
    select o.operator_id, 'order ' || o.public_id as subject,
      case
        when l.total < o.minimum_minor then 'it is worth ' || l.total || ', and was placed from ' || o.minimum_minor || ' on'
        when l.cost > o.shipping_cost_minor then 'it cost ' || o.shipping_cost_minor || ', and what stands on it costs ' || l.cost
      end as detail
    from shipping_orders o
    join (
      select operator_id, order_id, sum(value_minor) as total,
        (array_agg(shipping_cost_minor order by value_minor desc, shipping_cost_minor desc))[1] as cost
      from shipping_lines where left_at is null and not goes_along
      group by operator_id, order_id
    ) l using (operator_id, order_id)`,
)

type Course = {
  operator_id: number
  subject: string
  status: ShippingStatus
  /** The statuses that it has had, one after the other; each but the first with a later time than the one before. */
  moves: string | null
  in_turn: boolean | null
  was_delivered: boolean
  was_replaced: boolean
}

const statusesFollow = byRow(
  'The statuses of an order begin with pending, follow the table of moves, and end with its own, and its times say the same.',
  sql<Course>`
    select o.operator_id, 'order ' || o.public_id as subject, o.status, m.moves, m.in_turn and m.first_at = o.created_at as in_turn,
      o.delivered_at is not null as was_delivered, o.replacements_sent_at is not null as was_replaced
    from shipping_orders o
    left join (
      select operator_id, order_id, string_agg(status, ' ' order by move_id) as moves, min(moved_at) as first_at,
        bool_and(before is null or moved_at > before) as in_turn
      from (select *, lag(moved_at) over (partition by operator_id, order_id order by move_id) as before from shipping_moves) m
      group by operator_id, order_id
    ) m using (operator_id, order_id)`,
  faultOfCourse,
)

function faultOfCourse({ status, moves, in_turn, was_delivered, was_replaced }: Course): string | null {
  const had = (moves?.split(' ') ?? []) as ShippingStatus[]
  const follows = had.every((to, index) => index === 0 || ORDER_MOVES[had[index - 1] as ShippingStatus]?.includes(to))
  if (had[0] !== 'pending' || !follows || had.at(-1) !== status) return `it is ${status}, and was ${had.join(', ')}`
  if (!in_turn) return 'it was not moved in the order of its times'
  if (had.includes('delivered') !== was_delivered)
    return `it was ${had.join(', ')}, and its delivery says something else`
  const replaced = had.includes('shipped_with_replacements')
  return replaced === was_replaced ? null : `it was ${had.join(', ')}, and its replacements say something else`
}

const waitsWithoutStock = byQuery(
  'A line that waits for stock took none, and waits on an order that is not sent yet.',
  sql`
    select l.operator_id, 'line ' || l.line_id as subject,
      case
        when l.took_stock then 'it waits, and took a piece'
        when l.left_at is not null then 'it waits, and has left its order'
        when o.status not in ('pending', 'processing') then 'it waits on an order that is ' || o.status
      end as detail
    from shipping_lines l join shipping_orders o using (operator_id, order_id)
    where l.waiting_for_stock`,
)

export const shippingInvariants: readonly Invariant[] = [
  waitsWithoutStock,
  itemStandsOnOrder,
  orderHasLines,
  remainsPlaceable,
  statusesFollow,
]
