import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { closeAttempt, lockOperation, type Outcome } from '../wallet/index.ts'
import type { Driver } from './driver.ts'
import { lockIntent } from './intent-store.ts'
import { recordFee, recordRefund } from './record-history.ts'

/**
 * What a wallet's answer does to a fee that goes back: it is owed, so that no refusal ends it, and it is sent until it is accepted.
 * Returns the player's balance after an accepted one.
 */
export async function applyShippingRefund(
  ctx: Context,
  tx: Tx,
  driver: Driver,
  outcome: Outcome,
): Promise<number | null> {
  const { attempt, owner, publicId } = driver
  const before = present(await lockOperation(tx, attempt.operatorId, attempt.operationId), 'the operation exists')
  const verdict = await closeAttempt(ctx, tx, attempt, outcome, { refusalEnds: false })
  if (verdict.kind !== 'accepted') return null
  if (before.state === 'accepted') return verdict.balanceAfterMinor
  const intent = present(await lockIntent(tx, owner, publicId), 'a fee has its intent')
  if (intent.state === 'no_order') await recordFee(ctx, tx, driver, 'voided')
  await recordRefund(ctx, tx, driver)
  return verdict.balanceAfterMinor
}
