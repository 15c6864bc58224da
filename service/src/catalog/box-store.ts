import type { AttributeValue } from '@coffer/contract/box-names'
import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { Attribute } from './attributes.ts'
import type { OfferInFile } from './tables.ts'

/** Lets one import of an operator's catalogue run at a time; others wait until this transaction ends. */
export async function lockCatalogue(tx: Tx, operatorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalogue', ${operatorId}))`.execute(tx)
}

/** Takes the same lock if it is free. Returns whether it did. */
export async function tryLockCatalogue(tx: Tx, operatorId: number): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('catalogue', ${operatorId})) as "isLocked"`.execute(tx)
  return rows[0]?.isLocked === true
}

/** The attributes that an operator has declared, by name. */
export function listAttributes(tx: Tx, operatorId: number): Promise<Attribute[]> {
  return tx
    .selectFrom('box_attributes')
    .select(['name', 'type', 'default_value as default'])
    .where('operator_id', '=', operatorId)
    .orderBy('name')
    .execute()
}

export async function upsertAttributes(tx: Tx, operatorId: number, attributes: readonly Attribute[]): Promise<void> {
  if (attributes.length === 0) return
  await tx
    .insertInto('box_attributes')
    .values(
      attributes.map(({ name, type, default: value }) => ({
        operator_id: operatorId,
        name,
        type,
        default_value: JSON.stringify(value),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['operator_id', 'name']).doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        default_value: eb.ref('excluded.default_value'),
      })),
    )
    .execute()
}

export type Box = {
  boxId: number
  key: string
  name: string
  slug: string
  /** As stored: a path that the service serves, or an address. */
  imageUrl: string | null
  archived: boolean
  /** Null before the first publication. */
  liveVersionId: number | null
}

export async function findBox(tx: Tx, operatorId: number, boxId: number): Promise<Box | null> {
  const [box] = await boxesByIds(tx, operatorId, [boxId])
  return box ?? null
}

/** The boxes of these ids, in no order; ids of none are left out. */
export function boxesByIds(tx: Tx, operatorId: number, boxIds: readonly number[]): Promise<Box[]> {
  return tx
    .selectFrom('boxes')
    .select(['box_id as boxId', 'key', 'name', 'slug', 'image_url as imageUrl', 'live_version_id as liveVersionId'])
    .select((eb) => eb('archived_at', 'is not', null).$castTo<boolean>().as('archived'))
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('box_id', '=', eb.fn.any(eb.val([...boxIds]))))
    .execute()
}

/** The box that has this key or, when none has, this slug. */
export async function findBoxId(tx: Tx, operatorId: number, keyOrSlug: string): Promise<number | null> {
  const row = await tx
    .selectFrom('boxes')
    .select('box_id')
    .where('operator_id', '=', operatorId)
    .where((eb) => eb.or([eb('key', '=', keyOrSlug), eb('slug', '=', keyOrSlug)]))
    .orderBy((eb) => eb('key', '=', keyOrSlug), 'desc')
    .executeTakeFirst()
  return row?.box_id ?? null
}

/** Boxes whose slug is one of these, with the keys that they have. */
export function listSlugs(
  tx: Tx,
  operatorId: number,
  slugs: readonly string[],
): Promise<{ key: string; slug: string }[]> {
  return tx
    .selectFrom('boxes')
    .select(['key', 'slug'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('slug', '=', eb.fn.any(eb.val([...slugs]))))
    .execute()
}

/** A box as an import writes it. */
export type BoxRow = {
  key: string
  slug: string
  name: string
  description: string | null
  image_url: string | null
  refundable: boolean
  attributes: Record<string, AttributeValue>
  archived: boolean
}

/** A box after an import has written it. `offerInFile`: of the last file; null if it was not applied. */
export type WrittenBox = {
  boxId: number
  name: string
  liveVersionId: number | null
  archived: boolean
  offerInFile: OfferInFile | null
}

/**
 * Writes boxes by key, all in one statement, and returns them by key. For an existing box, writes only the fields in which the file differs from the last
 * file: staff may have changed the others in the admin.
 */
export async function upsertBoxes(
  tx: Tx,
  operatorId: number,
  boxes: readonly BoxRow[],
  now: Date,
): Promise<Map<string, WrittenBox>> {
  const { rows } = await sql<WrittenBox & { key: string }>`
    insert into boxes (operator_id, key, slug, name, description, image_url, refundable, attributes, archived_at,
      created_at, in_file)
    select ${operatorId}::bigint, key, slug, name, description, image_url, refundable, attributes,
      case when archived then ${now}::timestamptz end, ${now}::timestamptz,
      jsonb_build_object('name', name, 'description', description, 'image_url', image_url, 'refundable', refundable,
        'attributes', attributes, 'archived', archived)
    from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as box (key text, slug text, name text, description text,
      image_url text, refundable boolean, attributes jsonb, archived boolean)
    on conflict (operator_id, key) do update set
      slug = excluded.slug, in_file = excluded.in_file,
      name = ${keptOr('name')}, description = ${keptOr('description')}, image_url = ${keptOr('image_url')},
      refundable = ${keptOr('refundable')}, attributes = ${keptOr('attributes')},
      archived_at = case
        when boxes.in_file is null then coalesce(boxes.archived_at, excluded.archived_at)
        when boxes.in_file -> 'archived' = excluded.in_file -> 'archived' then boxes.archived_at
        when excluded.archived_at is not null then coalesce(boxes.archived_at, excluded.archived_at) end
    returning key, box_id as "boxId", name, live_version_id as "liveVersionId", archived_at is not null as archived,
      case when is_offer_applied then offer_in_file end as "offerInFile"`.execute(tx)
  return new Map(rows.map(({ key, ...box }) => [key, box]))
}

/** The stored value if the file is the same as the last file in this field, otherwise the value of the file. */
function keptOr(column: 'name' | 'description' | 'image_url' | 'refundable' | 'attributes') {
  const [stored, stated] = [sql.ref(`boxes.${column}`), sql.ref(`excluded.${column}`)]
  const name = sql.lit(column)
  return sql`case when boxes.in_file -> ${name} = excluded.in_file -> ${name} then ${stored} else ${stated} end`
}

/** Records offers of the file. `isApplied`: the price and the odds of the box are those of the file now. */
export async function updateOffersInFile(
  tx: Tx,
  operatorId: number,
  boxes: readonly { boxId: number; offer: OfferInFile; isApplied: boolean }[],
): Promise<void> {
  await sql`
    update boxes set offer_in_file = stated.offer, is_offer_applied = stated."isApplied"
    from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as stated ("boxId" bigint, offer jsonb, "isApplied" boolean)
    where boxes.operator_id = ${operatorId} and boxes.box_id = stated."boxId"`.execute(tx)
}

/** Lets the price and the odds of a box be others than those of the last file until the file changes. */
export async function keepAgainstFile(tx: Tx, operatorId: number, boxId: number): Promise<void> {
  await tx
    .updateTable('boxes')
    .set({ is_offer_applied: true })
    .where('operator_id', '=', operatorId)
    .where('box_id', '=', boxId)
    .execute()
}

/** Boxes that one of these names finds, as their key or as their slug. */
export function findBoxesByNames(
  tx: Tx,
  operatorId: number,
  names: readonly string[],
): Promise<{ key: string; slug: string }[]> {
  return tx
    .selectFrom('boxes')
    .select(['key', 'slug'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb.or([eb('key', 'in', names), eb('slug', 'in', names)]))
    .execute()
}

/** Adds a box without a version. Returns its ID. */
export async function insertBox(
  tx: Tx,
  operatorId: number,
  { key, slug, name, description, refundable, attributes }: BoxDetails & { key: string; slug: string },
  now: Date,
): Promise<number> {
  const row = await tx
    .insertInto('boxes')
    .values({
      ...{ operator_id: operatorId, key, slug, name, description, refundable, created_at: now },
      attributes: JSON.stringify(attributes),
    })
    .returning('box_id')
    .executeTakeFirstOrThrow()
  return row.box_id
}

/** Details of a box that staff can change. */
export type BoxDetails = {
  name: string
  description: string | null
  refundable: boolean
  /** Its own values: attributes that are missing have their default. */
  attributes: Record<string, AttributeValue>
}

/** A box, locked until the end of the transaction. */
export type LockedBox = Omit<BoxDetails, 'attributes'> & {
  boxId: number
  key: string
  liveVersionId: number | null
  archived: boolean
  attributes: Record<string, unknown>
  imageUrl: string | null
}

export async function lockBox(tx: Tx, operatorId: number, boxId: number): Promise<LockedBox | null> {
  const row = await tx
    .selectFrom('boxes')
    .select(['box_id as boxId', 'key', 'name', 'description', 'refundable', 'attributes'])
    .select(['image_url as imageUrl', 'live_version_id as liveVersionId'])
    .select((eb) => eb('archived_at', 'is not', null).$castTo<boolean>().as('archived'))
    .where('operator_id', '=', operatorId)
    .where('box_id', '=', boxId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateBox(
  tx: Tx,
  operatorId: number,
  boxId: number,
  { name, description, refundable, attributes }: BoxDetails,
): Promise<void> {
  await tx
    .updateTable('boxes')
    .set({ name, description, refundable, attributes: JSON.stringify(attributes) })
    .where('operator_id', '=', operatorId)
    .where('box_id', '=', boxId)
    .execute()
}

export async function updateBoxPicture(tx: Tx, operatorId: number, boxId: number, imageUrl: string): Promise<void> {
  await tx
    .updateTable('boxes')
    .set({ image_url: imageUrl })
    .where('operator_id', '=', operatorId)
    .where('box_id', '=', boxId)
    .execute()
}

export async function updateArchived(
  tx: Tx,
  operatorId: number,
  boxId: number,
  archivedAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('boxes')
    .set({ archived_at: archivedAt })
    .where('operator_id', '=', operatorId)
    .where('box_id', '=', boxId)
    .execute()
}

/** Leaves a box without a live version. Its versions remain. */
export async function clearLiveVersion(tx: Tx, operatorId: number, boxId: number): Promise<void> {
  await tx
    .updateTable('boxes')
    .set({ live_version_id: null, current_rtp_bps: null, unprofitable_since: null, paused_at: null })
    .where('operator_id', '=', operatorId)
    .where('box_id', '=', boxId)
    .execute()
}

/** Takes the next numbers of boxes' events and answers the last one of each box; they rise and are never taken again. */
export async function takeEventNumbers(
  tx: Tx,
  operatorId: number,
  counts: readonly { boxId: number; count: number }[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ boxId: number; last: number }>`
    update boxes set event_sequence = event_sequence + taken.count
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as taken ("boxId" bigint, count integer)
    where boxes.operator_id = ${operatorId} and boxes.box_id = taken."boxId"
    returning boxes.box_id as "boxId", boxes.event_sequence as last`.execute(tx)
  return new Map(rows.map(({ boxId, last }) => [boxId, last]))
}

/** Puts versions on sale in place of those before them. */
export async function updateLiveVersions(
  tx: Tx,
  operatorId: number,
  versions: readonly { boxId: number; boxVersionId: number }[],
): Promise<void> {
  await sql`
    update boxes set live_version_id = live."boxVersionId"
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as live ("boxId" bigint, "boxVersionId" bigint)
    where boxes.operator_id = ${operatorId} and boxes.box_id = live."boxId"`.execute(tx)
}
