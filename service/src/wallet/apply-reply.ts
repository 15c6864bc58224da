import { atOnce, present } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type AttemptFact, isFinalRefusal, nothingWasSent } from './attempt-history.ts'
import { listAttempts, updateAttempt } from './attempt-store.ts'
import type { End, Flow, Reply } from './flow.ts'
import type { Outcome, Verdict } from './operation.ts'
import { closeOperation, isOpen, lockOperation, type OperationEnd, type OperationRow, returnLease } from './store.ts'

/**
 * Records what a wallet answered and does it to what the money is for. Locks the operation first and then its subject, and has the flow
 * foresee beside that.
 */
export async function applyReply<Subject, Result, Asker extends Who>(
  ctx: Context,
  tx: Tx,
  flow: Flow<Subject, Result, Asker>,
  reply: Reply<Asker>,
): Promise<Result> {
  const { who, subjectId, attempt, outcome } = reply
  const [locked, subject, foreseen] = await atOnce(
    lockOperation(tx, attempt.operatorId, attempt.operationId),
    flow.lock(tx, who.owner, subjectId),
    outcome.kind === 'accepted' ? flow.foresee?.(tx, who) : undefined,
  )
  const heard = { ...reply, operationBefore: present(locked, 'an operation is never deleted'), subject, foreseen }
  return flow.apply(ctx, tx, { ...heard, ...(await recordOutcome(ctx, tx, flow, heard)) })
}

type Recorded = Pick<End<unknown>, 'verdict' | 'operation'>
type Heard<Subject> = Omit<End<Subject>, keyof Recorded>

/**
 * Records what became of an attempt and says what that means. Gives the lease back, and closes the operation when it is accepted or finally
 * refused, or when it is a credit that is not owed and of which no byte ever left. Accepted is final from any attempt at any time. Where
 * the money is owed, the operation is sent again until it is accepted.
 */
async function recordOutcome<Subject, Result, Asker extends Who>(
  ctx: Context,
  tx: Tx,
  flow: Flow<Subject, Result, Asker>,
  { attempt, operationBefore: operation, outcome, subject }: Heard<Subject>,
): Promise<Recorded> {
  const now = ctx.clock.now()
  const reason = outcome.kind === 'never_sent' || outcome.kind === 'unknown' ? outcome.reason.slice(0, 300) : null
  updateAttempt(tx, attempt, outcome.kind, reason, now)
  if (outcome.kind === 'accepted') return accept(ctx, tx, operation, { attempt, outcome, now })
  returnLease(tx, attempt)
  const mayEnd = isOpen(operation) && !flow.isOwed?.(subject)
  const attemptsOf = () => listAttempts(tx, attempt.operatorId, attempt.operationId)
  if (outcome.kind === 'refused') {
    const { errorCode } = outcome
    const final = mayEnd && isFinalRefusal(attempt.attemptId, await attemptsOf())
    const end = { state: 'refused', error_code: errorCode, closed_at: now } as const
    return {
      verdict: { kind: 'refused', final, errorCode },
      operation: final ? close(tx, operation, end) : operation,
    }
  }
  if (outcome.kind === 'unknown') return { verdict: { kind: 'unknown' }, operation }
  const isDroppable = mayEnd && operation.direction === 'credit' && flow.isWaiting(subject, operation)
  const dropped = isDroppable ? dropUnsent(tx, operation, await attemptsOf(), now) : null
  return { verdict: { kind: 'never_sent', final: dropped !== null }, operation: dropped ?? operation }
}

type NewEnd = Partial<OperationEnd> & Pick<OperationEnd, 'state' | 'closed_at'>

function close(tx: Tx, operation: OperationRow, end: NewEnd): OperationRow {
  const nothing = { error_code: null, balance_after_minor: null, provider_txn_ref: null }
  return closeOperation(tx, operation, { ...nothing, ...end })
}

type Acceptance = { attempt: Reply['attempt']; outcome: Extract<Outcome, { kind: 'accepted' }>; now: Date }

function accept(ctx: Context, tx: Tx, operation: OperationRow, { attempt, outcome, now }: Acceptance): Recorded {
  const { balanceAfterMinor, providerTxnRef } = outcome
  const late = operation.state === 'refused' || operation.state === 'never_sent'
  const conflict = operation.state === 'conflict' || (late && operation.direction === 'credit')
  if (late) ctx.log.warn({ operationId: operation.operation_id, alert: true }, 'a wallet accepted what it had refused')
  const verdict: Verdict = conflict ? { kind: 'conflict' } : { kind: 'accepted', balanceAfterMinor }
  if (!late && !isOpen(operation)) {
    returnLease(tx, attempt)
    return { verdict, operation }
  }
  const closed = close(tx, operation, {
    state: conflict ? 'conflict' : 'accepted',
    balance_after_minor: balanceAfterMinor,
    provider_txn_ref: providerTxnRef,
    closed_at: now,
  })
  return { verdict, operation: closed }
}

/** Closes a locked operation of which no byte ever left; null when something may have been sent, or it is at its end. */
export function dropUnsent(
  tx: Tx,
  operation: OperationRow,
  attempts: readonly AttemptFact[],
  now: Date,
): OperationRow | null {
  if (!isOpen(operation) || !nothingWasSent(attempts)) return null
  return close(tx, operation, { state: 'never_sent', closed_at: now })
}
