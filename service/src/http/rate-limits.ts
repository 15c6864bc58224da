import { mulDivCeil } from '@coffer/contract/money'
import type { Route } from '@coffer/contract/route'
import type { FastifyReply } from 'fastify'
import { Refusal, seconds } from '../kernel/index.ts'
import type { KycBrowser } from '../kyc/index.ts'
import type { Caller, Operator } from '../operators/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import type { Session } from '../sessions/index.ts'
import {
  addressName,
  type Bucket,
  initBucket,
  keyBucket,
  kycBucket,
  kycImageBucket,
  kycPageBucket,
  type LimitState,
  opensBucket,
  rotationBucket,
  sessionBucket,
  signInBucket,
  staffBucket,
  staffChangeBucket,
  takeToken,
} from '../throttle/index.ts'

/** Each throws RATE_LIMITED when there is no token left, before anything of the request is done. */
export async function limitKey(ctx: Context, reply: FastifyReply, caller: Caller): Promise<void> {
  await spend(ctx, reply, keyBucket(caller.operator, caller.keyId))
}

export async function limitSession(ctx: Context, reply: FastifyReply, session: Session): Promise<void> {
  await spend(ctx, reply, sessionBucket(session.operator, session.sessionId))
}

/** A player has one bucket for both surfaces, whoever asks. */
export async function limitOpens(
  ctx: Context,
  reply: FastifyReply,
  route: Route,
  opener: { operator: Operator; playerExternalId: string },
): Promise<void> {
  if (route.opens) await spend(ctx, reply, opensBucket(opener.operator, opener.playerExternalId))
}

/** Each rotation reveals a seed and keeps a pair for ever: a player has one bucket for both surfaces here too. */
export async function limitRotations(
  ctx: Context,
  reply: FastifyReply,
  route: string,
  { operator, playerExternalId }: { operator: Operator; playerExternalId: string },
): Promise<void> {
  if (route !== 'rotateSeed') return
  await spend(ctx, reply, rotationBucket(operator, playerExternalId, ctx.limits.rotationsPerHourCount))
}

/** Links to the verification of a player. */
export async function limitKyc(
  ctx: Context,
  reply: FastifyReply,
  route: string,
  asked: { operator: Operator; playerExternalId: string },
): Promise<void> {
  if (route === 'createKycSession') await spend(ctx, reply, kycBucket(asked.operator, asked.playerExternalId))
}

/** What one page of a verification asks for: as much as a session of a player. To read a photo is work, so they are fewer. */
export async function limitKycBrowser(
  ctx: Context,
  reply: FastifyReply,
  route: string,
  { operator, linkId }: KycBrowser,
): Promise<void> {
  await spend(ctx, reply, kycPageBucket(operator, linkId))
  if (route === 'storeKycImage')
    await spend(ctx, reply, kycImageBucket(operator, linkId, ctx.limits.kycImagesPerHourCount))
}

/** Sessions of an operator that begin from the address of a request. */
export async function limitSessionsOf(
  ctx: Context,
  reply: FastifyReply,
  request: WebRequest,
  operator: Operator,
): Promise<void> {
  await spend(ctx, reply, initBucket(operator, addressName(request.ip)))
}

/** Sign-in requests of staff from an address. No operator's setting counts here. */
export async function limitSignIn(ctx: Context, reply: FastifyReply, request: WebRequest): Promise<void> {
  await spend(ctx, reply, signInBucket(ctx.limits.signInsPerMinuteCount, addressName(request.ip)))
}

/** Requests of a member of staff, and the changes among them. No operator's setting counts here. */
export async function limitStaff(
  ctx: Context,
  reply: FastifyReply,
  { staffId, isChange }: { staffId: number; isChange: boolean },
): Promise<void> {
  await spend(ctx, reply, staffBucket(staffId, ctx.limits.staffRequestsPerMinuteCount))
  if (isChange) await spend(ctx, reply, staffChangeBucket(staffId, ctx.limits.staffChangesPerMinuteCount))
}

async function spend(ctx: Context, reply: FastifyReply, bucket: Bucket): Promise<void> {
  const state = await takeToken(ctx, bucket)
  if (!state.admitted) throw refuseLimited(reply, state)
  setLimitHeaders(reply, state)
}

/** What the headers and the answer show whoever has no token left. */
export function refuseLimited(reply: FastifyReply, state: LimitState): Refusal {
  setLimitHeaders(reply, { ...state, admitted: false })
  return new Refusal('RATE_LIMITED', { retryAfterSeconds: wholeSeconds(state.retryMs, 1) })
}

/** Of two limits on a request the tighter one is shown. */
function setLimitHeaders(reply: FastifyReply, { admitted, limitCount, remainingCount, resetMs }: LimitState): void {
  const shown = reply.getHeader('ratelimit-remaining')
  if (remainingCount === null || (admitted && shown !== undefined && Number(shown) <= remainingCount)) return
  reply.headers({
    'ratelimit-limit': String(limitCount),
    'ratelimit-remaining': String(remainingCount),
    'ratelimit-reset': String(wholeSeconds(resetMs, 0)),
  })
}

function wholeSeconds(ms: number, least: number): number {
  return Math.max(least, mulDivCeil(ms, 1, seconds(1)))
}
