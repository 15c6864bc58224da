import { OPERATIONS } from '@coffer/contract/keys'
import { assert, atOnce, later, type Owner, Refusal, seconds } from '../kernel/index.ts'
import { getWallet, type Operator, shareWallet, type Wallet } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type AttemptFact, nextIsClean, type Quarantine } from './attempt-history.ts'
import { insertAttempt, takeAttemptId } from './attempt-store.ts'
import { holdsBack } from './call-wallet.ts'
import { type Attempt, frozenBody, type Movement } from './operation.ts'
import { nextLook } from './schedule.ts'
import {
  countUnknownDebits,
  insertOperation,
  isDriven,
  isOpen,
  type OperationRow,
  takeOperationId,
  updateHold,
} from './store.ts'

/**
 * Records a movement and its first attempt, and takes the lease. Nothing may be sent before this is committed. Throws WALLET_UNAVAILABLE for a
 * debit when the wallet was removed meanwhile; a credit is recorded in any case.
 */
export async function beginOperation(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  movement: Movement,
  prepared?: PreparedOperation,
): Promise<Attempt> {
  const { operationId, attemptId, wallet } = prepared ?? (await prepareOperation(tx, movement.owner.operatorId))
  const { direction } = OPERATIONS[movement.kind]
  if (direction === 'debit' && wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  const now = ctx.clock.now()
  const leaseUntil = later(now, ctx.limits.operationLeaseMs)
  const nextLookAt = lookAfter(ctx, operator, direction, now)
  const operation = insertMovement(tx, operationId, movement, { now, leaseUntil, nextLookAt })
  return recordAttempt(ctx, tx, operation, { attemptId, wallet, now, leaseUntil, clean: true })
}

/** The ids of a new operation and of its first attempt, and the wallet that the attempt is sent to. */
export type PreparedOperation = { operationId: number; attemptId: number; wallet: Wallet }

/**
 * Takes the ids of an operation and of its first attempt, and shares the lock of the wallet URL: a change of the URL waits until this
 * transaction ends. Called with the first reads of a transaction, it adds no round trip.
 */
export async function prepareOperation(tx: Tx, operatorId: number): Promise<PreparedOperation> {
  const [operationId, attemptId, wallet] = await atOnce(
    takeOperationId(tx),
    takeAttemptId(tx),
    shareWallet(tx, operatorId),
  )
  return { operationId, attemptId, wallet }
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
  // The operator may have been read before this operation began, with an earlier URL. Since then only a forced change can replace the URL,
  // because the operation is undecided.
  const [attemptId, wallet] = await atOnce(takeAttemptId(tx), getWallet(tx, operatorId))
  return recordAttempt(ctx, tx, operation, { attemptId, wallet, now, leaseUntil, clean })
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
  at: { attemptId: number; wallet: Wallet; now: Date; leaseUntil: Date; clean: boolean },
): Attempt {
  // Recorded by a clock that is behind, it would be taken for dead too early by everybody else.
  if (ctx.clockWatch.isWrong())
    throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: ctx.limits.undecidedRetrySeconds })
  const recordedMono = ctx.clock.mono()
  const { attemptId, wallet } = at
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
    wallet,
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
