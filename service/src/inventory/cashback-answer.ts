import { readRate } from '@coffer/contract/rates'
import { assert, assertMove, present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { refusalOf, type UndecidedCode } from '../wallet/index.ts'
import type { CashBack, CashBackAnswer } from './cashback-call.ts'
import { ITEM_MOVES } from './item.ts'
import { type CreditColumns, type InventoryRecord, lockItem, moveItem } from './store.ts'
import { valueItems } from './value-items.ts'
import { cashedBackItem } from './view.ts'

/** Nobody knows yet whether the credit was paid: the same call resumes it. */
export function undecided(ctx: Context, code: UndecidedCode = 'WALLET_UNAVAILABLE'): Refusal {
  return new Refusal(code, { retryAfterSeconds: ctx.limits.undecidedRetrySeconds })
}

/** The wallet's no, in the words of the error table. */
export function walletRefusal(errorCode: string | null): Refusal {
  const { code, walletErrorCode } = refusalOf(errorCode)
  return new Refusal(code, walletErrorCode === undefined ? {} : { walletErrorCode })
}

/** The operation that credits an item. */
export function operationOf(item: InventoryRecord): number {
  return present(item.credit_operation_id, 'an item being credited has its operation')
}

/** Moves a locked item by the transition table. */
export async function move(
  tx: Tx,
  item: InventoryRecord,
  to: 'crediting' | 'cashed_back' | 'unresolved' | 'disputed',
  credit: Partial<CreditColumns>,
): Promise<void> {
  assertMove(ITEM_MOVES, item.state, to)
  const owner = { operatorId: item.operator_id, playerId: item.player_id }
  assert(await moveItem(tx, owner, item.inventory_item_id, item.state, to, credit), 'a locked item moves')
}

/** The answer of a cashback that is done, with every figure in the currency of its credit. */
export async function answerOf(
  ctx: Context,
  tx: Tx,
  input: CashBack,
  balanceAfterMinor: number | null,
): Promise<CashBackAnswer> {
  const item = present(await lockItem(tx, input.owner, input.inventoryItemId), 'the item exists')
  const currency = present(item.credit_currency, 'an item that is cashed back knows the currency of its credit')
  const rate = readRate(present(item.credit_rate, 'and the rate that took it there'))
  const valued = await valueItems(ctx, tx, input.operator, [item])
  const showing = {
    ...valued(item),
    operator: input.operator,
    baseUrl: ctx.config.baseUrl,
    into: { currency, rate },
  }
  return { item: cashedBackItem(item, showing), balanceAfterMinor }
}
