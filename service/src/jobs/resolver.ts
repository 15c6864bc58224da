import type { GameKey } from '@coffer/contract/shapes'
import { applyCashbackOutcome } from '../inventory/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import { type Context, reportFailure, type Tx } from '../platform/index.ts'
import { applyRefundOutcome, applyRoundOutcome, prepareDebitProbe, type Settle, settleBoxes } from '../rounds/index.ts'
import { applyFeeOutcome, applyShippingRefund, prepareFeeProbe } from '../shipping/index.ts'
import { settleUpgrade } from '../upgrader/index.ts'
import {
  type Attempt,
  isDriven,
  listDue,
  lockOperation,
  type OperationKind,
  type OperationRow,
  type Outcome,
  probeOperation,
  sendAttempt,
} from '../wallet/index.ts'

/** What the resolver does with an operation of one kind: the owner's own verbs, the same that live requests call. */
type Handler = {
  /** Decides, under the operation's lock, whether to send it now. */
  prepare(ctx: Context, tx: Tx, operator: Operator, operation: OperationRow): Promise<Attempt | null>
  apply(ctx: Context, tx: Tx, job: Job, outcome: Outcome): Promise<unknown>
}

type Job = { operator: Operator; operation: OperationRow; attempt: Attempt }

const sendAgain: Handler['prepare'] = (ctx, tx, operator, operation) =>
  probeOperation(ctx, tx, operator, operation, { onlyClean: false })

const subjectOf = ({ operator, operation, attempt }: Job) => ({
  operator,
  owner: ownerOf(operation),
  playerExternalId: operation.player_external_id,
  publicId: operation.subject_id,
  attempt,
  launchId: null,
  live: false,
})

const SETTLES: Record<GameKey, Settle> = { mystery_box: settleBoxes, upgrader: settleUpgrade }

const settle: Settle = (ctx, tx, settling) => SETTLES[settling.round.game_key](ctx, tx, settling)

const HANDLERS: Record<OperationKind, Handler> = {
  round_debit: {
    prepare: prepareDebitProbe,
    apply: (ctx, tx, job, outcome) => applyRoundOutcome(ctx, tx, { ...subjectOf(job), settle }, outcome),
  },
  round_refund: {
    prepare: sendAgain,
    apply: (ctx, tx, job, outcome) => applyRefundOutcome(ctx, tx, subjectOf(job), outcome),
  },
  cashback_credit: {
    prepare: sendAgain,
    apply: (ctx, tx, job, outcome) => applyCashbackOutcome(ctx, tx, creditOf(job), job.attempt, outcome),
  },
  shipping_debit: {
    prepare: prepareFeeProbe,
    apply: (ctx, tx, job, outcome) => applyFeeOutcome(ctx, tx, subjectOf(job), outcome),
  },
  shipping_refund: {
    prepare: sendAgain,
    apply: (ctx, tx, job, outcome) => applyShippingRefund(ctx, tx, subjectOf(job), outcome),
  },
}

function creditOf({ operator, operation }: Job) {
  return {
    operator,
    owner: ownerOf(operation),
    playerExternalId: operation.player_external_id,
    inventoryItemId: Number(operation.subject_id),
    currency: operation.currency,
    expectedRevisionId: null,
  }
}

function ownerOf(operation: OperationRow) {
  return { operatorId: operation.operator_id, playerId: operation.player_id }
}

/** What a process has under way, of each operator. */
const underWayOf = new WeakMap<Context, Map<number, number>>()

/**
 * Takes the operations whose time has come and brings each a step further. Returns at once; `ended` says how many it took when the slowest
 * of them is done. Of one operator a process has so many under way, so that one whose wallet hangs keeps no other waiting.
 */
export async function beginResolver(ctx: Context): Promise<{ ended: Promise<number> }> {
  const underWay = underWayOf.get(ctx) ?? new Map<number, number>()
  underWayOf.set(ctx, underWay)
  const share = {
    count: ctx.limits.resolverBatchCount,
    countOfOperator: ctx.limits.resolverOfOperatorCount,
    underWay,
  }
  const due = await ctx.systemTx((tx) => listDue(tx, ctx.clock.now(), share))
  const steps = due.map(async ({ operatorId, operationId }) => {
    underWay.set(operatorId, (underWay.get(operatorId) ?? 0) + 1)
    await resolveOne(ctx, operatorId, operationId)
    const left = (underWay.get(operatorId) ?? 1) - 1
    if (left > 0) underWay.set(operatorId, left)
    else underWay.delete(operatorId)
  })
  return { ended: Promise.all(steps).then(() => due.length) }
}

/** One pass, to its end. */
export async function runResolver(ctx: Context): Promise<number> {
  return (await beginResolver(ctx)).ended
}

async function resolveOne(ctx: Context, operatorId: number, operationId: number): Promise<void> {
  try {
    const job = await ctx.tx(operatorId, (tx) => prepare(ctx, tx, operatorId, operationId))
    if (!job) return
    await ctx.points.at('resolver:attempt-recorded')
    const outcome = await sendAttempt(ctx, job.operator, job.attempt)
    await ctx.points.at('resolver:replied')
    await ctx.tx(operatorId, (tx) => HANDLERS[job.operation.kind].apply(ctx, tx, job, outcome))
  } catch (error) {
    reportFailure(ctx, error, { operatorId, operationId }, 'an operation could not be resolved')
  }
}

async function prepare(ctx: Context, tx: Tx, operatorId: number, operationId: number): Promise<Job | null> {
  const now = ctx.clock.now()
  const operation = await lockOperation(tx, operatorId, operationId)
  if (operation?.state !== 'open' || isDriven(operation, now) || operation.next_look_at > now) return null
  const operator = await getOperator(tx, operatorId)
  const attempt = await HANDLERS[operation.kind].prepare(ctx, tx, operator, operation)
  return attempt ? { operator, operation, attempt } : null
}
