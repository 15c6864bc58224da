import type { BoxStatus, BoxStatusFilter, ScheduleStatus } from '@coffer/contract/box-names'
import type { BOX_LIST } from '@coffer/contract/list'
import { type RawBuilder, sql } from 'kysely'
import type { Cursor, PageRequest } from '../kernel/index.ts'
import { beyondCursor, type OrderTerm, orderBy, type Tx } from '../platform/index.ts'
import { SORT_TEXT_CHARACTERS } from './box-query.ts'
import './tables.ts'

export type AdminBoxSort = (typeof BOX_LIST.sorts)[number]

/** Every part that is not null must match. */
export type AdminBoxCondition = {
  operatorId: number
  /** Part of a key, a slug or a name, ignoring case. */
  search: string | null
  status: BoxStatusFilter | null
  schedule: ScheduleStatus | null
}

type BoxRecord = {
  boxId: number
  key: string
  slug: string
  name: string
  status: BoxStatus
  refundable: boolean
  attributes: Record<string, unknown>
  currentRtpBps: number | null
  unprofitableSince: Date | null
  createdAt: Date
  archivedAt: Date | null
  imageUrl: string | null
}

/** A box as staff find it in a list. What belongs to the live version is null before the first publication. */
export type AdminListedBox = BoxRecord & {
  versionNumber: number | null
  priceMinor: number | null
  currency: string | null
  rtpBps: number | null
  maxPrizeMinor: number | null
  prizeCount: number
  publishedAt: Date | null
  scheduleStatus: ScheduleStatus | null
  scheduledFor: Date | null
}

/** Sort value of boxes without a version: below every price and RTP. */
const WITHOUT_VERSION = -1

const COLUMNS = sql`b.box_id as "boxId", b.key, b.slug, b.name, b.refundable, b.attributes,
  b.current_rtp_bps as "currentRtpBps", b.unprofitable_since as "unprofitableSince", b.created_at as "createdAt", b.archived_at as "archivedAt",
  b.image_url as "imageUrl",
  case when b.archived_at is not null then 'archived' when b.live_version_id is null then 'unpublished'
    when b.paused_at is not null then 'paused' else 'on_sale' end as status`

const VERSION_COLUMNS = sql`v.version_number as "versionNumber", v.price_minor as "priceMinor", v.currency,
  v.rtp_bps as "rtpBps", v.max_prize_minor as "maxPrizeMinor", v.published_at as "publishedAt",
  (select count(*) from box_version_prizes p
    where p.operator_id = v.operator_id and p.box_version_id = v.box_version_id) as "prizeCount"`

/** Reads a page of boxes and one more row, which shows that another page exists. */
export async function listAdminBoxPage(
  tx: Tx,
  condition: AdminBoxCondition,
  sort: AdminBoxSort,
  { limit, cursor }: Pick<PageRequest, 'limit' | 'cursor'>,
): Promise<AdminListedBox[]> {
  const backwards = cursor?.direction === 'prev'
  const order = orderOf(sort, cursor)
  const conditions = conditionsOf(condition)
  if (cursor) conditions.push(beyondCursor(order, backwards))
  const { rows } = await sql<AdminListedBox>`
    select ${COLUMNS}, ${VERSION_COLUMNS}, s.state as "scheduleStatus", s.publish_at as "scheduledFor"
    from boxes b
    left join box_versions v on v.operator_id = b.operator_id and v.box_version_id = b.live_version_id
    left join scheduled_versions s
      on s.operator_id = b.operator_id and s.box_id = b.box_id and s.state in ('waiting', 'refused')
    where ${sql.join(conditions, sql` and `)}
    order by ${orderBy(order, backwards)}
    limit ${limit + 1}`.execute(tx)
  return rows
}

function conditionsOf({ operatorId, search, status, schedule }: AdminBoxCondition): RawBuilder<unknown>[] {
  const contains = (column: 'name' | 'slug' | 'key') =>
    sql`strpos(lower(${sql.ref(`b.${column}`)}), lower(${search})) > 0`
  return [
    sql`b.operator_id = ${operatorId}`,
    ...(search === null ? [] : [sql`(${contains('name')} or ${contains('slug')} or ${contains('key')})`]),
    ...(status === null ? [] : [STATUS_CONDITIONS[status]]),
    ...(schedule === null ? [] : [sql`s.state = ${schedule}`]),
  ]
}

const STATUS_CONDITIONS: Readonly<Record<BoxStatusFilter, RawBuilder<unknown>>> = {
  current: sql`b.archived_at is null`,
  on_sale: sql`(b.archived_at is null and b.live_version_id is not null and b.paused_at is null)`,
  paused: sql`(b.archived_at is null and b.paused_at is not null)`,
  unpublished: sql`(b.archived_at is null and b.live_version_id is null)`,
  archived: sql`b.archived_at is not null`,
}

/** Ids ascend as boxes are added. Texts compare by code points, independently of the collation of the database. */
function orderOf(sort: AdminBoxSort, cursor: Cursor | null): OrderTerm[] {
  const descending = sort.startsWith('-')
  const byId = { key: sql`b.box_id`, descending, value: sql`${cursor?.id ?? null}::bigint` }
  const value = cursor?.sort ?? null
  switch (sort) {
    case '-createdAt':
      return [byId]
    case 'name':
      return [
        { key: sql`left(b.name, ${SORT_TEXT_CHARACTERS}) collate "C"`, descending, value: sql`${value}::text` },
        byId,
      ]
    case 'priceMinor':
    case '-priceMinor':
      return [numberTerm(sql`v.price_minor`, descending, value), byId]
    case 'currentRtpBps':
    case '-currentRtpBps':
      return [numberTerm(sql`b.current_rtp_bps`, descending, value), byId]
  }
}

function numberTerm(column: RawBuilder<unknown>, descending: boolean, value: Cursor['sort']): OrderTerm {
  return { key: sql`coalesce(${column}, ${WITHOUT_VERSION})`, descending, value: sql`${value}::numeric` }
}

export function boxSortTypeOf(sort: AdminBoxSort): 'string' | 'number' | null {
  if (sort === '-createdAt') return null
  return sort === 'name' ? 'string' : 'number'
}

/** The value that a row is sorted by: the same that the query compares. */
export function boxSortValueOf(
  { name, priceMinor, currentRtpBps }: AdminListedBox,
  sort: AdminBoxSort,
): Cursor['sort'] {
  if (sort === '-createdAt') return null
  if (sort === 'name') return [...name].slice(0, SORT_TEXT_CHARACTERS).join('')
  return (sort.endsWith('priceMinor') ? priceMinor : currentRtpBps) ?? WITHOUT_VERSION
}

/** A box with what only its own screen shows. */
export type AdminFoundBox = BoxRecord & {
  description: string | null
  liveVersionId: number | null
}

export async function findAdminBox(tx: Tx, operatorId: number, boxId: number): Promise<AdminFoundBox | null> {
  const { rows } = await sql<AdminFoundBox>`
    select ${COLUMNS}, b.description, b.live_version_id as "liveVersionId"
    from boxes b
    where b.operator_id = ${operatorId} and b.box_id = ${boxId}`.execute(tx)
  return rows[0] ?? null
}

/** A version without its prizes. */
export type VersionHead = {
  boxVersionId: number
  versionNumber: number
  priceMinor: number
  currency: string
  rtpBps: number
  maxPrizeMinor: number
  prizeCount: number
  snapshotHash: string
  publishedAt: Date
}

const HEAD = sql`v.box_version_id as "boxVersionId", v.snapshot_hash as "snapshotHash", ${VERSION_COLUMNS}`

/** The newest `count` versions of a box, newest first, and how many there are. */
export async function listVersionHeads(
  tx: Tx,
  operatorId: number,
  boxId: number,
  count: number,
): Promise<{ versions: VersionHead[]; versionCount: number }> {
  const { rows } = await sql<VersionHead & { versionCount: number }>`
    select ${HEAD}, count(*) over () as "versionCount"
    from box_versions v
    where v.operator_id = ${operatorId} and v.box_id = ${boxId}
    order by v.version_number desc
    limit ${count}`.execute(tx)
  const versions = rows.map(({ versionCount: _, ...head }) => head)
  return { versions, versionCount: rows[0]?.versionCount ?? 0 }
}

/** A version of a box, and the one before it. */
export type FoundVersion = { head: VersionHead; previousVersionId: number | null; isLive: boolean }

export async function findVersionHead(
  tx: Tx,
  operatorId: number,
  boxId: number,
  boxVersionId: number,
): Promise<FoundVersion | null> {
  const { rows } = await sql<VersionHead & Omit<FoundVersion, 'head'>>`
    select ${HEAD}, b.live_version_id = v.box_version_id as "isLive",
      (select earlier.box_version_id from box_versions earlier
        where earlier.operator_id = v.operator_id and earlier.box_id = v.box_id
          and earlier.version_number < v.version_number
        order by earlier.version_number desc limit 1) as "previousVersionId"
    from box_versions v
    join boxes b on b.operator_id = v.operator_id and b.box_id = v.box_id
    where v.operator_id = ${operatorId} and v.box_id = ${boxId} and v.box_version_id = ${boxVersionId}`.execute(tx)
  if (!rows[0]) return null
  const { previousVersionId, isLive, ...head } = rows[0]
  return { head, previousVersionId, isLive }
}
