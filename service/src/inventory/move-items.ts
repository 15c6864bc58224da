import { walletKey } from '@coffer/contract/keys'
import { appendAudit } from '../audit/index.ts'
import { assert, assertMove, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { listConflicts } from '../wallet/index.ts'
import { ITEM_MOVES, type ItemState, isBusy, publicState } from './item.ts'
import { expireDueItems, type InventoryRecord, lockItemsOfOperator, moveItems } from './store.ts'

/** Moves locked items, which are in one state, by the transition table: all of them. */
export async function moveAll(
  tx: Tx,
  operatorId: number,
  ids: readonly number[],
  { from, to }: { from: ItemState; to: ItemState },
): Promise<void> {
  assertMove(ITEM_MOVES, from, to)
  assert((await moveItems(tx, operatorId, ids, { from, to })) === ids.length, 'locked items move')
}

/** Gives locked items back to the vault. One whose credit was accepted too late has been paid for, and stays out of reach. */
export async function releaseAll(tx: Tx, operatorId: number, ids: readonly number[], from: ItemState): Promise<void> {
  const paid = await listConflicts(tx, operatorId, ids.map(walletKey.cashBackItem))
  const isPaid = (id: number) => paid.has(walletKey.cashBackItem(id))
  const [disputed, free] = [ids.filter(isPaid), ids.filter((id) => !isPaid(id))]
  await moveAll(tx, operatorId, free, { from, to: 'unresolved' })
  await moveAll(tx, operatorId, disputed, { from, to: 'disputed' })
}

export type DeliveredItems = { delivered: number[]; alreadyDelivered: number[] }

/**
 * Marks digital items as handed over by the desk: all of them or none. Again changes nothing. Refuses with VALIDATION_FAILED, with each item that
 * cannot be in words.
 */
export async function deliverItems(
  ctx: Context,
  input: { operatorId: number; inventoryItemIds: readonly number[]; actor: string },
): Promise<DeliveredItems> {
  const { operatorId, actor } = input
  const ids = [...new Set(input.inventoryItemIds)]
  return ctx.tx(operatorId, async (tx) => {
    const found = new Map(
      (await lockItemsOfOperator(tx, operatorId, ids)).map((item) => [item.inventory_item_id, item]),
    )
    refuseFaults(ids.map((id) => [id, faultOf(found.get(id))]))
    const isDone = (id: number) => found.get(id)?.state === 'fulfilled'
    const delivered = ids.filter((id) => !isDone(id))
    if (delivered.length > 0) {
      await moveAll(tx, operatorId, delivered, { from: 'unresolved', to: 'fulfilled' })
      const at = ctx.clock.now()
      await appendAudit(ctx, tx, operatorId, {
        actor,
        action: 'item.delivered',
        details: { inventoryItemIds: delivered },
        at,
      })
    }
    return { delivered, alreadyDelivered: ids.filter(isDone) }
  })
}

/** Why an item cannot be handed over by the desk; null when it can, or was. */
function faultOf(item: InventoryRecord | undefined): string | null {
  if (!item) return 'is no item of this operator'
  if (item.type === 'physical') return 'is physical: it goes on a shipping order'
  if (item.state === 'unresolved' || item.state === 'fulfilled') return null
  if (isBusy(item.state)) return 'is being cashed back'
  return `is ${publicState(item.state)}`
}

function refuseFaults(faults: readonly [id: number, fault: string | null][]): void {
  const found = faults.flatMap(([id, fault]): [string, string[]][] => (fault === null ? [] : [[String(id), [fault]]]))
  if (found.length > 0) throw new Refusal('VALIDATION_FAILED', { fields: Object.fromEntries(found) })
}

/** Turns free items of an operator whose time has passed to `expired`, batch by batch. Returns how many they were. */
export async function expireItems(ctx: Context, { operatorId, settings }: Operator): Promise<number> {
  if (settings.inventory.expiryDays === null) return 0
  assertMove(ITEM_MOVES, 'unresolved', 'expired')
  const batchCount = ctx.limits.expiryBatchCount
  for (let expired = 0; ; ) {
    const count = await ctx.tx(operatorId, (tx) => expireDueItems(tx, operatorId, ctx.clock.now(), batchCount))
    expired += count
    if (count < batchCount) return expired
  }
}
