import type { OperationKind } from '@coffer/contract/keys'
import { assert, ownerOf } from '../kernel/index.ts'
import { getOperator, type Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { dropUnsent } from './apply-reply.ts'
import { type AttemptFact, cleanFrom, nextIsClean } from './attempt-history.ts'
import { listAttempts } from './attempt-store.ts'
import type { Flow } from './flow.ts'
import type { Attempt } from './operation.ts'
import { driveAttempt } from './paid-action.ts'
import { quarantineOf, recordNextAttempt } from './record-attempt.ts'
import { isParkable } from './schedule.ts'
import { isDriven, lockOperation, type OperationRow, updateHold, updateState } from './store.ts'

/** Who knows what each kind of operation is for. */
export type Flows = Readonly<Record<OperationKind, Flow<unknown, unknown>>>

/** Brings an operation whose time has come a step further: a debit is rolled back, a credit is rolled forward. */
export async function resolveOperation(
  ctx: Context,
  flows: Flows,
  { operatorId, operationId }: { operatorId: number; operationId: number },
): Promise<void> {
  const due = await ctx.tx(operatorId, async (tx) => {
    const now = ctx.clock.now()
    const operation = await lockOperation(tx, operatorId, operationId)
    if (operation?.state !== 'open' || isDriven(operation, now) || operation.next_look_at > now) return null
    const flow = flows[operation.kind]
    assert(flow.kind === operation.kind, 'each kind of operation has its own flow')
    const who = whoOf(operation, await getOperator(tx, operatorId))
    const attempt = await recordProbe(ctx, tx, flow, who, operation)
    return attempt && { flow, who, subjectId: operation.subject_id, attempt }
  })
  if (due) await driveAttempt(ctx, due.flow, due.who, due, 'resolver')
}

function whoOf(operation: OperationRow, operator: Who['operator']): Who {
  return { operator, owner: ownerOf(operation), playerExternalId: operation.player_external_id }
}

/**
 * The resolver's next attempt at a locked operation; null when nothing is to be sent now. A debit of which nothing was ever sent is dropped.
 * Any other is asked about with a clean attempt only (money protocol §5): dropping it on silence would lose a paid debit, giving
 * money back without asking would create money, and a refusal would prove nothing while an earlier attempt may still come true.
 */
async function recordProbe(
  ctx: Context,
  tx: Tx,
  flow: Flow<unknown, unknown>,
  who: Who,
  operation: OperationRow,
): Promise<Attempt | null> {
  const attempts = await listAttempts(tx, operation.operator_id, operation.operation_id)
  if (operation.direction === 'debit' && (await giveUp(ctx, tx, flow, who, { operation, attempts }))) return null
  const now = ctx.clock.now()
  if (operation.resolver_tries > 0 && isParkable(operation.created_at, now, ctx.limits.resolverUnitMs)) {
    await park(ctx, tx, who, operation)
    return null
  }
  const quarantine = quarantineOf(ctx, who.operator)
  if (operation.direction === 'debit' && !nextIsClean(attempts, { now, isClockRight: true }, quarantine)) {
    await updateHold(tx, operation.operator_id, operation.operation_id, {
      next_look_at: cleanFrom(attempts, quarantine),
    })
    return null
  }
  const attempt = await recordNextAttempt(ctx, tx, who.operator, { operation, earlier: attempts }, 'resolver')
  return attempt === 'busy' ? null : attempt
}

/** Tells the subject of a debit that nobody comes back for it. True when that was the end of it: nothing was ever sent, and it is dropped. */
async function giveUp(
  ctx: Context,
  tx: Tx,
  flow: Flow<unknown, unknown>,
  who: Who,
  { operation, attempts }: { operation: OperationRow; attempts: readonly AttemptFact[] },
): Promise<boolean> {
  const subject = await flow.lock(tx, who.owner, operation.subject_id)
  if (!flow.isWaiting(subject, operation)) return false
  const sent = dropUnsent(tx, operation, attempts, ctx.clock.now()) === null
  await flow.giveUp?.(ctx, tx, who, subject, { sent })
  return !sent
}

/** An operation that has been tried for too long waits for staff. */
async function park(ctx: Context, tx: Tx, { operator }: Who, operation: OperationRow): Promise<void> {
  const { operator_id: operatorId, operation_id: operationId } = operation
  await updateState(tx, operatorId, operationId, 'open', 'parked')
  ctx.log.warn({ operator: operator.slug, operationId, alert: true }, 'a wallet operation is parked')
}
