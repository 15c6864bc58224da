import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { isFinalRefusal, nothingWasSent } from './attempt-history.ts'
import type { Attempt, Outcome, Verdict } from './operation.ts'
import { closeOperation, listAttempts, lockOperation, type OperationRow, returnLease, updateAttempt } from './store.ts'

/**
 * Records what became of an attempt and says what that means. Locks the operation, gives the lease back, and closes the
 * operation when it is accepted or finally refused. Accepted is final from any attempt at any time.
 */
export async function closeAttempt(ctx: Context, tx: Tx, attempt: Attempt, outcome: Outcome): Promise<Verdict> {
  const now = ctx.clock.now()
  const operation = present(await lockOperation(tx, attempt.operatorId, attempt.operationId), 'the operation exists')
  const reason = outcome.kind === 'never_sent' || outcome.kind === 'unknown' ? outcome.reason.slice(0, 300) : null
  await updateAttempt(tx, attempt, outcome.kind, reason, now)
  await returnLease(tx, attempt)
  if (outcome.kind === 'accepted') return accept(ctx, tx, operation, outcome, now)
  if (outcome.kind === 'refused') return refuse(tx, operation, attempt.attemptId, outcome.errorCode, now)
  return { kind: outcome.kind }
}

async function accept(
  ctx: Context,
  tx: Tx,
  operation: OperationRow,
  outcome: Extract<Outcome, { kind: 'accepted' }>,
  now: Date,
): Promise<Verdict> {
  if (operation.state !== 'accepted') {
    const late = operation.state === 'refused' || operation.state === 'never_sent'
    if (late)
      ctx.log.error(
        { operationId: operation.operation_id },
        'a wallet accepted an operation that was closed as refused',
      )
    await closeOperation(tx, operation, {
      state: late && operation.direction === 'credit' ? 'conflict' : 'accepted',
      error_code: null,
      balance_after_minor: outcome.balanceAfterMinor,
      provider_txn_ref: outcome.providerTxnRef,
      closed_at: now,
    })
  }
  return { kind: 'accepted', balanceAfterMinor: outcome.balanceAfterMinor }
}

async function refuse(
  tx: Tx,
  operation: OperationRow,
  attemptId: number,
  errorCode: string | null,
  now: Date,
): Promise<Verdict> {
  const attempts = await listAttempts(tx, operation.operator_id, operation.operation_id)
  const final = operation.state === 'open' && isFinalRefusal(attemptId, attempts)
  if (final) {
    await closeOperation(tx, operation, {
      state: 'refused',
      error_code: errorCode,
      balance_after_minor: null,
      provider_txn_ref: null,
      closed_at: now,
    })
  }
  return { kind: 'refused', final, errorCode }
}

/** Closes an open operation of which no byte ever left; false when something may have been sent. */
export async function dropUnsent(ctx: Context, tx: Tx, operatorId: number, operationId: number): Promise<boolean> {
  const operation = present(await lockOperation(tx, operatorId, operationId), 'the operation exists')
  const attempts = await listAttempts(tx, operatorId, operationId)
  if (operation.state !== 'open' || !nothingWasSent(attempts)) return false
  return closeOperation(tx, operation, {
    state: 'never_sent',
    error_code: null,
    balance_after_minor: null,
    provider_txn_ref: null,
    closed_at: ctx.clock.now(),
  })
}
