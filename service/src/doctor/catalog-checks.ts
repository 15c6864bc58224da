import type { Settings } from '@coffer/contract/settings'
import { sql } from 'kysely'
import { rtpStatusOf, type WeighedPrize } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import { byQuery, byRow } from './by-query.ts'
import type { Invariant, Reading } from './invariant.ts'
import { listOperators } from './store.ts'

/** Values of items, what they make of the boxes that hold them (decisions §5 and §8), and the currency of both. */

const valueIsOfLastRevision = byQuery(
  'The value in force of an item is that of its last revision, while both are of one currency, and its revisions go forward in time.',
  sql`
    select i.operator_id, 'catalogue item ' || i.item_id as subject,
      case
        when r.item_id is null then 'it has no revision'
        when r.is_back_in_time then 'a revision of it is not after the one before'
        when last.currency = i.currency and last.value_minor <> i.value_minor
          then 'it is worth ' || i.value_minor || ', its last revision ' || last.value_minor
      end as detail
    from catalogue_items i
    left join (
      select operator_id, item_id, max(revision_id) as last_id, bool_or(recorded_at <= before) as is_back_in_time
      from (
        select operator_id, item_id, revision_id, recorded_at,
          lag(recorded_at) over (partition by operator_id, item_id order by revision_id) as before
        from item_revisions
      ) as revisions
      group by operator_id, item_id
    ) r using (operator_id, item_id)
    left join item_revisions last on last.operator_id = r.operator_id and last.revision_id = r.last_id`,
)

const leapsHaveTwoPeople = byQuery(
  'A value that was approved stands in the history of its item as it was asked for, after the one that it rose from, approved in time by somebody else.',
  sql`
    select h.operator_id, 'held value ' || h.held_value_id as subject,
      case
        when h.approved_by = h.asked_by then 'who asked for it approved it'
        when h.approved_at >= h.expires_at or h.approved_at < h.asked_at then 'it was approved when it did not wait'
        when r.item_id <> h.item_id or r.value_minor <> h.value_minor or r.currency <> h.currency
          or r.recorded_at <> coalesce(h.recorded_at, r.recorded_at) then 'another value stands in the history'
        when before.currency = h.currency and before.value_minor <> h.from_minor
          then 'it rose from ' || before.value_minor || ', and was asked for from ' || h.from_minor
      end as detail
    from held_values h
    join item_revisions r on r.operator_id = h.operator_id and r.revision_id = h.revision_id
    left join lateral (
      select value_minor, currency from item_revisions
      where operator_id = r.operator_id and item_id = r.item_id and revision_id < r.revision_id
      order by revision_id desc limit 1
    ) before on true`,
)

type BoxRow = {
  operator_id: number
  subject: string
  archived: boolean
  price: number | null
  prizes: WeighedPrize[] | null
  stored: { rtpBps: number | null; unprofitable: boolean; paused: boolean }
}

const STANDS =
  'A box stands as its live version makes it at current values: what it returns, and whether it is off sale for that.'

const BOXES = sql<BoxRow>`
  select b.operator_id, 'box ' || b.box_id as subject, b.archived_at is not null as archived, v.price_minor as price,
    json_build_object('rtpBps', b.current_rtp_bps, 'unprofitable', b.unprofitable_since is not null,
      'paused', b.paused_at is not null) as stored,
    (select json_agg(json_build_object('chanceUnits', p.chance_units, 'publishedMinor', p.value_minor,
        'valueMinor', case when i.is_collectible and i.currency = v.currency then i.value_minor else p.value_minor end))
      from box_version_prizes p
      join catalogue_items i on i.operator_id = p.operator_id and i.item_id = p.item_id
      where p.operator_id = v.operator_id and p.box_version_id = v.box_version_id) as prizes
  from boxes b
  left join box_versions v on v.operator_id = b.operator_id and v.box_version_id = b.live_version_id`

const boxStandsAsItsValues: Invariant = {
  name: STANDS,
  check: async (reading) => {
    const settings = await settingsOf(reading)
    const faultOf = (row: BoxRow) =>
      rtpStatusFault(row, present(settings.get(row.operator_id), 'a box has an operator'))
    return byRow(STANDS, BOXES, faultOf).check(reading)
  },
}

async function settingsOf({ tx, operatorId }: Reading): Promise<Map<number, Settings>> {
  const settings = new Map<number, Settings>()
  for (const operator of await listOperators(tx, operatorId)) {
    settings.set(operator.operatorId, (await getOperator(tx, operator.operatorId)).settings)
  }
  return settings
}

function rtpStatusFault({ archived, price, prizes, stored }: BoxRow, settings: Settings): string | null {
  const isSold = price !== null && prizes !== null
  const now = isSold ? rtpStatusOf({ archived, priceMinor: price, prizes }, settings) : null
  const computed = wordsOf(now?.currentRtpBps ?? null, now?.isUnprofitable ?? false, now?.isPaused ?? false)
  const found = wordsOf(stored.rtpBps, stored.unprofitable, stored.paused)
  return found === computed ? null : `it is stored as ${found}, and stands at ${computed}`
}

function wordsOf(rtpBps: number | null, unprofitable: boolean, paused: boolean): string {
  return [rtpBps ?? 'no figure', ...(unprofitable ? ['unprofitable'] : []), ...(paused ? ['paused'] : [])].join(', ')
}

const stockIsCounted = byQuery(
  'There is never less than nothing of an item in stock.',
  sql`
    select operator_id, 'item ' || item_id || ' of the catalogue' as subject,
      case when stock < 0 then 'its stock is ' || stock end as detail
    from catalogue_items where stock is not null`,
)

// An operator's own currency, which a conversion changes (decisions §6).

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

export const catalogInvariants: readonly Invariant[] = [
  stockIsCounted,
  valueIsOfLastRevision,
  leapsHaveTwoPeople,
  boxStandsAsItsValues,
  roundIsOfOneCurrency,
  onSaleInOwnCurrency,
]
