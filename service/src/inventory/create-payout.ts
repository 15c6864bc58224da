import type { Payout } from '@coffer/contract/vault'
import { type ActionAnswer, beginAction, storeAnswer } from '../actions/index.ts'
import { later, present, Refusal } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { canOnlyBeShipped, isBusy, publicState } from './item.ts'
import { moveAll } from './move-items.ts'
import { insertPayout, listPayoutItems, type PayoutRecord, takePayoutId } from './payout-store.ts'
import { viewRows } from './read-inventory.ts'
import { payoutView } from './read-payouts.ts'
import { type InventoryRecord, lockItems } from './store.ts'

export type CreatePayout = Who & {
  /** Each once. */
  inventoryItemIds: readonly number[]
  /** Unique for the player; the same again gets the first answer, whatever else it asks for. */
  idempotencyKey: string
}

/**
 * Reserves items that the operator pays out by itself: all of them or none. Nothing else can be done with them until the payout ends.
 * Refuses with INVENTORY_ITEM_NOT_FOUND, ITEM_BUSY or PAYOUT_NOT_AVAILABLE; a refusal is not remembered.
 */
export async function createPayout(ctx: Context, input: CreatePayout): Promise<ActionAnswer> {
  const { owner, idempotencyKey: clientActionId } = input
  const key = { owner, kind: 'payout' as const, clientActionId }
  return ctx.tx(owner.operatorId, async (tx) => {
    const payoutId = await takePayoutId(tx)
    const begun = await beginAction(tx, key, String(payoutId), ctx.clock.now())
    if (!begun.isNew) {
      return { ...present(begun.answer, 'a payout is answered as it is reserved'), replayed: true }
    }
    const answer = { status: 201, body: { payout: await reserve(ctx, tx, input, payoutId) } }
    storeAnswer(tx, key, answer)
    return { ...answer, replayed: false }
  })
}

async function reserve(ctx: Context, tx: Tx, input: CreatePayout, payoutId: number): Promise<Payout> {
  const { operator, owner, inventoryItemIds: ids } = input
  const records = await lockItems(tx, owner, ids)
  if (records.length < ids.length) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
  if (records.some(({ state }) => isBusy(state))) throw new Refusal('ITEM_BUSY', { reason: 'ITEM_BUSY' })
  refuseUnavailable(records, ids)

  const rows = await viewRows(ctx, tx, operator, records, null)
  await moveAll(tx, owner.operatorId, ids, { from: 'unresolved', to: 'reserved' })
  const payout = newPayout(ctx, input, payoutId)
  const frozen = rows.map(({ id, valueMinor, cashbackMinor, currency }) => ({
    operator_id: owner.operatorId,
    payout_id: payoutId,
    inventory_item_id: id,
    value_minor: valueMinor,
    cashback_minor: cashbackMinor,
    currency,
  }))
  await insertPayout(tx, payout, frozen)
  return payoutView(payout, await listPayoutItems(tx, owner.operatorId, [payoutId]))
}

/** Names each item that cannot be paid out, and why. */
function refuseUnavailable(records: readonly InventoryRecord[], ids: readonly number[]): void {
  const unavailable = records.filter((record) => record.state !== 'unresolved' || canOnlyBeShipped(record))
  const [first] = unavailable
  if (!first) return
  const fields = unavailable.map((record): [string, string[]] => [
    `inventoryItemIds.${ids.indexOf(record.inventory_item_id)}`,
    [record.state === 'unresolved' ? 'was bought with Nuggets' : `is ${publicState(record.state)}`],
  ])
  throw new Refusal('PAYOUT_NOT_AVAILABLE', { state: publicState(first.state), fields: Object.fromEntries(fields) })
}

function newPayout(ctx: Context, { owner, playerExternalId }: CreatePayout, payoutId: number): PayoutRecord {
  const now = ctx.clock.now()
  return {
    operator_id: owner.operatorId,
    payout_id: payoutId,
    player_id: owner.playerId,
    player_external_id: playerExternalId,
    status: 'reserved',
    created_at: now,
    expires_at: later(now, ctx.limits.payoutReservedMs),
    closed_at: null,
  }
}
