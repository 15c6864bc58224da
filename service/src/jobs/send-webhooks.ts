import { makeSlots, type Slots } from '../kernel/index.ts'
import { type Context, reportFailure } from '../platform/index.ts'
import { listDueEndpoints, releaseWaiting, sendDue } from '../webhooks/index.ts'

type DueEndpoint = { operatorId: number; endpointId: number }

/** What a process is sending. */
type Senders = {
  busy: Set<number>
  /** Endpoints at which something threw, and until when they are let alone, in monotonic milliseconds. */
  resting: Map<number, number>
  slots: { calls: Slots; database: Slots }
}

const sendersOf = new WeakMap<Context, Senders>()

/**
 * Looks for endpoints that something is due for, and begins to send to each that this process is not sending to already. Returns
 * at once; `ended` says how many deliveries were sent when the slowest of them has answered. Endpoints wait for each other in nothing
 * but `limits.webhookCallsCount`.
 */
export async function beginWebhooks(ctx: Context, signal?: AbortSignal): Promise<{ ended: Promise<number> }> {
  const senders = sendersOf.get(ctx) ?? makeSenders(ctx)
  sendersOf.set(ctx, senders)
  await releaseWaiting(ctx)
  const due = await ctx.systemTx((tx) => listDueEndpoints(tx, ctx.clock.now()))
  const sending = due
    .filter(({ endpointId }) => !senders.busy.has(endpointId) && !isResting(ctx, senders, endpointId))
    .map((endpoint) => sendTo(ctx, senders, endpoint, () => signal?.aborted ?? false))
  return { ended: Promise.all(sending).then((counts) => counts.reduce((sum, count) => sum + count, 0)) }
}

/** One pass, to its end. */
export async function runSendWebhooks(ctx: Context): Promise<number> {
  return (await beginWebhooks(ctx)).ended
}

function makeSenders({ limits }: Context): Senders {
  const slots = { calls: makeSlots(limits.webhookCallsCount), database: makeSlots(limits.webhookDatabaseCount) }
  return { busy: new Set(), resting: new Map(), slots }
}

function isResting(ctx: Context, { resting }: Senders, endpointId: number): boolean {
  const until = resting.get(endpointId)
  if (until !== undefined && until <= ctx.clock.mono()) resting.delete(endpointId)
  return resting.has(endpointId)
}

/** What goes wrong with one endpoint, such as a secret that does not open, is no other's trouble. */
async function sendTo(
  ctx: Context,
  { busy, resting, slots }: Senders,
  endpoint: DueEndpoint,
  isEnding: () => boolean,
): Promise<number> {
  busy.add(endpoint.endpointId)
  try {
    return await sendDue(ctx, endpoint, slots, isEnding)
  } catch (error) {
    resting.set(endpoint.endpointId, ctx.clock.mono() + ctx.limits.webhookRestMs)
    reportFailure(ctx, error, endpoint, 'an endpoint could not be sent to')
    return 0
  } finally {
    busy.delete(endpoint.endpointId)
  }
}
