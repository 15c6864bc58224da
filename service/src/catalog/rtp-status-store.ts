import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { WeighedBox, WeighedPrize } from './rtp-status.ts'
import './tables.ts'

/** A box with a live version: what it holds, and how it was found to stand. */
export type LiveBox = Omit<WeighedBox, 'prizes'> & {
  prizes: readonly LivePrize[]
  boxId: number
  boxVersionId: number
  key: string
  slug: string
  name: string
  currency: string
  /** Null when it was never weighed. */
  currentRtpBps: number | null
  unprofitableSince: Date | null
  pausedAt: Date | null
}

/** `isMoving`: its value follows the value of the item. */
export type LivePrize = WeighedPrize & { itemId: number; isMoving: boolean }

/** Keys of the boxes whose live version holds one of these items. */
export async function listBoxKeysHolding(tx: Tx, operatorId: number, itemIds: readonly number[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('boxes as b')
    .innerJoin('box_version_prizes as p', (join) =>
      join.onRef('p.operator_id', '=', 'b.operator_id').onRef('p.box_version_id', '=', 'b.live_version_id'),
    )
    .select('b.key')
    .distinct()
    .where('b.operator_id', '=', operatorId)
    .where((eb) => eb('p.item_id', '=', eb.fn.any(eb.val([...itemIds]))))
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * Boxes of these keys, or all of the operator's, that have a live version, ascending by id. Only a collectible moves, and only
 * while it is valued in the currency of the version.
 */
export async function listLiveBoxes(tx: Tx, operatorId: number, keys: readonly string[] | null): Promise<LiveBox[]> {
  const scope = keys === null ? sql`true` : sql`b.key = any(${[...keys]}::text[])`
  const { rows } = await sql<LiveBox>`
    select b.box_id as "boxId", b.live_version_id as "boxVersionId", b.key, b.slug, b.name, v.currency,
      b.archived_at is not null as archived,
      b.current_rtp_bps as "currentRtpBps", b.unprofitable_since as "unprofitableSince", b.paused_at as "pausedAt",
      v.price_minor as "priceMinor",
      (select json_agg(json_build_object('itemId', p.item_id, 'chanceUnits', p.chance_units,
          'publishedMinor', p.value_minor, 'isMoving', moving.is_moving,
          'valueMinor', case when moving.is_moving then i.value_minor else p.value_minor end))
        from box_version_prizes p
        join catalogue_items i on i.operator_id = p.operator_id and i.item_id = p.item_id
        cross join lateral (select i.is_collectible and i.currency = v.currency as is_moving) moving
        where p.operator_id = v.operator_id and p.box_version_id = v.box_version_id) as prizes
    from boxes b
    join box_versions v on v.operator_id = b.operator_id and v.box_version_id = b.live_version_id
    where b.operator_id = ${operatorId} and ${scope}
    order by b.box_id`.execute(tx)
  return rows
}

/** A box whose live version contains an item, with the item's prize. */
export type BoxOfItem = {
  boxId: number
  slug: string
  name: string
  priceMinor: number
  currency: string
  chanceUnits: number
  publishedValueMinor: number
  currentRtpBps: number
  isArchived: boolean
  isPaused: boolean
}

/** The first `count` boxes whose live version contains an item, by name, and how many there are. */
export async function listBoxesOfItem(
  tx: Tx,
  operatorId: number,
  itemId: number,
  count: number,
): Promise<{ boxes: BoxOfItem[]; boxCount: number }> {
  const { rows } = await sql<BoxOfItem & { boxCount: number }>`
    select b.box_id as "boxId", b.slug, b.name, v.price_minor as "priceMinor", v.currency, p.chance_units as "chanceUnits",
      p.value_minor as "publishedValueMinor", b.current_rtp_bps as "currentRtpBps", b.archived_at is not null as "isArchived",
      b.paused_at is not null as "isPaused", count(*) over () as "boxCount"
    from boxes b
    join box_versions v on v.operator_id = b.operator_id and v.box_version_id = b.live_version_id
    join box_version_prizes p on p.operator_id = v.operator_id and p.box_version_id = v.box_version_id
    where b.operator_id = ${operatorId} and p.item_id = ${itemId}
    order by b.name collate "C", b.box_id
    limit ${count}`.execute(tx)
  return { boxes: rows.map(({ boxCount: _, ...box }) => box), boxCount: rows[0]?.boxCount ?? 0 }
}

export type RtpStatusRow = Pick<LiveBox, 'boxId' | 'currentRtpBps' | 'unprofitableSince' | 'pausedAt'>

/** Writes how boxes stand. */
export async function updateRtpStatuses(tx: Tx, operatorId: number, statuses: readonly RtpStatusRow[]): Promise<void> {
  await sql`
    update boxes b set current_rtp_bps = stands."currentRtpBps", unprofitable_since = stands."unprofitableSince",
      paused_at = stands."pausedAt"
    from jsonb_to_recordset(${JSON.stringify(statuses)}::jsonb) as stands ("boxId" bigint, "currentRtpBps" bigint,
      "unprofitableSince" timestamptz, "pausedAt" timestamptz)
    where b.operator_id = ${operatorId} and b.box_id = stands."boxId"`.execute(tx)
}
