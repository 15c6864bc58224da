import type { BackendOrder } from '@coffer/contract/shipping'
import { type ActionAnswer, beginAction, storeAnswer } from '../actions/index.ts'
import { grantBoughtItem, readItemRow, requestShipping, takeItemId } from '../inventory/index.ts'
import { assert, present, publicId, Refusal } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { lockPlayerForWork, refuseExcluded } from '../players/index.ts'
import { draftOf } from './batch.ts'
import { changeOrderRecord } from './change-order-record.ts'
import { type Delivery, type DraftLine, ORDER_LINES_COUNT } from './order.ts'
import { addLines } from './order-lines.ts'
import { lockOpenOrder } from './order-store.ts'
import { placeOrder } from './place-order.ts'
import { readBatch } from './quote-shipping.ts'
import type { OrderRecord } from './tables.ts'

export type BuyWithNuggets = Who & {
  clientActionId: string
  itemId: number
  /** Where it goes at once; null leaves it in the vault. */
  delivery: Delivery | null
}

/**
 * Gives a physical item to a player who has paid the operator in Nuggets. The wallet is never called, and the item never expires. With
 * an address it joins the player's pending order to the same address, or opens one, whatever the shipping minimum: the operator has
 * sold it. Refuses with PLAYER_RESTRICTED, SHIPPING_DISABLED, UNKNOWN_ITEM, or a 422 that names the item; a refusal is not remembered.
 */
export async function buyWithNuggets(ctx: Context, input: BuyWithNuggets): Promise<ActionAnswer> {
  const { operator, owner, clientActionId, delivery } = input
  const key = { owner, kind: 'nuggets_purchase' as const, clientActionId }
  return ctx.tx(owner.operatorId, async (tx) => {
    await lockPlayerForWork(tx, owner)
    const inventoryItemId = await takeItemId(tx)
    const begun = await beginAction(tx, key, String(inventoryItemId), ctx.clock.now())
    if (!begun.isNew) {
      return { ...present(begun.answer, 'a purchase is answered as it is made'), replayed: true }
    }
    await refuseExcluded(ctx, tx, owner)
    if (!operator.settings.policies.shippingEnabled) throw new Refusal('SHIPPING_DISABLED')
    await grantBoughtItem(ctx, tx, { operator, owner, itemId: input.itemId, inventoryItemId })
    const order = delivery && (await orderBought(ctx, tx, input, inventoryItemId, delivery))
    const item = await readItemRow(ctx, tx, operator, owner, inventoryItemId)
    const answer = { status: 201, body: { item, order } }
    storeAnswer(tx, key, answer)
    return { ...answer, replayed: false }
  })
}

async function orderBought(
  ctx: Context,
  tx: Tx,
  { operator, owner, playerExternalId }: BuyWithNuggets,
  inventoryItemId: number,
  delivery: Delivery,
): Promise<BackendOrder> {
  const batch = await readBatch(ctx, tx, operator, owner, [inventoryItemId])
  const draft = draftOf(batch, { origin: 'nuggets', minimumMinor: 0 }, delivery)
  const open = await lockOpenOrder(tx, owner, draft, ORDER_LINES_COUNT)
  if (open) return join(ctx, tx, open, draft.lines)

  const id = publicId('ord', ctx)
  const placed = await placeOrder(ctx, tx, { owner, playerExternalId, publicId: id, draft, fee: null })
  assert(placed.kind === 'placed', 'what was just bought can be shipped')
  return placed.shown
}

async function join(ctx: Context, tx: Tx, order: OrderRecord, lines: readonly DraftLine[]): Promise<BackendOrder> {
  const { operator_id: operatorId, player_id: playerId } = order
  const ids = lines.map((line) => line.inventoryItemId)
  const faults = await requestShipping(tx, { operatorId, playerId }, ids)
  assert(faults.size === 0, 'what was just bought can be shipped')
  await addLines(tx, order, lines, ctx.clock.now())
  return changeOrderRecord(ctx, tx, order, {}, { changes: ['items_added'] })
}
