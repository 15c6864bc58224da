import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** What can be sent, and what waits for it. */

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

const stockIsCounted = byQuery(
  'There is never less than nothing of an item in stock.',
  sql`
    select operator_id, 'item ' || item_id || ' of the catalogue' as subject,
      case when stock < 0 then 'its stock is ' || stock end as detail
    from catalogue_items where stock is not null`,
)

export const stockInvariants: readonly Invariant[] = [waitsWithoutStock, stockIsCounted]
