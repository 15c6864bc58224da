import { mulDivFloor } from '@coffer/contract/money'
import { later, seconds } from '../kernel/index.ts'
import { type Context, type HttpReply, isDatabaseGone, reportFailure } from '../platform/index.ts'
import type { DataKey } from '../privacy/index.ts'
import { type AttemptEnd, type Claimed, markAttemptsEnded } from './delivery-store.ts'
import { markFailing, markTaken } from './endpoint-store.ts'
import { bodyOf, deliveryName, type Secrets, signedHeaders } from './message.ts'
import { openPayload } from './payloads.ts'

export type EndpointKey = { operatorId: number; endpointId: number }

/** An endpoint as it is sent to: its secrets are open. `savedUrl`: its URL as it is stored. */
export type Target = EndpointKey & { url: URL; savedUrl: string; mayBePrivate: boolean; secrets: Secrets }

/** `dataKey` opens the sealed payloads. Each is opened as it is sent: one that does not open is no other's trouble. */
export type Batch = { target: Target; claimed: Claimed[]; dataKey: DataKey | null; claimedMono: number }

/** What came of an attempt: the event was taken, it was not, or it was never sent and given back. */
export type Outcome = AttemptEnd & { type: string; url: string; kind: 'taken' | 'failed' | 'given_back' }

/** Posts a delivery once. Null when nothing is known of it, and it is due again when its attempt is taken for lost. Never throws. */
export async function postDelivery(ctx: Context, batch: Batch, delivery: Claimed): Promise<Outcome | null> {
  const { target, dataKey, claimedMono } = batch
  const { operatorId, endpointId } = target
  const about = { operatorId, endpointId, deliveryId: delivery.deliveryId, type: delivery.type }
  // A process that stood still in between is not the only one by now. It is due again when it is taken for lost.
  if (ctx.clock.mono() - claimedMono > ctx.limits.attemptSendMs) {
    ctx.log.warn(about, 'a delivery came too late to be sent')
    return null
  }
  try {
    const body = openBody(ctx, dataKey, delivery, about)
    const reply = body === null ? UNOPENED : await post(ctx, target, delivery, body)
    await ctx.points.at('webhook:replied')
    return outcomeOf(ctx, batch.target, delivery, reply)
  } catch (error) {
    reportFailure(ctx, error, about, 'a delivery could not be sent')
    return null
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
  { endpointId, url, mayBePrivate, secrets }: Target,
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
    isPublicOnly: !mayBePrivate,
  })
}

function outcomeOf(ctx: Context, { savedUrl: url }: Target, delivery: Claimed, reply: HttpReply): Outcome {
  const { deliveryId, attemptId, type } = delivery
  const endedAt = ctx.clock.now()
  const statusCode = reply.kind === 'answered' ? reply.status : null
  const ended = { deliveryId, attemptId, type, url, endedAt, statusCode, isCounted: true }
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { ...ended, kind: 'taken', status: 'delivered', reason: null, nextAttemptAt: null, notBefore: null }
  }
  const reason = reply.kind === 'answered' ? `answered ${reply.status}` : reply.reason
  const next = nextAttempt(ctx, delivery, reply, endedAt)
  return { ...ended, ...next, kind: 'failed', status: next.nextAttemptAt === null ? 'failed' : 'pending', reason }
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

/** Of a delivery that was claimed and not sent: it is due at once, and its attempt is not counted. */
export function givenBack({ savedUrl: url }: Target, { deliveryId, attemptId, type }: Claimed, now: Date): Outcome {
  return {
    ...{ deliveryId, attemptId, type, url, kind: 'given_back', status: 'pending', isCounted: false },
    ...{ endedAt: now, statusCode: null, reason: 'not sent', nextAttemptAt: now, notBefore: null },
  }
}

/**
 * Records what came of the attempts of one endpoint, in the order in which their answers came. Together; one by one when that fails, so
 * that none harms another. What cannot be recorded is due again when its attempt is taken for lost. Never throws.
 */
export async function recordOutcomes(ctx: Context, endpoint: EndpointKey, outcomes: readonly Outcome[]): Promise<void> {
  try {
    await record(ctx, endpoint, outcomes)
  } catch (error) {
    if (outcomes.length === 1 || isDatabaseGone(error)) {
      reportFailure(
        ctx,
        error,
        { ...endpoint, count: outcomes.length },
        'what came of deliveries could not be recorded',
      )
      return
    }
    for (const outcome of outcomes) await recordOutcomes(ctx, endpoint, [outcome])
  }
}

async function record(ctx: Context, endpoint: EndpointKey, outcomes: readonly Outcome[]): Promise<void> {
  const { operatorId, endpointId } = endpoint
  await ctx.tx(operatorId, async (tx) => {
    await markAttemptsEnded(tx, operatorId, outcomes)
    for (const { isTaken, isGone, url, at } of lastTurns(outcomes)) {
      if (isTaken) await markTaken(tx, operatorId, { endpointId, url }, at)
      else await markFailing(tx, operatorId, { endpointId, url }, { now: at, isGone })
    }
  })
  for (const { kind, deliveryId, type, statusCode, reason, status } of outcomes) {
    if (kind === 'given_back') continue
    ctx.log.info({ operatorId, endpointId, deliveryId, type, status: statusCode, reason }, 'webhook call')
    if (status === 'failed') {
      ctx.log.warn({ operatorId, endpointId, deliveryId, type, alert: true }, 'a webhook delivery is parked')
    }
  }
}

/** Answers of one kind and URL that came one after the other; `at` is when the first of them came. */
type Run = { isTaken: boolean; isGone: boolean; url: string; at: Date }

const GONE = 410

/** What an endpoint did last, and what it did before that: nothing earlier can be seen of it. */
function lastTurns(outcomes: readonly Outcome[]): Run[] {
  const runs: Run[] = []
  for (const { kind, statusCode, url, endedAt: at } of outcomes) {
    if (kind === 'given_back') continue
    const [isTaken, isGone, run] = [kind === 'taken', statusCode === GONE, runs.at(-1)]
    if (run?.isTaken === isTaken && run.url === url) run.isGone ||= isGone
    else runs.push({ isTaken, isGone, url, at })
  }
  return runs.slice(-2)
}

/** Attempts at a delivery, each so many seconds after the one before it: the first at once (decisions §12). */
const DELAYS_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

export const ATTEMPTS_COUNT = DELAYS_SECONDS.length

/** Delays are spread by so much either way, in ten-thousandths, so that what failed together does not come back together. */
const JITTER = 1_000

/**
 * Milliseconds until the next attempt, when `made` failed; null when the budget is spent. `lot` is a random integer. An endpoint may
 * ask for more time than the schedule gives, not for less.
 */
export function delayAfter(made: number, lot: number, askedMs: number | null): number | null {
  const delay = DELAYS_SECONDS[made]
  if (delay === undefined) return null
  const spread = 10_000 - JITTER + (lot % (2 * JITTER + 1))
  return Math.max(mulDivFloor(seconds(delay), spread, 10_000), askedMs ?? 0)
}

/** What `Retry-After` asks for, in milliseconds and at most `maxMs`; null when it says nothing that is understood. */
export function readRetryAfter(header: string | undefined, now: Date, maxMs: number): number | null {
  const text = header?.trim() ?? ''
  const asked = /^\d{1,10}$/.test(text) ? seconds(Number(text)) : Date.parse(text) - now.getTime()
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, 0), maxMs)
}
