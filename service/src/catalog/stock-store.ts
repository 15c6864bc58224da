import { sql } from 'kysely'
import { inLockOrder, type Tx } from '../platform/index.ts'
import './tables.ts'

export type Pieces = { itemId: number; count: number }

/**
 * Takes pieces of items from stock, as many as there are beyond those that it is to leave, and says how many that were; null for an item
 * of which there is always one more.
 */
export async function takeStock(
  tx: Tx,
  operatorId: number,
  wanted: readonly (Pieces & { leave?: number })[],
): Promise<Map<number, number | null>> {
  const stocks = await lockStocks(tx, operatorId, idsOf(wanted))
  const taken = wanted.map(({ itemId, count, leave = 0 }): [number, number | null] => {
    const stock = stocks.get(itemId) ?? null
    return [itemId, stock === null ? null : Math.min(Math.max(stock - leave, 0), count)]
  })
  const pieces = taken.flatMap(([itemId, count]) => (count ? [{ itemId, count: -count }] : []))
  await changeStocks(tx, operatorId, pieces)
  return new Map(taken)
}

/** Puts pieces back, of items that are counted. */
export async function returnStock(tx: Tx, operatorId: number, pieces: readonly Pieces[]): Promise<void> {
  const stocks = await lockStocks(tx, operatorId, idsOf(pieces))
  await changeStocks(
    tx,
    operatorId,
    pieces.filter(({ itemId }) => stocks.has(itemId)),
  )
}

/**
 * Locks the items that are counted, by ascending id, so that two orders never wait for each other, and says how many pieces there are of
 * each. An order of what is not counted waits for nobody, not even for an import. A statement of its own: one that locks a row and changes
 * it too can wait for whoever waits for it.
 */
export async function lockStocks(
  tx: Tx,
  operatorId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  inLockOrder(tx, 'stock', itemIds)
  const rows = await tx
    .selectFrom('catalogue_items')
    .select(['item_id as itemId', 'stock'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('item_id', '=', eb.fn.any(eb.val([...itemIds]))))
    .where('stock', 'is not', null)
    .orderBy('item_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ itemId, stock }) => [itemId, stock]))
}

function idsOf(pieces: readonly Pieces[]): number[] {
  return pieces.map(({ itemId }) => itemId)
}

/** Adds to the stock of locked items; fewer than none takes from it. */
async function changeStocks(tx: Tx, operatorId: number, pieces: readonly Pieces[]): Promise<void> {
  if (pieces.length === 0) return
  await sql`
    update catalogue_items i set stock = i.stock + piece.count
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as piece ("itemId" bigint, count bigint)
    where i.operator_id = ${operatorId} and i.item_id = piece."itemId"`.execute(tx)
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

/** The item that has this key or, when none has, this id; locked. A number is always an id. */
export function lockStock(tx: Tx, operatorId: number, keyOrId: string | number): Promise<StockedItem | undefined> {
  inLockOrder(tx, 'stock', keyOrId)
  const key = typeof keyOrId === 'string' ? keyOrId : null
  const id = /^[1-9]\d{0,14}$/.test(String(keyOrId)) ? Number(keyOrId) : null
  return tx
    .selectFrom('catalogue_items')
    .select(['item_id as itemId', 'key', 'stock'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb.or([eb('key', '=', key), eb('item_id', '=', id)]))
    .orderBy((eb) => eb('key', '=', key), 'desc')
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
