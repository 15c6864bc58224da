import { type RawBuilder, sql } from 'kysely'
import type { Cursor, PageRequest } from '../kernel/index.ts'
import { beyondCursor, type OrderTerm, orderBy, type Tx } from '../platform/index.ts'
import type { Attribute } from './attributes.ts'
import { type BoxQuery, type BoxSort, type Condition, SORT_TEXT_CHARACTERS } from './box-query.ts'
import type { CashablePrize } from './rtp-status.ts'
import './tables.ts'

/** A box with its live version, as stored; the version's fields are null before the first publication. */
export type ListedBox = {
  boxId: number
  slug: string
  name: string
  description: string | null
  imageUrl: string | null
  refundable: boolean
  attributes: Record<string, unknown>
  archived: boolean
  /** It is on sale: published, not archived and not paused. */
  isActive: boolean
  /** Off sale while it gives more than it takes at current values. */
  isPaused: boolean
  /** What its live version returns at current values. */
  currentRtpBps: number | null
  version: {
    boxVersionId: number
    versionNumber: number
    priceMinor: number
    currency: string
    rtpBps: number
    maxPrizeMinor: number
    snapshotHash: string
    /** What cashing each of its prizes back depends on. */
    prizes: readonly CashablePrize[]
  } | null
}

const IS_ACTIVE = sql`(b.archived_at is null and b.live_version_id is not null and b.paused_at is null)`

const SELECT = sql`
  select b.box_id as "boxId", b.slug, b.name, b.description, b.image_url as "imageUrl", b.refundable, b.attributes,
    b.archived_at is not null as archived, ${IS_ACTIVE} as "isActive",
    b.paused_at is not null as "isPaused", b.current_rtp_bps as "currentRtpBps",
    case when v.box_version_id is not null then json_build_object('boxVersionId', v.box_version_id,
      'versionNumber', v.version_number, 'priceMinor', v.price_minor, 'currency', v.currency, 'rtpBps', v.rtp_bps,
      'maxPrizeMinor', v.max_prize_minor, 'snapshotHash', v.snapshot_hash,
      'prizes', (select json_agg(json_build_object('chanceUnits', p.chance_units, 'publishedMinor', p.value_minor,
          'valueMinor', case when i.is_collectible and i.currency = v.currency then i.value_minor else p.value_minor end,
          'isCashedBack', i.cashback and p.type in ('physical', 'digital')))
        from box_version_prizes p
        join catalogue_items i on i.operator_id = p.operator_id and i.item_id = p.item_id
        where p.operator_id = v.operator_id and p.box_version_id = v.box_version_id)) end as version
  from boxes b
  left join box_versions v on v.operator_id = b.operator_id and v.box_version_id = b.live_version_id`

/** One page of boxes and one row more, beyond the cursor, in reverse when it goes backwards. */
export async function listBoxes(
  tx: Tx,
  operatorId: number,
  query: BoxQuery,
  { limit, cursor }: PageRequest,
): Promise<ListedBox[]> {
  const backwards = cursor?.direction === 'prev'
  const order = orderOf(query.sort, cursor)
  const conditions = [sql`b.operator_id = ${operatorId}`, scopeOf(query.ids), ...query.conditions.map(conditionOf)]
  if (cursor) conditions.push(beyondCursor(order, backwards))
  const { rows } = await sql<ListedBox>`${SELECT}
    where ${sql.join(conditions, sql` and `)}
    order by ${orderBy(order, backwards)}
    limit ${limit + 1}`.execute(tx)
  return rows
}

/** True if a box of the operator was ever published. */
export async function hasPublishedBox(tx: Tx, operatorId: number): Promise<boolean> {
  const { rows } =
    await sql`select from boxes where operator_id = ${operatorId} and live_version_id is not null limit 1`.execute(tx)
  return rows.length > 0
}

export async function findListedBox(tx: Tx, operatorId: number, boxId: number): Promise<ListedBox | null> {
  const { rows } = await sql<ListedBox>`${SELECT}
    where b.operator_id = ${operatorId} and b.box_id = ${boxId}`.execute(tx)
  return rows[0] ?? null
}

/** Boxes of these keys, or all of the operator's, in the order in which they were made. */
export async function listBoxesByKeys(
  tx: Tx,
  operatorId: number,
  keys: readonly string[] | null,
): Promise<ListedBox[]> {
  const scope = keys === null ? sql`true` : sql`b.key = any(${[...keys]}::text[])`
  const { rows } = await sql<ListedBox>`${SELECT}
    where b.operator_id = ${operatorId} and ${scope}
    order by b.box_id`.execute(tx)
  return rows
}

type Sql = RawBuilder<unknown>

/** Newest first by id; with a sort, by its key and then ascending by id. */
function orderOf(sort: BoxSort | null, cursor: Cursor | null): OrderTerm[] {
  const byId = { key: sql`b.box_id`, descending: sort === null, value: sql`${cursor?.id ?? null}::bigint` }
  if (sort === null) return [byId]
  const type = typeof sort.by === 'string' ? (sort.by === 'name' ? 'text' : 'number') : sort.by.type
  const value = typed(sql`${cursor?.sort ?? null}`, type)
  return [{ key: sortKey(sort, type), descending: sort.descending, value }, byId]
}

function sortKey({ by }: BoxSort, type: Attribute['type']): Sql {
  if (by === 'price') return sql`coalesce(v.price_minor, 0)::numeric`
  const text = by === 'name' ? sql`b.name` : sql`(${attributeJson(by)} #>> '{}')`
  return typed(type === 'text' ? sql`left(${text}, ${SORT_TEXT_CHARACTERS})` : text, type)
}

/** Texts compare by code points, whatever the database's own order is. */
function typed(value: Sql, type: Attribute['type']): Sql {
  if (type === 'text') return sql`${value}::text collate "C"`
  return type === 'number' ? sql`${value}::numeric` : sql`${value}::boolean`
}

/** What `attributeValue` computes, in SQL: the box's own value when it has the declared type, else the default. */
function attributeJson({ name, type, default: value }: Attribute): Sql {
  const own = sql`(b.attributes -> ${name}::text)`
  const jsonType = type === 'text' ? 'string' : type
  return sql`(case when jsonb_typeof${own} = ${jsonType} then ${own} else ${JSON.stringify(value)}::jsonb end)`
}

function scopeOf(ids: readonly number[] | null): Sql {
  return ids === null ? sql`b.live_version_id is not null` : sql`b.box_id = any(${[...ids]}::bigint[])`
}

function conditionOf(condition: Condition): Sql {
  if ('attribute' in condition) {
    return sql`${attributeJson(condition.attribute)} = ${JSON.stringify(condition.value)}::jsonb`
  }
  if (condition.column === 'isActive') return sql`${IS_ACTIVE} = ${condition.value}`
  return sql`${sql.ref(`b.${condition.column}`)} = ${condition.value}`
}
