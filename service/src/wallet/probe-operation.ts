import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { cleanFrom, nextIsClean } from './attempt-history.ts'
import type { Attempt } from './operation.ts'
import { quarantineOf, recordNextAttempt } from './record-attempt.ts'
import { isParkable } from './schedule.ts'
import { listAttempts, type OperationRow, updateNextLook, updateState } from './store.ts'

/**
 * The resolver's next attempt at an operation, in the transaction that locked it; null when it is not to be sent now. An operation
 * that has been tried for too long is parked for staff. With `onlyClean`, nothing is sent while an earlier attempt may still come
 * true: its refusal would prove nothing.
 */
export async function probeOperation(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  operation: OperationRow,
  { onlyClean }: { onlyClean: boolean },
): Promise<Attempt | null> {
  const now = ctx.clock.now()
  const { operator_id: operatorId, operation_id: operationId } = operation
  if (operation.resolver_tries > 0 && isParkable(operation.created_at, now, ctx.limits.resolverUnitMs)) {
    await updateState(tx, operatorId, operationId, 'open', 'parked')
    ctx.log.warn({ operator: operator.slug, operationId, alert: true }, 'a wallet operation is parked')
    return null
  }
  const quarantine = quarantineOf(ctx, operator)
  const earlier = await listAttempts(tx, operatorId, operationId)
  if (onlyClean && !nextIsClean(earlier, { now, isClockRight: true }, quarantine)) {
    await updateNextLook(tx, operatorId, operationId, cleanFrom(earlier, quarantine))
    return null
  }
  const attempt = await recordNextAttempt(ctx, tx, operator, operationId, 'resolver')
  return attempt === 'busy' || attempt === 'closed' ? null : attempt
}
