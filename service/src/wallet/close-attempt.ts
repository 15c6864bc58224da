import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { isFinalRefusal, nothingWasSent } from './attempt-history.ts'
import type { Attempt, Outcome, Verdict } from './operation.ts'
import {
  closeOperation,
  listAttempts,
  lockOperation,
  type OperationEnd,
  type OperationRow,
  returnLease,
  updateAttempt,
} from './store.ts'

/**
 * Records what became of an attempt and says what that means. Locks the operation, gives the lease back, and closes the
 * operation when it is accepted or finally refused. Accepted is final from any attempt at any time. With `refusalEnds` false a
 * refusal is never final: the money is owed, and the operation is sent again until it is accepted.
 */
export async function closeAttempt(
  ctx: Context,
  tx: Tx,
  attempt: Attempt,
  outcome: Outcome,
  { refusalEnds = true }: { refusalEnds?: boolean } = {},
): Promise<Verdict> {
  const now = ctx.clock.now()
  const operation = present(await lockOperation(tx, attempt.operatorId, attempt.operationId), 'the operation exists')
  const reason = outcome.kind === 'never_sent' || outcome.kind === 'unknown' ? outcome.reason.slice(0, 300) : null
  await updateAttempt(tx, attempt, outcome.kind, reason, now)
  if (outcome.kind === 'accepted') return accept(ctx, tx, { attempt, operation, outcome, now })
  await returnLease(tx, attempt)
  if (outcome.kind !== 'refused') return { kind: outcome.kind }
  const attempts = await listAttempts(tx, attempt.operatorId, attempt.operationId)
  const final = refusalEnds && isOpen(operation) && isFinalRefusal(attempt.attemptId, attempts)
  if (final) await close(tx, operation, { state: 'refused', error_code: outcome.errorCode, closed_at: now })
  return { kind: 'refused', final, errorCode: outcome.errorCode }
}

function isOpen(operation: OperationRow): boolean {
  return operation.state === 'open' || operation.state === 'parked'
}

type End = Partial<OperationEnd> & Pick<OperationEnd, 'state' | 'closed_at'>

function close(tx: Tx, operation: OperationRow, end: End): Promise<boolean> {
  const nothing = { error_code: null, balance_after_minor: null, provider_txn_ref: null }
  return closeOperation(tx, operation, { ...nothing, ...end })
}

type Acceptance = {
  attempt: Attempt
  operation: OperationRow
  outcome: Extract<Outcome, { kind: 'accepted' }>
  now: Date
}

async function accept(ctx: Context, tx: Tx, { attempt, operation, outcome, now }: Acceptance): Promise<Verdict> {
  const { balanceAfterMinor, providerTxnRef } = outcome
  const late = operation.state === 'refused' || operation.state === 'never_sent'
  const conflict = operation.state === 'conflict' || (late && operation.direction === 'credit')
  if (late) ctx.log.warn({ operationId: operation.operation_id, alert: true }, 'a wallet accepted what it had refused')
  if (late || isOpen(operation)) {
    await close(tx, operation, {
      state: conflict ? 'conflict' : 'accepted',
      balance_after_minor: balanceAfterMinor,
      provider_txn_ref: providerTxnRef,
      closed_at: now,
    })
  } else await returnLease(tx, attempt)
  return conflict ? { kind: 'conflict' } : { kind: 'accepted', balanceAfterMinor }
}

/** Closes an open operation of which no byte ever left; false when something may have been sent. */
export async function dropUnsent(ctx: Context, tx: Tx, operatorId: number, operationId: number): Promise<boolean> {
  const operation = present(await lockOperation(tx, operatorId, operationId), 'the operation exists')
  const attempts = await listAttempts(tx, operatorId, operationId)
  if (!isOpen(operation) || !nothingWasSent(attempts)) return false
  return close(tx, operation, { state: 'never_sent', closed_at: ctx.clock.now() })
}
