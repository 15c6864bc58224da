import { assert, later, present, seconds } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { nextIsClean, type Quarantine } from './attempt-history.ts'
import { type Attempt, frozenBody, type Movement } from './operation.ts'
import { insertAttempt, insertOperation, listAttempts, lockOperation, type OperationRow, takeLease } from './store.ts'

/** Records a movement and its first attempt, and takes the lease. Nothing may be sent before this is committed. */
export async function beginOperation(ctx: Context, tx: Tx, movement: Movement): Promise<Attempt> {
  assert(movement.amountMinor > 0, 'a movement of nothing makes no call')
  const now = ctx.clock.now()
  const leaseUntil = later(now, ctx.limits.operationLeaseMs)
  const operation = await insertOperation(tx, {
    operator_id: movement.owner.operatorId,
    player_id: movement.owner.playerId,
    kind: movement.kind,
    subject_id: movement.subjectId,
    idempotency_key: movement.idempotencyKey,
    direction: movement.direction,
    amount_minor: movement.amountMinor,
    currency: movement.currency,
    body: frozenBody(movement),
    lease_until: leaseUntil,
    created_at: now,
  })
  return record(ctx, tx, operation, { now, leaseUntil, clean: true })
}

/** Records a movement that nobody drives yet; the resolver sends it. */
export async function queueOperation(ctx: Context, tx: Tx, movement: Movement): Promise<void> {
  await insertOperation(tx, {
    operator_id: movement.owner.operatorId,
    player_id: movement.owner.playerId,
    kind: movement.kind,
    subject_id: movement.subjectId,
    idempotency_key: movement.idempotencyKey,
    direction: movement.direction,
    amount_minor: movement.amountMinor,
    currency: movement.currency,
    body: frozenBody(movement),
    lease_until: null,
    created_at: ctx.clock.now(),
  })
}

/**
 * Takes the lease of an open operation and records its next attempt. `busy` while another request drives it, `closed` when it has
 * come to its end meanwhile.
 */
export async function recordNextAttempt(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  operationId: number,
): Promise<Attempt | 'busy' | 'closed'> {
  const now = ctx.clock.now()
  const operation = present(await lockOperation(tx, operator.operatorId, operationId), 'the operation exists')
  if (operation.state !== 'open') return 'closed'
  if (operation.lease_until !== null && operation.lease_until > now) return 'busy'
  const leaseUntil = later(now, ctx.limits.operationLeaseMs)
  await takeLease(tx, operator.operatorId, operationId, leaseUntil)
  const earlier = await listAttempts(tx, operator.operatorId, operationId)
  return record(ctx, tx, operation, { now, leaseUntil, clean: nextIsClean(earlier, now, quarantineOf(ctx, operator)) })
}

export function quarantineOf(ctx: Context, operator: Operator): Quarantine {
  return { quarantineMs: seconds(operator.settings.wallet.quarantineSeconds), sendMs: ctx.limits.attemptSendMs }
}

async function record(
  ctx: Context,
  tx: Tx,
  operation: OperationRow,
  at: { now: Date; leaseUntil: Date; clean: boolean },
): Promise<Attempt> {
  const recordedMono = ctx.clock.mono()
  const attemptId = await insertAttempt(tx, {
    operator_id: operation.operator_id,
    operation_id: operation.operation_id,
    recorded_at: at.now,
    clean: at.clean,
    lease_until: at.leaseUntil,
  })
  return {
    operatorId: operation.operator_id,
    operationId: operation.operation_id,
    attemptId,
    idempotencyKey: operation.idempotency_key,
    body: operation.body,
    recordedMono,
    leaseUntil: at.leaseUntil,
  }
}
