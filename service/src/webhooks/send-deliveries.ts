import { later } from '../kernel/index.ts'
import type { Context, HttpReply } from '../platform/index.ts'
import { type Claimed, claimDeliveries, closeAttempt, markAttemptFailed, markDelivered } from './delivery-store.ts'
import { ENDPOINT_SECRET } from './endpoint.ts'
import { findSendable, type SealedSecrets, updateEndpoint } from './endpoint-store.ts'
import { bodyOf, deliveryName, type Secrets, signedHeaders } from './message.ts'
import { delayAfter, readRetryAfter } from './schedule.ts'

/** An endpoint as it is sent to: its secrets are open. */
type Target = { operatorId: number; endpointId: number; url: URL; secrets: Secrets; isGone: boolean }

/**
 * Sends everything that is due for one endpoint, batch by batch, until nothing is left or `isEnding` says so. Returns how many were
 * sent. Attempts are committed before they are sent, so a process that dies loses nothing: what it had taken is due again after
 * `limits.webhookLostMs`.
 */
export async function sendDue(
  ctx: Context,
  endpoint: { operatorId: number; endpointId: number },
  isEnding: () => boolean,
): Promise<number> {
  for (let sent = 0; ; ) {
    const batch = isEnding() ? null : await claim(ctx, endpoint)
    if (batch === null) return sent
    await ctx.points.at('webhook:attempt-recorded')
    await Promise.all(batch.claimed.map((delivery) => sendOne(ctx, batch.target, delivery)))
    sent += batch.claimed.length
  }
}

async function claim(
  ctx: Context,
  endpoint: { operatorId: number; endpointId: number },
): Promise<{ target: Target; claimed: Claimed[] } | null> {
  const { operatorId, endpointId } = endpoint
  const now = ctx.clock.now()
  return ctx.tx(operatorId, async (tx) => {
    const found = await findSendable(tx, operatorId, endpointId)
    if (!found) return null
    const at = { now, lostAt: later(now, ctx.limits.webhookLostMs), count: ctx.limits.webhookBatchCount }
    const claimed = await claimDeliveries(tx, endpoint, at)
    if (claimed.length === 0) return null
    const { url, isGone } = found
    return {
      target: { ...endpoint, url: new URL(url), secrets: openSecrets(ctx, found.secrets, now), isGone },
      claimed,
    }
  })
}

function openSecrets(ctx: Context, sealed: SealedSecrets, now: Date): Secrets {
  const { secret_sealed: newest, previous_secret_sealed: previous, previous_secret_ends_at: endsAt } = sealed
  const open = (secret: Buffer) => ctx.sealer.open(secret, ENDPOINT_SECRET)
  return previous !== null && endsAt !== null && endsAt > now ? [open(newest), open(previous)] : [open(newest)]
}

async function sendOne(ctx: Context, target: Target, delivery: Claimed): Promise<void> {
  try {
    const reply = await post(ctx, target, delivery)
    await ctx.points.at('webhook:replied')
    await record(ctx, target, delivery, reply)
  } catch (error) {
    const { operatorId, endpointId } = target
    ctx.log.error(
      { err: error, operatorId, endpointId, deliveryId: delivery.deliveryId },
      'a delivery could not be sent',
    )
  }
}

function post(ctx: Context, { endpointId, url, secrets }: Target, delivery: Claimed): Promise<HttpReply> {
  const id = deliveryName(delivery.deliveryId)
  const body = bodyOf(delivery)
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

async function record(ctx: Context, target: Target, delivery: Claimed, reply: HttpReply): Promise<void> {
  const { operatorId, endpointId } = target
  const now = ctx.clock.now()
  const status = reply.kind === 'answered' ? reply.status : null
  const isDelivered = status !== null && status >= 200 && status < 300
  const reason = isDelivered ? null : reply.kind === 'answered' ? `answered ${reply.status}` : reply.reason
  const nextAttemptAt = isDelivered ? null : nextAttempt(ctx, delivery, reply, now)
  await ctx.tx(operatorId, async (tx) => {
    await closeAttempt(tx, operatorId, delivery.attemptId, { ended_at: now, status_code: status, reason })
    if (isDelivered) await markDelivered(tx, operatorId, delivery.deliveryId, now)
    else await markAttemptFailed(tx, operatorId, delivery, nextAttemptAt)
    const isGone = status === GONE
    if (isGone !== target.isGone && (isGone || isDelivered)) {
      await updateEndpoint(tx, operatorId, endpointId, { gone_at: isGone ? now : null })
    }
  })
  const { deliveryId, type } = delivery
  ctx.log.info({ operatorId, endpointId, deliveryId, type, status, reason }, 'webhook call')
  if (!isDelivered && nextAttemptAt === null) {
    ctx.log.warn({ operatorId, endpointId, deliveryId, type, alert: true }, 'a webhook delivery is parked')
  }
}

function nextAttempt(ctx: Context, delivery: Claimed, reply: HttpReply, now: Date): Date | null {
  const header = reply.kind === 'answered' ? reply.headers['retry-after'] : undefined
  const askedMs = readRetryAfter(header, now, ctx.limits.webhookRetryAfterMs)
  const delayMs = delayAfter(delivery.attemptCount, ctx.random.bytes(4).readUInt32BE(), askedMs)
  return delayMs === null ? null : later(now, delayMs)
}
