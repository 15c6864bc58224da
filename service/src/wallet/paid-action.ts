import { type Owner, type PaidActionName, type PointName, present } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Sharing, Tx } from '../platform/index.ts'
import { applyReply } from './apply-reply.ts'
import { nothingWasSent, undecidedCode } from './attempt-history.ts'
import { listAttempts } from './attempt-store.ts'
import { sendAttempt } from './call-wallet.ts'
import type { Begun, Flow, PaidAction, Sending } from './flow.ts'
import { isHeldBack, recordNextAttempt } from './record-attempt.ts'
import { findLatestOperation, findOperation, isDriven, lockOperation, type OperationRow } from './store.ts'

/**
 * A paid action from the request to its answer: one transaction, one call of the wallet with none open, and one transaction more.
 * Of several requests for one subject one drives it; the others wait, hold nothing meanwhile, and get the answer that came of it.
 */
export async function runPaidAction<Request extends Who, Subject, Result>(
  ctx: Context,
  action: PaidAction<Request, Subject, Result>,
  request: Request,
): Promise<Result> {
  const { operatorId } = request.operator
  const step: NextStep<Result> = await ctx.tx(
    operatorId,
    async (tx) => {
      const begun = await action.begin(ctx, tx, request)
      return begun.kind === 'repeat' ? driveOn(ctx, tx, action, request, begun) : begun
    },
    sharingOf(action, request, 'begin'),
  )
  if (step.kind === 'answer') return step.result
  if (step.kind === 'send') return driveAttempt(ctx, action, request, step)
  await waitForOperation(ctx, operatorId, step.operationId)
  return ctx.tx(operatorId, (tx) => answerAfterWait(ctx, tx, action, request, step))
}

/** What is left to do for a request once its first transaction is committed. */
type NextStep<Result> = Exclude<Begun<Result>, { kind: 'repeat' }>

/** A movement that an earlier request began: sent again with the same bytes, unless it is decided, somebody drives it, or nobody may. */
async function driveOn<Request extends Who, Subject, Result>(
  ctx: Context,
  tx: Tx,
  action: PaidAction<Request, Subject, Result>,
  request: Request,
  { subjectId, isNew }: Extract<Begun<Result>, { kind: 'repeat' }>,
): Promise<NextStep<Result>> {
  const { operator } = request
  const found = await findLatestOperation(tx, operator.operatorId, action.keyOf(request, subjectId))
  const seen = present(found, 'what an earlier request began has its operation')
  const asked = { subjectId, operationId: seen.operation_id }
  const undecided = async (): Promise<NextStep<Result>> => {
    return { kind: 'answer', result: await answerUndecided(ctx, tx, action, request, asked) }
  }
  // Before any lock: the players of a dead wallet repeat for as long as it is dead.
  if (!isNew && isHeldBack(ctx, operator, seen)) return undecided()
  const { operation, result } = await lockAndAnswer(ctx, tx, action, request, asked)
  if (result !== 'waits') return { kind: 'answer', result }
  if (isNew && isHeldBack(ctx, operator, operation)) return undecided()
  const attempts = await listAttempts(tx, operator.operatorId, operation.operation_id)
  const sent = !nothingWasSent(attempts)
  if (action.mayDriveOn && !(await action.mayDriveOn(ctx, tx, request, { sent }))) return undecided()
  const attempt = await recordNextAttempt(ctx, tx, operator, { operation, earlier: attempts })
  return attempt === 'busy' ? { kind: 'wait', ...asked } : { kind: 'send', attempt, subjectId }
}

/** Whoever waited for another request gets the answer that came of it, and never sends anything itself. */
async function answerAfterWait<Request extends Who, Subject, Result>(
  ctx: Context,
  tx: Tx,
  action: PaidAction<Request, Subject, Result>,
  request: Request,
  asked: Asked,
): Promise<Result> {
  const { result } = await lockAndAnswer(ctx, tx, action, request, asked)
  return result === 'waits' ? answerUndecided(ctx, tx, action, request, asked) : result
}

/** An operation that somebody asks about, and what its money is for. */
type Asked = { subjectId: string; operationId: number }

/** Locks the operation and then its subject, and answers the request when the subject waits for it no more. */
async function lockAndAnswer<Request extends Who, Subject, Result>(
  ctx: Context,
  tx: Tx,
  action: PaidAction<Request, Subject, Result>,
  request: Request,
  asked: Asked,
): Promise<{ operation: OperationRow; result: Result | 'waits' }> {
  const { operator, owner } = request
  const locked = await lockOperation(tx, operator.operatorId, asked.operationId)
  const operation = present(locked, 'an operation is never deleted')
  const subject = await action.lock(tx, owner, asked.subjectId)
  if (action.isWaiting(subject, operation)) return { operation, result: 'waits' }
  const decided = await action.answerDecided(ctx, tx, request, subject, operation)
  return { operation, result: decided ?? (await answerUndecided(ctx, tx, action, request, asked)) }
}

async function answerUndecided<Request extends Who, Subject, Result>(
  ctx: Context,
  tx: Tx,
  action: PaidAction<Request, Subject, Result>,
  { operator }: Request,
  { subjectId, operationId }: Asked,
): Promise<Result> {
  return action.undecided(ctx, subjectId, undecidedCode(await listAttempts(tx, operator.operatorId, operationId)))
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
export async function driveAttempt<Subject, Result, Asker extends Who>(
  ctx: Context,
  flow: Flow<Subject, Result, Asker>,
  who: Asker,
  { subjectId, attempt }: Sending,
  by: 'request' | 'resolver' = 'request',
): Promise<Result> {
  const at = (step: 'attempt-recorded' | 'replied' | 'applied'): PointName =>
    `${by === 'resolver' ? by : flow.name}:${step}`
  await ctx.points.at(at('attempt-recorded'))
  const outcome = await sendAttempt(ctx, who.operator, attempt)
  await ctx.points.at(at('replied'))
  const reply = { who, subjectId, attempt, outcome, live: by === 'request' }
  const sharing = sharingOf(flow, who, 'apply')
  const result = await ctx.tx(who.operator.operatorId, (tx) => applyReply(ctx, tx, flow, reply), sharing)
  await ctx.points.at(at('applied'))
  return result
}

function sharingOf<Subject, Result, Asker extends Who>(
  flow: Flow<Subject, Result, Asker>,
  asker: Asker,
  step: 'begin' | 'apply',
): Sharing | undefined {
  return flow.shares?.(asker) ? sharingOfStep(flow.name, step, asker.owner) : undefined
}

/** Of a player one transaction after the other, so that whoever shares one has no row in common with another. */
export function sharingOfStep(name: PaidActionName, step: 'begin' | 'apply', { playerId }: Owner): Sharing {
  return { as: `${name} ${step}`, key: playerId, mayBeRefused: step === 'begin' }
}
