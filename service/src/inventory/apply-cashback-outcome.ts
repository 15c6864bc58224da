import { present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  type Attempt,
  appendHistory,
  closeAttempt,
  dropUnsent,
  findOperation,
  listConflicts,
  type Outcome,
} from '../wallet/index.ts'
import { answerOf, move, operationOf, undecided, walletRefusal } from './cashback-answer.ts'
import type { CashBack, CashBackAnswer } from './cashback-call.ts'
import { type InventoryRecord, lockItem, NO_CREDIT } from './store.ts'

/**
 * What a wallet's answer does to an item being credited: accepted → cashed back; finally refused, or never sent at all → free
 * again; accepted after it was closed as refused → disputed; anything else leaves it locked, and the credit is rolled forward. A refusal is returned, so that what it wrote is kept.
 */
export async function applyCashbackOutcome(
  ctx: Context,
  tx: Tx,
  input: CashBack,
  attempt: Attempt,
  outcome: Outcome,
): Promise<CashBackAnswer | Refusal> {
  const verdict = await closeAttempt(ctx, tx, attempt, outcome)
  const item = present(await lockItem(tx, input.owner, input.inventoryItemId), 'the item exists')
  const ours = item.state === 'crediting' && item.credit_operation_id === attempt.operationId
  if (verdict.kind === 'accepted') {
    if (ours) await cashedBack(ctx, tx, input, item)
    return answerOf(ctx, tx, input, verdict.balanceAfterMinor)
  }
  if (verdict.kind === 'conflict') {
    if (item.state === 'unresolved') await move(tx, item, 'disputed', {})
    // As every repeat is told from now on: nothing comes of waiting for it.
    return new Refusal('WALLET_UNAVAILABLE')
  }
  if (verdict.kind === 'refused' && verdict.final) {
    if (ours) await release(tx, item)
    return walletRefusal(verdict.errorCode)
  }
  if (verdict.kind === 'never_sent' && ours && (await dropUnsent(ctx, tx, attempt.operatorId, attempt.operationId))) {
    await release(tx, item)
    return new Refusal('WALLET_UNAVAILABLE')
  }
  return undecided(ctx)
}

/** The item is free again, unless an earlier credit of it has been paid after all. */
async function release(tx: Tx, item: InventoryRecord): Promise<void> {
  const { operator_id: operatorId, inventory_item_id: itemId } = item
  const paid = await listConflicts(tx, operatorId, 'cashback_credit', [String(itemId)])
  await move(tx, item, paid.size > 0 ? 'disputed' : 'unresolved', NO_CREDIT)
}

async function cashedBack(ctx: Context, tx: Tx, input: CashBack, item: InventoryRecord): Promise<void> {
  await move(tx, item, 'cashed_back', {})
  const operation = present(await findOperation(tx, item.operator_id, operationOf(item)), 'the operation exists')
  await appendHistory(tx, {
    owner: input.owner,
    playerExternalId: input.playerExternalId,
    type: 'cashback',
    operation,
    inventoryItemId: item.inventory_item_id,
    roundPublicId: item.round_public_id,
    currency: operation.currency,
    status: 'settled',
    occurredAt: operation.closed_at ?? ctx.clock.now(),
  })
}
