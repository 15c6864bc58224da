import { assert, type PointName, present } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { applyReplies } from './apply-replies.ts'
import { nothingWasSent, undecidedCode } from './attempt-history.ts'
import { sendAttempt } from './call-wallet.ts'
import type { Begun, Flow, PaidAction, Sending } from './flow.ts'
import { isHeldBack, recordNextAttempt } from './record-attempt.ts'
import { findLatestOperation, findOperation, isDriven, listAttempts, lockOperation } from './store.ts'

/**
 * A paid action from the request to what it is told: one transaction, one call of the wallet with none open, and one transaction more.
 * Of several requests for one subject one drives it; the others wait, hold nothing meanwhile, and are told what came of it.
 */
export async function runPaidAction<Request extends Who, Subject, Result>(
  ctx: Context,
  action: PaidAction<Request, Subject, Result>,
  request: Request,
): Promise<Result> {
  const { operatorId } = request.operator
  const step = await ctx.tx(operatorId, async (tx) => {
    const begun = onlyOne(await action.begin(ctx, tx, [request]))
    return begun.kind === 'repeat' ? driveOn(ctx, tx, action, request, begun) : begun
  })
  if (step.kind === 'answer') return step.result
  if (step.kind === 'send') return driveAttempt(ctx, action, request, step)
  await waitForOperation(ctx, operatorId, step.operationId)
  return ctx.tx(operatorId, (tx) => readResult(ctx, tx, action, request, step))
}

type Driving<Result> = Exclude<Begun<Result>, { kind: 'repeat' }>

/** A movement that an earlier request began: sent again with the same bytes, unless it is decided, somebody drives it, or nobody may. */
async function driveOn<Request extends Who, Subject, Result>(
  ctx: Context,
  tx: Tx,
  action: PaidAction<Request, Subject, Result>,
  who: Who,
  { subjectId, isNew }: Extract<Begun<Result>, { kind: 'repeat' }>,
): Promise<Driving<Result>> {
  const { operator, owner } = who
  const { operatorId } = operator
  const found = await findLatestOperation(tx, operatorId, action.kind, subjectId)
  const seen = present(found, 'what an earlier request began has its operation')
  const operationId = seen.operation_id
  const undecided = async (): Promise<Driving<Result>> => {
    const attempts = await listAttempts(tx, operatorId, operationId)
    return { kind: 'answer', result: action.undecided(ctx, subjectId, undecidedCode(attempts)) }
  }
  // Before any lock: the players of a dead wallet repeat for as long as it is dead.
  if (!isNew && isHeldBack(ctx, operator, seen)) return undecided()
  const operation = present(await lockOperation(tx, operatorId, operationId), 'an operation is never deleted')
  const subject = await action.lock(tx, owner, subjectId)
  if (!action.isWaiting(subject, operation)) {
    const result = await action.decided(ctx, tx, who, subject, operation)
    return result === null ? undecided() : { kind: 'answer', result }
  }
  if (isNew && isHeldBack(ctx, operator, operation)) return undecided()
  const attempts = await listAttempts(tx, operatorId, operationId)
  const sent = !nothingWasSent(attempts)
  if (action.mayDriveOn && !(await action.mayDriveOn(ctx, tx, owner, { sent }))) return undecided()
  const attempt = await recordNextAttempt(ctx, tx, operator, { operation, earlier: attempts })
  return attempt === 'busy' ? { kind: 'wait', operationId, subjectId } : { kind: 'send', attempt, subjectId }
}

/** Whoever waited for another request is told what came of it, and never sends anything itself. */
async function readResult<Request extends Who, Subject, Result>(
  ctx: Context,
  tx: Tx,
  action: PaidAction<Request, Subject, Result>,
  who: Who,
  { subjectId, operationId }: { subjectId: string; operationId: number },
): Promise<Result> {
  const { operatorId } = who.operator
  const operation = present(await lockOperation(tx, operatorId, operationId), 'an operation is never deleted')
  const subject = await action.lock(tx, who.owner, subjectId)
  const waits = action.isWaiting(subject, operation)
  const result = waits ? null : await action.decided(ctx, tx, who, subject, operation)
  return result ?? action.undecided(ctx, subjectId, undecidedCode(await listAttempts(tx, operatorId, operationId)))
}

/**
 * Waits until nobody drives the operation any more, or it is closed. Holds no connection, lock or transaction between looks; ends at the
 * latest with the lease of the driver.
 */
async function waitForOperation(ctx: Context, operatorId: number, operationId: number): Promise<void> {
  const until = ctx.clock.mono() + ctx.limits.operationLeaseMs + ctx.limits.waiterPollMs
  while (ctx.clock.mono() < until) {
    await ctx.clock.sleep(ctx.limits.waiterPollMs)
    const found = await ctx.tx(operatorId, (tx) => findOperation(tx, operatorId, operationId))
    const operation = present(found, 'the operation exists')
    if (operation.state !== 'open' || !isDriven(operation, ctx.clock.now())) return
  }
}

/** Sends a recorded attempt and applies what comes back. The process may stop between any two of these steps. */
export async function driveAttempt<Subject, Result>(
  ctx: Context,
  flow: Flow<Subject, Result>,
  who: Who,
  { subjectId, attempt }: Sending,
  by: 'request' | 'resolver' = 'request',
): Promise<Result> {
  const at = (step: 'attempt-recorded' | 'replied' | 'applied'): PointName =>
    `${by === 'resolver' ? by : flow.name}:${step}`
  await ctx.points.at(at('attempt-recorded'))
  const outcome = await sendAttempt(ctx, who.operator, attempt)
  await ctx.points.at(at('replied'))
  const reply = { who, subjectId, attempt, outcome, live: by === 'request' }
  const results = await ctx.tx(who.operator.operatorId, (tx) => applyReplies(ctx, tx, flow, [reply]))
  await ctx.points.at(at('applied'))
  return onlyOne(results)
}

/** Of a batch of one. */
function onlyOne<Result>(results: readonly Result[]): Result {
  assert(results.length === 1, 'one that is asked is answered')
  return results[0] as Result
}
