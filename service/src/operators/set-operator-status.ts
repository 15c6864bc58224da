import { isStorable } from '@coffer/contract/text'
import { appendAudit } from '../audit/index.ts'
import { invalidField } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import type { Operator } from './operator.ts'
import { lockStatus, saveStatus } from './store.ts'

const REASON_CHARACTERS = 500

export type SetOperatorStatusInput = { status: Operator['status']; reason: string; actor: string }

/**
 * Suspends an operator, or opens it again. What is under way is decided all the same: refunds, credits and the outbox ask for no status.
 * Returns whether it changed; a repeat leaves no trace.
 */
export async function setOperatorStatus(
  ctx: Context,
  operatorId: number,
  { status, reason, actor }: SetOperatorStatusInput,
): Promise<boolean> {
  if (reason.trim() === '' || reason.length > REASON_CHARACTERS || !isStorable(reason)) {
    throw invalidField('reason', `must have 1 to ${REASON_CHARACTERS} characters`)
  }
  const at = ctx.clock.now()
  return ctx.tx(operatorId, async (tx) => {
    if ((await lockStatus(tx, operatorId)) === status) return false
    await saveStatus(tx, operatorId, status, at)
    const action = status === 'suspended' ? 'operator.suspended' : 'operator.resumed'
    await appendAudit(ctx, tx, operatorId, { actor, action, details: { reason }, at })
    return true
  })
}
