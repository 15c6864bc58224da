import { sql } from 'kysely'
import { byQuery } from './by-query.ts'
import type { Invariant } from './invariant.ts'

/** An operator's own currency, which a conversion changes (decisions §6). */

const roundIsOfOneCurrency = byQuery(
  'A box round is priced in one currency: that of every version that it opens.',
  sql`
    select r.operator_id, 'reel ' || l.reel_id || ' of round ' || r.public_id as subject,
      case when v.currency <> r.operator_currency
        then 'it is priced in ' || v.currency || ', its round in ' || r.operator_currency end as detail
    from round_reels l
    join rounds r using (operator_id, round_id)
    join box_versions v using (operator_id, box_version_id)
    where r.game_key = 'mystery_box'`,
)

const onSaleInOwnCurrency = byQuery(
  'What can be bought and won now is priced in the currency of its operator.',
  sql`
    select priced.operator_id, priced.subject,
      case when priced.currency <> o.currency
        then 'it is priced in ' || priced.currency || ', its operator in ' || o.currency end as detail
    from (
      select operator_id, 'catalogue item ' || item_id as subject, currency from catalogue_items
      union all
      select b.operator_id, 'box ' || b.box_id, v.currency
      from boxes b
      join box_versions v on v.operator_id = b.operator_id and v.box_version_id = b.live_version_id
      where b.archived_at is null
    ) priced
    join operators o using (operator_id)`,
)

export const currencyInvariants: readonly Invariant[] = [roundIsOfOneCurrency, onSaleInOwnCurrency]
