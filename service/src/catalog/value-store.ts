import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import './tables.ts'

/** The newest revision of an item, in the currency that the operator had then. */
export type LastRevision = { itemId: number; revisionId: number; currency: string; recordedAt: Date }

/** An item as far as its value goes, in minor units of its currency. */
export type ValuedItem = { itemId: number; valueMinor: number; currency: string }

/** Locks items, ascending by id; an id of no item of the operator is absent from the answer. */
export async function lockItems(
  tx: Tx,
  operatorId: number,
  itemIds: readonly number[],
): Promise<Map<number, ValuedItem>> {
  const rows = await valuedItems(tx, operatorId, itemIds).orderBy('item_id').forNoKeyUpdate().execute()
  return new Map(rows.map((row) => [row.itemId, row]))
}

/** Items without a lock, in no order. */
export function listValuedItems(tx: Tx, operatorId: number, itemIds: readonly number[]): Promise<ValuedItem[]> {
  return valuedItems(tx, operatorId, itemIds).execute()
}

function valuedItems(tx: Tx, operatorId: number, itemIds: readonly number[]) {
  return tx
    .selectFrom('catalogue_items')
    .select(['item_id as itemId', 'value_minor as valueMinor', 'currency'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('item_id', '=', eb.fn.any(eb.val([...itemIds]))))
}

/** Item ids by key, of these keys. */
export async function listItemIds(tx: Tx, operatorId: number, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('catalogue_items')
    .select(['key', 'item_id as itemId'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('key', '=', eb.fn.any(eb.val([...keys]))))
    .execute()
  return new Map(rows.map(({ key, itemId }) => [key, itemId]))
}

/** The newest revision of each of these items that has one. */
export async function listLastRevisions(
  tx: Tx,
  operatorId: number,
  itemIds: readonly number[],
): Promise<Map<number, LastRevision>> {
  const { rows } = await sql<LastRevision>`
    select item.id as "itemId", r.revision_id as "revisionId", r.currency, r.recorded_at as "recordedAt"
    from unnest(${[...itemIds]}::bigint[]) as item (id)
    cross join lateral (
      select revision_id, currency, recorded_at from item_revisions
      where operator_id = ${operatorId} and item_id = item.id
      order by revision_id desc limit 1
    ) r`.execute(tx)
  return new Map(rows.map((row) => [row.itemId, row]))
}

/** A point of an item's history. */
export type RevisionRow = { itemId: number; valueMinor: number; recordedAt: Date }

/** A value and the moment that somebody names for it; null: now. */
type DatedValue = { itemId: number; valueMinor: number; recordedAt: Date | null }

/** Which of these values stand in the histories of their items already, dated alike, by their place in the list. */
export async function listKnownPoints(tx: Tx, operatorId: number, values: readonly DatedValue[]): Promise<Set<number>> {
  return placesWhere(
    tx,
    values,
    sql`exists (
      select from item_revisions r
      where r.operator_id = ${operatorId} and r.item_id = point.item_id and r.value_minor = point.value_minor
        and r.recorded_at = point.recorded_at)`,
  )
}

/** The places of the values that have a moment and of which a condition on `point` holds. */
async function placesWhere(
  tx: Tx,
  values: readonly DatedValue[],
  condition: RawBuilder<unknown>,
): Promise<Set<number>> {
  // As milliseconds, because a client may name a moment that PostgreSQL cannot read.
  const points = values.map(({ itemId, valueMinor, recordedAt }) => ({
    ...{ itemId, valueMinor },
    recordedAtMs: recordedAt?.getTime(),
  }))
  const { rows } = await sql<{ place: number }>`
    select point.place from (
      select item_id, value_minor, place, timestamptz 'epoch' + recorded_at_ms * interval '1 millisecond' as recorded_at
      from rows from (jsonb_to_recordset(${JSON.stringify(points)}::jsonb)
        as ("itemId" bigint, "valueMinor" bigint, "recordedAtMs" bigint)) with ordinality
        as stated (item_id, value_minor, recorded_at_ms, place)
      where recorded_at_ms is not null
    ) point
    where ${condition}`.execute(tx)
  return new Set(rows.map(({ place }) => place - 1))
}

/** Which of these values were in force at their moments, and are not any more, by their place in the list. */
export async function listPastValues(tx: Tx, operatorId: number, values: readonly DatedValue[]): Promise<Set<number>> {
  return placesWhere(
    tx,
    values,
    sql`point.recorded_at < (
      select r.recorded_at from item_revisions r
      where r.operator_id = ${operatorId} and r.item_id = point.item_id order by r.recorded_at desc limit 1
    ) and point.value_minor = (
      select r.value_minor from item_revisions r
      where r.operator_id = ${operatorId} and r.item_id = point.item_id and r.recorded_at <= point.recorded_at
      order by r.recorded_at desc limit 1)`,
  )
}

/** Puts values in force, in the currencies that the items have. */
export async function updateValues(
  tx: Tx,
  operatorId: number,
  values: readonly { itemId: number; valueMinor: number }[],
): Promise<void> {
  await sql`
    update catalogue_items i set value_minor = stated."valueMinor"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as stated ("itemId" bigint, "valueMinor" bigint)
    where i.operator_id = ${operatorId} and i.item_id = stated."itemId"`.execute(tx)
}

/** Adds points to histories, those of one item in the order given. */
export async function insertRevisions(
  tx: Tx,
  operatorId: number,
  revisions: readonly (RevisionRow & { currency: string })[],
): Promise<void> {
  await sql`
    insert into item_revisions (operator_id, item_id, value_minor, currency, recorded_at)
    select ${operatorId}::bigint, item_id, value_minor, currency, recorded_at
    from rows from (jsonb_to_recordset(${JSON.stringify(revisions)}::jsonb)
      as ("itemId" bigint, "valueMinor" bigint, currency text, "recordedAt" timestamptz)) with ordinality
      as revision (item_id, value_minor, currency, recorded_at, place)
    order by place`.execute(tx)
}

/** A value that an item has had, in the currency that the catalogue had then. */
export type Revision = { revisionId: number; valueMinor: number; currency: string; recordedAt: Date }

/** The newest values of an item, at most `count`, oldest first. */
export async function listRevisions(tx: Tx, operatorId: number, itemId: number, count: number): Promise<Revision[]> {
  const newestFirst = await tx
    .selectFrom('item_revisions')
    .select(['revision_id as revisionId', 'value_minor as valueMinor', 'currency', 'recorded_at as recordedAt'])
    .where('operator_id', '=', operatorId)
    .where('item_id', '=', itemId)
    .orderBy('revision_id', 'desc')
    .limit(count)
    .execute()
  return newestFirst.reverse()
}

type LastValue = { itemId: number; currency: string; valueMinor: number }

/** The last value that each of these items had in each of these currencies, where it had one. */
export async function listLastValues(
  tx: Tx,
  operatorId: number,
  { itemIds, currencies }: { itemIds: readonly number[]; currencies: readonly string[] },
): Promise<LastValue[]> {
  const { rows } = await sql<LastValue>`
    select distinct on (item_id, currency) item_id as "itemId", currency, value_minor as "valueMinor"
    from item_revisions
    where operator_id = ${operatorId} and item_id = any(${[...itemIds]}::bigint[])
      and currency = any(${[...currencies]}::text[])
    order by item_id, currency, revision_id desc`.execute(tx)
  return rows
}
