import type { InventoryRow } from '@coffer/contract/shapes'
import { type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { viewRows } from './list-inventory.ts'
import { findItem } from './store.ts'

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
