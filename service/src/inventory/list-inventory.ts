import type { CursorPair, InventoryRow } from '@coffer/contract/shapes'
import { type CatalogueItem, itemsByIds } from '../catalog/index.ts'
import { type Owner, type PageRequest, pageOf } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import { listedStates } from './item.ts'
import { type InventoryRecord, listItems, listOfRound } from './store.ts'
import { inventoryRow } from './view.ts'

/** States asked for, as a comma list; unknown tokens are ignored, and none known means the default. */
export function readStates(state: string | undefined): string[] {
  return (state ?? 'unresolved').split(',').map((token) => token.trim())
}

/** A page of a player's items, newest first. `currency` null shows each in its own. */
export async function listInventory(
  ctx: Context,
  operator: Operator,
  owner: Owner,
  query: { states: readonly string[]; currency: string | null; page: PageRequest },
): Promise<{ items: InventoryRow[]; cursor: CursorPair }> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const states = listedStates(query.states)
    const found = states.length === 0 ? [] : await listItems(tx, owner, states, query.page)
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
  const ids = [...new Set(records.map((record) => record.item_id))]
  const catalogue = known ?? (await itemsByIds(tx, operator.operatorId, ids))
  const currencies = new Set(records.map((record) => record.currency))
  if (currency !== null) currencies.add(operator.currency)
  const rates = new Map(
    await Promise.all(
      [...currencies].map(
        async (own) => [own, currency === null ? null : await rateFor(ctx, tx, operator, own, currency)] as const,
      ),
    ),
  )
  return records.map((record) => {
    const rate = rates.get(record.currency)
    return inventoryRow(record, {
      operator,
      baseUrl: ctx.config.baseUrl,
      catalogueItem: catalogue.get(record.item_id),
      into: currency !== null && rate ? { currency, rate } : null,
    })
  })
}
