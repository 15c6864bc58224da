import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import './tables.ts'

export type Pieces = { itemId: number; count: number }

/**
 * Takes pieces of items from stock, as many as there are beyond those that it is to leave, and says how many that were; null for an item
 * of which there is always one more. Locks are taken by ascending id.
 */
export async function takeStock(
  tx: Tx,
  operatorId: number,
  wanted: readonly (Pieces & { leave?: number })[],
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ itemId: number; taken: number | null }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as piece ("itemId" bigint, count bigint, leave bigint)
    ),
    held as (
      select i.item_id,
        case when i.stock is not null then least(greatest(i.stock - coalesce(w.leave, 0), 0), w.count) end as taken
      from catalogue_items i join wanted w on w."itemId" = i.item_id
      where i.operator_id = ${operatorId}
      order by i.item_id
      for no key update of i
    ),
    reduced as (
      update catalogue_items i set stock = i.stock - held.taken
      from held
      where i.operator_id = ${operatorId} and i.item_id = held.item_id and held.taken > 0
    )
    select item_id as "itemId", taken from held`.execute(tx)
  return new Map(rows.map(({ itemId, taken }) => [itemId, taken]))
}

/** Puts pieces back, of items that are counted. */
export async function returnStock(tx: Tx, operatorId: number, pieces: readonly Pieces[]): Promise<void> {
  if (pieces.length === 0) return
  await sql`
    with back as (
      select i.item_id, b.count
      from catalogue_items i
      join jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as b ("itemId" bigint, count bigint) on b."itemId" = i.item_id
      where i.operator_id = ${operatorId} and i.stock is not null
      order by i.item_id
      for no key update of i
    )
    update catalogue_items i set stock = i.stock + back.count
    from back
    where i.operator_id = ${operatorId} and i.item_id = back.item_id`.execute(tx)
}

/** How many pieces of items there are; null stands for any number. */
export async function findStock(
  tx: Tx,
  operatorId: number,
  itemIds: readonly number[],
): Promise<Map<number, number | null>> {
  const rows = await tx
    .selectFrom('catalogue_items')
    .select(['item_id as itemId', 'stock'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('item_id', '=', eb.fn.any(eb.val([...itemIds]))))
    .execute()
  return new Map(rows.map(({ itemId, stock }) => [itemId, stock]))
}

export type StockedItem = { itemId: number; key: string; stock: number | null }

/** The item that has this key or, when none has, this id; locked. */
export function lockStock(tx: Tx, operatorId: number, keyOrId: string): Promise<StockedItem | undefined> {
  const id = /^[1-9]\d{0,14}$/.test(keyOrId) ? Number(keyOrId) : null
  return tx
    .selectFrom('catalogue_items')
    .select(['item_id as itemId', 'key', 'stock'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb.or([eb('key', '=', keyOrId), eb('item_id', '=', id)]))
    .orderBy((eb) => eb('key', '=', keyOrId), 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateStock(tx: Tx, operatorId: number, itemId: number, stock: number | null): Promise<void> {
  await tx
    .updateTable('catalogue_items')
    .set({ stock })
    .where('operator_id', '=', operatorId)
    .where('item_id', '=', itemId)
    .execute()
}
