import { OPERATIONS } from '@coffer/contract/keys'
import { assert, atOnce, later, type Owner, Refusal, seconds } from '../kernel/index.ts'
import type { Operator, SettingsChange } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type AttemptFact, nextIsClean, type Quarantine } from './attempt-history.ts'
import { insertAttempt, takeAttemptId } from './attempt-store.ts'
import { holdsBack } from './call-wallet.ts'
import { type Attempt, frozenBody, type Movement } from './operation.ts'
import { nextLook } from './schedule.ts'
import {
  countOpenOperations,
  countUnknownDebits,
  insertOperation,
  isDriven,
  isOpen,
  type OperationRow,
  takeOperationId,
  updateHold,
} from './store.ts'

/** Records a movement and its first attempt, and takes the lease. Nothing may be sent before this is committed. */
export async function beginOperation(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  movement: Movement,
  ids: Promise<OperationIds> = takeOperationIds(tx),
): Promise<Attempt> {
  const { operationId, attemptId } = await ids
  const now = ctx.clock.now()
  const leaseUntil = later(now, ctx.limits.operationLeaseMs)
  const nextLookAt = lookAfter(ctx, operator, OPERATIONS[movement.kind].direction, now)
  const operation = insertMovement(tx, operationId, movement, { now, leaseUntil, nextLookAt })
  return recordAttempt(ctx, tx, operation, { attemptId, now, leaseUntil, clean: true })
}

/** Of an operation that is about to be recorded, and of its first attempt. */
export type OperationIds = { operationId: number; attemptId: number }

/** To be asked for with whatever is looked at first: they cost a wait otherwise. */
export async function takeOperationIds(tx: Tx): Promise<OperationIds> {
  const [operationId, attemptId] = await atOnce(takeOperationId(tx), takeAttemptId(tx))
  return { operationId, attemptId }
}

/** Records a movement that nobody drives yet; the resolver sends it as soon as it looks. */
export async function queueOperation(ctx: Context, tx: Tx, movement: Movement): Promise<OperationRow> {
  const operationId = await takeOperationId(tx)
  const now = ctx.clock.now()
  return insertMovement(tx, operationId, movement, { now, leaseUntil: null, nextLookAt: now })
}

type Times = { now: Date; leaseUntil: Date | null; nextLookAt: Date }

function insertMovement(tx: Tx, operationId: number, movement: Movement, times: Times): OperationRow {
  assert(movement.amountMinor > 0, 'a movement of nothing makes no call')
  return insertOperation(tx, operationId, {
    operator_id: movement.owner.operatorId,
    player_id: movement.owner.playerId,
    player_external_id: movement.playerExternalId,
    kind: movement.kind,
    subject_id: movement.subjectId,
    idempotency_key: movement.idempotencyKey,
    direction: OPERATIONS[movement.kind].direction,
    amount_minor: movement.amountMinor,
    currency: movement.currency,
    body: frozenBody(movement),
    lease_until: times.leaseUntil,
    next_look_at: times.nextLookAt,
    created_at: times.now,
  })
}

/** A debit is given up some time after its last attempt; a credit is sent again on the schedule. */
function lookAfter(ctx: Context, operator: Operator, direction: OperationRow['direction'], now: Date): Date {
  if (direction === 'debit') return later(now, seconds(operator.settings.wallet.giveUpSeconds))
  return nextLook(now, 0, ctx.limits.resolverUnitMs)
}

/**
 * Takes the lease of a locked operation that is not at its end and records its next attempt after these; `busy` while another request drives it. A
 * parked one may be tried again by whoever asks for it; it is open again, so that the resolver asks once more when that one comes to nothing.
 */
export async function recordNextAttempt(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { operation, earlier }: { operation: OperationRow; earlier: readonly AttemptFact[] },
  by: 'request' | 'resolver' = 'request',
): Promise<Attempt | 'busy'> {
  assert(isOpen(operation), 'what is waited for has not ended')
  // Of a time after the lock was had: whoever waited for it would record what is too old to be sent.
  const now = ctx.clock.now()
  if (isDriven(operation, now)) return 'busy'
  const { operator_id: operatorId, operation_id: operationId } = operation
  const leaseUntil = later(now, ctx.limits.operationLeaseMs)
  const tries = operation.state === 'parked' ? 0 : operation.resolver_tries
  await updateHold(tx, operatorId, operationId, {
    state: 'open',
    lease_until: leaseUntil,
    next_look_at:
      by === 'resolver'
        ? nextLook(now, tries, ctx.limits.resolverUnitMs)
        : lookAfter(ctx, operator, operation.direction, now),
    resolver_tries: by === 'resolver' ? tries + 1 : tries,
  })
  const clean = await isClean(ctx, tx, { earlier, now, quarantine: quarantineOf(ctx, operator) })
  return recordAttempt(ctx, tx, operation, { attemptId: await takeAttemptId(tx), now, leaseUntil, clean })
}

/** The database is asked for its clock only where something hangs on ours: the age of an attempt that nobody has answered. */
async function isClean(
  ctx: Context,
  tx: Tx,
  { earlier, now, quarantine }: { earlier: readonly AttemptFact[]; now: Date; quarantine: Quarantine },
): Promise<boolean> {
  const cleanWhen = (isClockRight: boolean) => nextIsClean(earlier, { now, isClockRight }, quarantine)
  return cleanWhen(false) || (cleanWhen(true) && (await ctx.clockWatch.isRight(tx)))
}

/**
 * Whether the next attempt of a repeated request would be held back before it is sent. Then the answer is to ask again, and
 * nothing is recorded: an attempt that is not sent teaches nothing, and the players of a dead wallet repeat for as long as it is
 * dead. Not while somebody drives the operation: that one's answer is worth waiting for.
 */
export function isHeldBack(ctx: Context, operator: Operator, operation: OperationRow): boolean {
  return isOpen(operation) && holdsBack(ctx, operator) && !isDriven(operation, ctx.clock.now())
}

export function quarantineOf(ctx: Context, operator: Operator): Quarantine {
  const quarantineMs = seconds(operator.settings.wallet.quarantineSeconds)
  return { quarantineMs, sendMs: ctx.limits.attemptSendMs, marginMs: ctx.limits.clockMarginMs }
}

function recordAttempt(
  ctx: Context,
  tx: Tx,
  operation: OperationRow,
  at: { attemptId: number; now: Date; leaseUntil: Date; clean: boolean },
): Attempt {
  // Recorded by a clock that is behind, it would be taken for dead too early by everybody else.
  if (ctx.clockWatch.isWrong())
    throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: ctx.limits.undecidedRetrySeconds })
  const recordedMono = ctx.clock.mono()
  const { attemptId } = at
  insertAttempt(tx, {
    attempt_id: attemptId,
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
    recordedAt: at.now,
    recordedMono,
    leaseUntil: at.leaseUntil,
  }
}

/** A player with too many debits of unknown outcome waits until some are resolved. Throws WALLET_UNAVAILABLE with `Retry-After`. */
export async function refuseTooManyUnknown(ctx: Context, tx: Tx, operator: Operator, owner: Owner): Promise<void> {
  if ((await countUnknownDebits(tx, owner)) < operator.settings.wallet.maxUnknown) return
  throw new Refusal('WALLET_UNAVAILABLE', { retryAfterSeconds: ctx.limits.tooManyUnknownRetrySeconds })
}

/** Refuses a new wallet URL while operations are undecided: each must end with the wallet that it began with. */
export async function refuseWhileUndecided(
  tx: Tx,
  { operatorId }: Operator,
  changes: readonly SettingsChange[],
): Promise<void> {
  if (!changes.some(({ path }) => path === 'wallet.url')) return
  const count = await countOpenOperations(tx, operatorId)
  if (count === 0) return
  const message = `cannot change while wallet operations are undecided (${count})`
  throw new Refusal('WALLET_OPERATIONS_UNDECIDED', { fields: { 'wallet.url': [message] } })
}
