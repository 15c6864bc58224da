import type { Rate } from '@coffer/contract/rates'
import type { CursorPair, InventoryRow } from '@coffer/contract/shapes'
import type { InventoryDetail } from '@coffer/contract/vault'
import { type CatalogueItem, itemsByIds } from '../catalog/index.ts'
import { type Owner, type PageRequest, pageOf, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { ItemFilter } from './item-filter.ts'
import { findItem, type InventoryRecord, listItems, listOfRound } from './store.ts'
import { ratesInto, valueItems } from './value-items.ts'
import { inventoryDetail, inventoryRow } from './view.ts'

/** A page of a player's items, newest first. `currency` null shows each in its own. */
export async function listInventory(
  ctx: Context,
  operator: Operator,
  owner: Owner,
  query: { filter: ItemFilter; currency: string | null; page: PageRequest },
): Promise<{ items: InventoryRow[]; cursor: CursorPair }> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const found = await listItems(tx, owner, query.filter, query.page)
    const page = pageOf(found, query.page, (row) => ({ sort: null, id: row.inventory_item_id }))
    return { items: await viewRows(ctx, tx, operator, page.rows, query.currency), cursor: page.cursor }
  })
}

/** The items that a round put into the vault, oldest first. */
export async function itemsOfRound(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  owner: Owner,
  roundPublicId: string,
): Promise<InventoryRow[]> {
  return viewRows(ctx, tx, operator, await listOfRound(tx, owner, roundPublicId), null)
}

/** Rows as clients see them; a constant number of statements for any number of rows. `known` spares a look into the catalogue. */
export async function viewRows(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  records: readonly InventoryRecord[],
  currency: string | null,
  known?: ReadonlyMap<number, CatalogueItem>,
): Promise<InventoryRow[]> {
  const valued = await valueItems(ctx, tx, operator, records, known)
  const from = records.map((record) => record.currency)
  const rates = currency === null ? null : await ratesInto(ctx, tx, operator, { from, to: currency })
  return records.map((record) => {
    const rate = rates?.get(record.currency)
    const into = currency !== null && rate ? { currency, rate } : null
    return inventoryRow(record, { ...valued(record), operator, baseUrl: ctx.config.baseUrl, into })
  })
}

/** One item in a currency at a rate that was pinned before, whatever rates there are by now. */
export async function viewRowAt(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  record: InventoryRecord,
  into: { currency: string; rate: Rate },
  known: ReadonlyMap<number, CatalogueItem>,
): Promise<InventoryRow> {
  const valued = await valueItems(ctx, tx, operator, [record], known)
  return inventoryRow(record, { ...valued(record), operator, baseUrl: ctx.config.baseUrl, into })
}

/** An item of a player as a list shows it, in whatever state. Refuses with INVENTORY_ITEM_NOT_FOUND. */
export async function readItemRow(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  owner: Owner,
  inventoryItemId: number,
): Promise<InventoryRow> {
  const record = await findItem(tx, owner, inventoryItemId)
  if (!record) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  const [row] = await viewRows(ctx, tx, operator, [record], null)
  return present(row, 'a record has its row')
}

/**
 * An item of a player in whatever state, with its details. `currency` null shows it in its own. Refuses with INVENTORY_ITEM_NOT_FOUND
 * when it is another's, or UNSUPPORTED_CURRENCY.
 */
export async function getInventoryItem(
  ctx: Context,
  operator: Operator,
  owner: Owner,
  query: { inventoryItemId: number; currency: string | null },
): Promise<InventoryDetail> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const record = await findItem(tx, owner, query.inventoryItemId)
    if (!record) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
    const catalogue = await itemsByIds(tx, owner.operatorId, [record.item_id])
    const [row] = await viewRows(ctx, tx, operator, [record], query.currency, catalogue)
    const catalogueItem = present(catalogue.get(record.item_id), 'what is held is in the catalogue')
    return inventoryDetail(present(row, 'a record has its row'), record, catalogueItem)
  })
}
