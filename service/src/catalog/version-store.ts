import type { Snapshot } from '@coffer/contract/public'
import type { ItemType } from '@coffer/contract/shapes'
import { sql } from 'kysely'
import { atOnce } from '../kernel/index.ts'
import { askFor, lookup, type Tx } from '../platform/index.ts'
import './tables.ts'

/** A published version with its odds, as a round is drawn from it; amounts in minor units of `currency`. */
export type PlayableVersion = {
  boxVersionId: number
  boxId: number
  boxName: string
  /** It is the newest of its box. */
  isLive: boolean
  /** It is live, and its box is neither archived nor paused: it may be bought. */
  onSale: boolean
  refundable: boolean
  priceMinor: number
  currency: string
  snapshotHash: string
  /** In published order. */
  prizes: readonly VersionPrize[]
}

/** A prize as published; it is won when `rangeStart <= rawDraw < rangeEnd`. */
export type VersionPrize = {
  itemId: number
  name: string
  type: ItemType
  valueMinor: number
  chanceUnits: number
  rangeStart: number
  rangeEnd: number
}

type VersionRow = Omit<PlayableVersion, 'isLive' | 'onSale' | 'prizes'> & {
  liveVersionId: number | null
  archivedAt: Date | null
  pausedAt: Date | null
}

const FIND_VERSIONS = lookup<{ operator_id: number; box_version_id: number }, VersionRow>`
  select place, box_version_id as "boxVersionId", v.box_id as "boxId", b.name as "boxName", b.refundable,
    v.price_minor as "priceMinor", v.currency, v.snapshot_hash as "snapshotHash",
    b.live_version_id as "liveVersionId", b.archived_at as "archivedAt", b.paused_at as "pausedAt"
  from rows as asked (place int, operator_id bigint, box_version_id bigint)
  join box_versions v using (operator_id, box_version_id)
  join boxes b on b.operator_id = v.operator_id and b.box_id = v.box_id`

export async function findVersion(tx: Tx, operatorId: number, boxVersionId: number): Promise<PlayableVersion | null> {
  const [version] = await askFor(tx, FIND_VERSIONS, { operator_id: operatorId, box_version_id: boxVersionId })
  if (!version) return null
  const { liveVersionId, archivedAt, pausedAt, ...rest } = version
  const isLive = liveVersionId === boxVersionId
  const prizes = await prizesOf(tx, operatorId, rest)
  return { ...rest, isLive, onSale: isLive && archivedAt === null && pausedAt === null, prizes }
}

/** Those of several versions that are there, by their ids. */
export async function findVersions(
  tx: Tx,
  operatorId: number,
  boxVersionIds: readonly number[],
): Promise<Map<number, PlayableVersion>> {
  const found = await atOnce(...[...new Set(boxVersionIds)].map((id) => findVersion(tx, operatorId, id)))
  return new Map(found.flatMap((version) => (version === null ? [] : [[version.boxVersionId, version]])))
}

const CACHED_COUNT = 1000
/** By the hash of the snapshot, which covers every field of them: what is published never changes. */
const cache = new Map<string, readonly VersionPrize[]>()

async function prizesOf(
  tx: Tx,
  operatorId: number,
  { boxVersionId, snapshotHash }: Pick<PlayableVersion, 'boxVersionId' | 'snapshotHash'>,
): Promise<readonly VersionPrize[]> {
  const known = cache.get(snapshotHash)
  if (known) return known
  const prizes = (await prizesOfVersions(tx, operatorId, [boxVersionId])).get(boxVersionId) ?? []
  if (cache.size >= CACHED_COUNT) cache.clear()
  cache.set(snapshotHash, prizes)
  return prizes
}

/** A prize with what the catalogue file said of its value when it was published. */
export type FiledPrize = VersionPrize & { valueInFile: number }

/** Prizes of several versions in published order, by version, in one query. */
export async function prizesOfVersions(
  tx: Tx,
  operatorId: number,
  boxVersionIds: readonly number[],
): Promise<Map<number, FiledPrize[]>> {
  const rows = await tx
    .selectFrom('box_version_prizes')
    .select(['box_version_id as boxVersionId', 'item_id as itemId', 'name', 'type', 'value_minor as valueMinor'])
    .select(['chance_units as chanceUnits', 'range_start as rangeStart', 'range_end as rangeEnd'])
    .select('value_in_file as valueInFile')
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('box_version_id', '=', eb.fn.any(eb.val([...boxVersionIds]))))
    .orderBy('box_version_id')
    .orderBy('position')
    .execute()
  const byVersion = new Map<number, FiledPrize[]>()
  for (const { boxVersionId, ...prize } of rows) {
    const prizes = byVersion.get(boxVersionId)
    if (prizes) prizes.push(prize)
    else byVersion.set(boxVersionId, [prize])
  }
  return byVersion
}

/** Keys of the items that are prizes of the live versions of these boxes. */
export async function listKeysOfPrizes(tx: Tx, operatorId: number, boxKeys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct i.key
    from boxes b
    join box_version_prizes p on p.operator_id = b.operator_id and p.box_version_id = b.live_version_id
    join catalogue_items i on i.operator_id = p.operator_id and i.item_id = p.item_id
    where b.operator_id = ${operatorId} and b.key = any(${[...boxKeys]}::text[])`.execute(tx)
  return rows.map(({ key }) => key)
}

/** The published odds of versions of any operator, exactly as published, by ascending id; ids of none are left out. */
export async function findSnapshots(tx: Tx, boxVersionIds: readonly number[]): Promise<Snapshot[]> {
  const rows = await tx
    .selectFrom('box_versions')
    .select('snapshot')
    .where((eb) => eb('box_version_id', '=', eb.fn.any(eb.val([...boxVersionIds]))))
    .orderBy('box_version_id')
    .execute()
  return rows.map(({ snapshot }) => JSON.parse(snapshot))
}

/** What an import compares a box with: its newest version. */
export type NewestVersion = {
  boxId: number
  boxVersionId: number
  versionNumber: number
  priceMinor: number
  currency: string
}

/** The newest version of each of these boxes that has one. */
export async function newestVersions(
  tx: Tx,
  operatorId: number,
  boxIds: readonly number[],
): Promise<Map<number, NewestVersion>> {
  const rows = await tx
    .selectFrom('box_versions')
    .distinctOn('box_id')
    .select(['box_id as boxId', 'box_version_id as boxVersionId', 'version_number as versionNumber'])
    .select(['price_minor as priceMinor', 'currency'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('box_id', '=', eb.fn.any(eb.val([...boxIds]))))
    .orderBy('box_id')
    .orderBy('version_number', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.boxId, row]))
}

/** The currency of the prices and values of a version. */
export async function versionCurrency(tx: Tx, operatorId: number, boxVersionId: number): Promise<string> {
  const { currency } = await tx
    .selectFrom('box_versions')
    .select('currency')
    .where('operator_id', '=', operatorId)
    .where('box_version_id', '=', boxVersionId)
    .executeTakeFirstOrThrow()
  return currency
}

/** Takes ids for versions that are about to be written, ascending. */
export async function takeVersionIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('box_versions_box_version_id_seq') as id from generate_series(1, ${count}::integer)`.execute(tx)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** A version as it is written, once. */
export type NewVersion = {
  boxId: number
  boxVersionId: number
  versionNumber: number
  priceMinor: number
  currency: string
  rtpBps: number
  maxPrizeMinor: number
  snapshot: string
  snapshotHash: string
  prizes: FiledPrize[]
}

/** Writes versions and their prizes, in two statements however many there are. */
export async function insertVersions(
  tx: Tx,
  operatorId: number,
  versions: readonly NewVersion[],
  publishedAt: Date,
): Promise<void> {
  const heads = versions.map(({ prizes: _, ...head }) => head)
  await sql`
    insert into box_versions (operator_id, box_version_id, box_id, version_number, price_minor, currency, rtp_bps,
      max_prize_minor, snapshot, snapshot_hash, published_at)
    overriding system value
    select ${operatorId}::bigint, "boxVersionId", "boxId", "versionNumber", "priceMinor", currency, "rtpBps",
      "maxPrizeMinor", snapshot, "snapshotHash", ${publishedAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as version ("boxVersionId" bigint, "boxId" bigint,
      "versionNumber" integer, "priceMinor" bigint, currency text, "rtpBps" integer, "maxPrizeMinor" bigint,
      snapshot text, "snapshotHash" text)`.execute(tx)
  const prizes = versions.flatMap(({ boxVersionId, prizes }) =>
    prizes.map((prize, position) => ({ boxVersionId, position, ...prize })),
  )
  await sql`
    insert into box_version_prizes (operator_id, box_version_id, position, item_id, chance_units, range_start, range_end,
      name, type, value_minor, value_in_file)
    select ${operatorId}::bigint, "boxVersionId", position, "itemId", "chanceUnits", "rangeStart", "rangeEnd", name,
      type, "valueMinor", "valueInFile"
    from jsonb_to_recordset(${JSON.stringify(prizes)}::jsonb) as prize ("boxVersionId" bigint, position integer,
      "itemId" bigint, "chanceUnits" integer, "rangeStart" integer, "rangeEnd" integer, name text, type text,
      "valueMinor" bigint, "valueInFile" bigint)`.execute(tx)
}
