import { later, type Slots } from '../kernel/index.ts'
import { type Context, type HttpReply, reportFailure } from '../platform/index.ts'
import type { DataKey } from '../privacy/index.ts'
import { type Claimed, claimDeliveries, closeAttempt, markAttemptFailed, markDelivered } from './delivery-store.ts'
import { findSendable, markFailing, markTaken } from './endpoint-store.ts'
import { bodyOf, deliveryName, type Secrets, signedHeaders } from './message.ts'
import { openSecrets } from './open-secrets.ts'
import { openPayload, payloadKeyOf } from './payloads.ts'
import { delayAfter, readRetryAfter } from './schedule.ts'

/** An endpoint as it is sent to: its secrets are open. */
type Target = { operatorId: number; endpointId: number; url: URL; secrets: Secrets }

/** `dataKey` opens the sealed payloads. Each is opened as it is sent: one that does not open is no other's trouble. */
type Batch = { target: Target; claimed: Claimed[]; dataKey: DataKey | null; claimedMono: number }

/**
 * Sends what is due for one endpoint until nothing is left, `isEnding` says so, or its turn is over. A slow answer holds no other up:
 * there are always as many under way as the limits let. Returns how many were sent. Attempts are committed before they are sent, so a
 * process that dies loses nothing: what it had taken is due again after `limits.webhookLostMs`.
 */
export async function sendDue(
  ctx: Context,
  endpoint: { operatorId: number; endpointId: number },
  slots: { calls: Slots; database: Slots },
  isEnding: () => boolean,
): Promise<number> {
  const underWay = new Set<Promise<void>>()
  const turnEnds = ctx.clock.mono() + ctx.limits.webhookTurnMs
  // Few until it is seen to take them, so that hanging endpoints hold few of the calls that all endpoints share.
  let window: number = ctx.limits.webhookProbeCount
  let sent = 0
  try {
    while (!isEnding() && ctx.clock.mono() < turnEnds) {
      if (underWay.size >= window) {
        await Promise.race(underWay)
        continue
      }
      const room = await takeSlots(slots.calls, window - underWay.size)
      const batch = await withSlot(slots.database, () => claim(ctx, endpoint, room)).catch((error) => {
        releaseSlots(slots.calls, room)
        throw error
      })
      releaseSlots(slots.calls, room - (batch?.claimed.length ?? 0))
      if (batch === null) {
        if (underWay.size === 0) break
        // One that hangs must not keep what comes meanwhile waiting.
        await Promise.race([...underWay, ctx.clock.sleep(ctx.limits.webhooksIntervalMs)])
        continue
      }
      await ctx.points.at('webhook:attempt-recorded')
      for (const delivery of batch.claimed) {
        const sending = sendOne(ctx, batch, delivery, slots.database).then((isTaken) => {
          window = isTaken ? Math.min(window * 2, ctx.limits.webhookBatchCount) : ctx.limits.webhookProbeCount
          slots.calls.release()
          underWay.delete(sending)
        })
        underWay.add(sending)
      }
      sent += batch.claimed.length
    }
  } finally {
    // Whatever ends the turn, what was sent is waited for: its answers are recorded.
    await Promise.all(underWay)
  }
  return sent
}

/** At least one, waiting for it if need be, and as many more as are free. */
async function takeSlots(slots: Slots, wanted: number): Promise<number> {
  await slots.take()
  let taken = 1
  while (taken < wanted && slots.tryTake()) taken += 1
  return taken
}

function releaseSlots(slots: Slots, count: number): void {
  for (let released = 0; released < count; released++) slots.release()
}

async function withSlot<T>(slots: Slots, work: () => Promise<T>): Promise<T> {
  await slots.take()
  try {
    return await work()
  } finally {
    slots.release()
  }
}

async function claim(
  ctx: Context,
  endpoint: { operatorId: number; endpointId: number },
  count: number,
): Promise<Batch | null> {
  const { operatorId, endpointId } = endpoint
  const now = ctx.clock.now()
  const claimedMono = ctx.clock.mono()
  return ctx.tx(operatorId, async (tx) => {
    const found = await findSendable(tx, operatorId, endpointId)
    if (!found) return null
    const claimed = await claimDeliveries(tx, endpoint, { now, lostAt: later(now, ctx.limits.webhookLostMs), count })
    if (claimed.length === 0) return null
    const target = { ...endpoint, url: new URL(found.url), secrets: openSecrets(ctx, endpoint, found.secrets, now) }
    return { target, claimed, dataKey: await payloadKeyOf(ctx, tx, operatorId, claimed), claimedMono }
  })
}

async function sendOne(
  ctx: Context,
  { target, dataKey, claimedMono }: Batch,
  delivery: Claimed,
  database: Slots,
): Promise<boolean> {
  const { operatorId, endpointId } = target
  const about = { operatorId, endpointId, deliveryId: delivery.deliveryId, type: delivery.type }
  // A process that stood still in between is not the only one by now. It is due again when it is taken for lost.
  if (ctx.clock.mono() - claimedMono > ctx.limits.attemptSendMs) {
    ctx.log.warn(about, 'a delivery came too late to be sent')
    return false
  }
  try {
    const body = openBody(ctx, dataKey, delivery, about)
    const reply = body === null ? UNOPENED : await post(ctx, target, delivery, body)
    await ctx.points.at('webhook:replied')
    return await withSlot(database, () => record(ctx, target, delivery, reply))
  } catch (error) {
    reportFailure(ctx, error, about, 'a delivery could not be sent')
    return false
  }
}

/** Of an attempt that ends before anything is sent. */
const UNOPENED: HttpReply = { kind: 'never_sent', reason: 'the sealed payload does not open' }

/** What is sent; null, after a word in the log, when the payload does not open. It is tried again, in case the key comes back. */
function openBody(ctx: Context, dataKey: DataKey | null, delivery: Claimed, about: object): string | null {
  try {
    return bodyOf(openPayload(dataKey, delivery))
  } catch (error) {
    ctx.log.error({ err: error, ...about }, 'the sealed payload of a delivery does not open')
    return null
  }
}

function post(
  ctx: Context,
  { endpointId, url, secrets }: Target,
  { deliveryId }: Claimed,
  body: string,
): Promise<HttpReply> {
  const id = deliveryName(deliveryId)
  const nonce = ctx.random.bytes(24).toString('base64url')
  return ctx.http.send({
    lane: `webhook ${endpointId}`,
    method: 'POST',
    url: url.href,
    headers: signedHeaders({ id, url, body, secrets, now: ctx.clock.now(), nonce }),
    body,
    timeoutMs: ctx.limits.webhookCallMs,
    maxReplyBytes: ctx.limits.webhookReplyBytes,
    statusIsEnough: true,
  })
}

const GONE = 410

/** True when the event was taken. */
async function record(ctx: Context, target: Target, delivery: Claimed, reply: HttpReply): Promise<boolean> {
  const { operatorId, endpointId } = target
  const now = ctx.clock.now()
  const status = reply.kind === 'answered' ? reply.status : null
  const isDelivered = status !== null && status >= 200 && status < 300
  const reason = isDelivered ? null : reply.kind === 'answered' ? `answered ${reply.status}` : reply.reason
  const { nextAttemptAt, notBefore } = nextAttempt(ctx, delivery, reply, now)
  await ctx.tx(operatorId, async (tx) => {
    await closeAttempt(tx, operatorId, delivery.attemptId, { ended_at: now, status_code: status, reason })
    if (isDelivered) {
      await markDelivered(tx, operatorId, delivery, now)
      await markTaken(tx, operatorId, endpointId, now)
    } else {
      await markAttemptFailed(tx, operatorId, delivery, { nextAttemptAt, notBefore })
      await markFailing(tx, operatorId, endpointId, { now, isGone: status === GONE })
    }
  })
  const { deliveryId, type } = delivery
  ctx.log.info({ operatorId, endpointId, deliveryId, type, status, reason }, 'webhook call')
  if (!isDelivered && nextAttemptAt === null) {
    ctx.log.warn({ operatorId, endpointId, deliveryId, type, alert: true }, 'a webhook delivery is parked')
  }
  return isDelivered
}

/** When a delivery that fails now is tried next, and before when its receiver wants to hear nothing of it; null for never, and for no wish. */
function nextAttempt(
  ctx: Context,
  delivery: Claimed,
  reply: HttpReply,
  now: Date,
): { nextAttemptAt: Date | null; notBefore: Date | null } {
  const header = reply.kind === 'answered' ? reply.headers['retry-after'] : undefined
  const askedMs = readRetryAfter(header, now, ctx.limits.webhookRetryAfterMs)
  const delayMs = delayAfter(delivery.attemptCount + 1, ctx.random.bytes(4).readUInt32BE(), askedMs)
  return {
    nextAttemptAt: delayMs === null ? null : later(now, delayMs),
    notBefore: askedMs === null ? null : later(now, askedMs),
  }
}
