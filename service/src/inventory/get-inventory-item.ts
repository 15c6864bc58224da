import type { InventoryDetail } from '@coffer/contract/vault'
import { itemsByIds } from '../catalog/index.ts'
import { type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { inventoryDetail } from './detail-view.ts'
import { viewRows } from './list-inventory.ts'
import { findItem } from './store.ts'

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
