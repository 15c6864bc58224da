import type { InventoryRow } from '@coffer/contract/shapes'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Grant, wonItem } from './grant-items.ts'
import { recordOf } from './store.ts'
import { valueItems } from './valuation.ts'
import { inventoryRow } from './view.ts'

/** Placeholders for the ID, the player and the round of a win. */
const PLACEHOLDER = { inventoryItemId: 1, playerId: 1, roundPublicId: 'preview' }

/** The vault items of prizes, as if they were won now. */
export async function viewWins(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  grants: readonly Grant[],
): Promise<InventoryRow[]> {
  const { inventoryItemId, playerId, roundPublicId } = PLACEHOLDER
  const to = { operator, owner: { operatorId: operator.operatorId, playerId }, roundPublicId }
  const records = grants.map((grant) => recordOf(wonItem(ctx, to, inventoryItemId, grant)))
  const items = new Map(grants.map(({ item }) => [item.itemId, item]))
  const valued = await valueItems(ctx, tx, operator, records, items)
  const { baseUrl } = ctx.config
  return records.map((record) => inventoryRow(record, { operator, baseUrl, into: null, ...valued(record) }))
}
