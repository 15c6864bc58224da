import { sql } from 'kysely'
import { byQueryOnceHealed } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** What has come to rest when every wallet answers again and the resolver had its time. */

const operationsAreClosed = byQueryOnceHealed(
  'After healing, no operation stays open.',
  sql`
    select operator_id, 'operation ' || operation_id as subject,
      case when state in ('open', 'parked', 'conflict') then 'its ' || kind || ' is ' || state end as detail
    from wallet_operations`,
)

const roundsAreDecided = byQueryOnceHealed(
  'After healing, no round is pending, voiding, refunding or cancelling.',
  sql`
    select operator_id, 'round ' || public_id as subject,
      case when state in ('pending', 'voiding', 'refunding', 'cancelling') then 'it is ' || state end as detail
    from rounds`,
)

const itemsAreFree = byQueryOnceHealed(
  'After healing, no item is locked by a credit.',
  sql`
    select operator_id, 'item ' || inventory_item_id as subject,
      case when state = 'crediting' then 'it is crediting' end as detail
    from inventory_items`,
)

const feesAreDecided = byQueryOnceHealed(
  'After healing, no shipping fee is undecided.',
  sql`
    select operator_id, 'fee of ' || order_public_id as subject,
      case when state = 'undecided' then 'it is undecided' end as detail
    from shipping_intents`,
)

const photosAreAtRest = byQueryOnceHealed(
  'After healing, no photo is on its way into the store or out of it.',
  sql`
    select operator_id, 'photo ' || image_id as subject, case when state <> 'stored' then 'it is ' || state end as detail
    from kyc_images`,
)

export const healedInvariants: readonly Invariant[] = [
  operationsAreClosed,
  roundsAreDecided,
  itemsAreFree,
  feesAreDecided,
  photosAreAtRest,
]
