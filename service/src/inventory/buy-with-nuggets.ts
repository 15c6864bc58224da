import { beginAction, type ClickAnswer, storeAnswer } from '../actions/index.ts'
import { type CatalogueItem, itemsByIds } from '../catalog/index.ts'
import { assert, invalidField, type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { refuseExcluded } from '../players/index.ts'
import { termsOf } from './grant-items.ts'
import { takeItemId } from './item-moves-store.ts'
import { viewRows } from './list-inventory.ts'
import { type InventoryRecord, insertItems } from './store.ts'

export type BuyWithNuggets = { operator: Operator; owner: Owner; clientActionId: string; itemId: number }

/**
 * Puts a physical item into the vault of a player who has paid the operator in Nuggets. The wallet is never called, and the item never
 * expires. Refuses with PLAYER_RESTRICTED, SHIPPING_DISABLED, UNKNOWN_ITEM, or a 422 that names the item; a refusal is not remembered.
 */
export async function buyWithNuggets(ctx: Context, input: BuyWithNuggets): Promise<ClickAnswer> {
  const { operator, owner, clientActionId } = input
  const click = { owner, kind: 'nuggets_purchase' as const, clientActionId }
  return ctx.tx(owner.operatorId, async (tx) => {
    const inventoryItemId = await takeItemId(tx)
    const begun = await beginAction(tx, click, String(inventoryItemId), ctx.clock.now())
    if (!begun.isNew) {
      return { ...present(begun.answer, 'a purchase is answered as it is made'), replayed: true }
    }
    await refuseExcluded(ctx, tx, owner)
    if (!operator.settings.policies.shippingEnabled) throw new Refusal('SHIPPING_DISABLED')
    const bought = await putIntoVault(ctx, tx, input, inventoryItemId)
    const [item] = await viewRows(ctx, tx, operator, [bought], null)
    const answer = { status: 201, body: { item, order: null } }
    await storeAnswer(tx, click, answer)
    return { ...answer, replayed: false }
  })
}

async function putIntoVault(
  ctx: Context,
  tx: Tx,
  { operator, owner, itemId }: BuyWithNuggets,
  inventoryItemId: number,
): Promise<InventoryRecord> {
  const item = (await itemsByIds(tx, owner.operatorId, [itemId])).get(itemId)
  if (!item) throw new Refusal('UNKNOWN_ITEM')
  refuseUnsellable(item)
  const { type } = item
  assert(type === 'physical', 'what is no physical item was refused')
  const [bought] = await insertItems(tx, [
    {
      ...termsOf(item, operator),
      inventory_item_id: inventoryItemId,
      operator_id: owner.operatorId,
      player_id: owner.playerId,
      type,
      currency: item.currency,
      won_value_minor: item.valueMinor,
      state: 'unresolved',
      acquisition_type: 'bought_with_nuggets',
      round_public_id: null,
      box_name: null,
      expires_at: null,
      created_at: ctx.clock.now(),
    },
  ])
  return present(bought, 'what is inserted comes back')
}

function refuseUnsellable({ type, archived }: CatalogueItem): void {
  if (type !== 'physical') throw invalidField('itemId', `is ${type}: only physical items are bought with Nuggets`)
  if (archived) throw invalidField('itemId', 'has left the catalogue')
}
