import type { Context } from '../platform/index.ts'
import { listDueEndpoints, sendDue } from '../webhooks/index.ts'

/** Endpoints that a process is sending to. */
const busyOf = new WeakMap<Context, Set<number>>()

/**
 * Sends what is due to every endpoint that this process is not sending to already. Endpoints do not wait for each other: the pass ends
 * when the slowest of its own has answered, and meanwhile the next passes serve the others. Returns how many deliveries were sent.
 */
export async function runSendWebhooks(ctx: Context, signal?: AbortSignal): Promise<number> {
  const busy = busyOf.get(ctx) ?? new Set<number>()
  busyOf.set(ctx, busy)
  const due = await ctx.systemTx((tx) => listDueEndpoints(tx, ctx.clock.now()))
  const free = due.filter(({ endpointId }) => !busy.has(endpointId))
  const counts = await Promise.all(
    free.map(async (endpoint) => {
      busy.add(endpoint.endpointId)
      try {
        return await sendDue(ctx, endpoint, () => signal?.aborted ?? false)
      } finally {
        busy.delete(endpoint.endpointId)
      }
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
