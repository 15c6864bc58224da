import type { FastifyReply } from 'fastify'
import { isBearerToken, Refusal } from '../kernel/index.ts'
import { type Context, tokenHash, type WebRequest } from '../platform/index.ts'
import { authenticateSession, listKnownSessions, type Session } from '../sessions/index.ts'
import { limitSession } from './rate-limits.ts'
import { lookForCaller } from './strangers.ts'

/** The token of a session to log out, which may have ended; nothing is asked of whoever begins one. Refuses with SESSION_INVALID. */
export async function knownBearer(
  ctx: Context,
  route: string,
  request: WebRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const token = bearerOf(request)
  if (route !== 'logout' || token === null) return token
  return lookForCaller(ctx, request, reply, { kind: 'endedSession', token }, async () => {
    const [known] = await ctx.systemStatements((tx) => listKnownSessions(tx, [tokenHash(token)]))
    if (!known) throw new Refusal('SESSION_INVALID')
    return token
  })
}

/** The session token of the Authorization header; null when none came that could be one. */
function bearerOf(request: WebRequest): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return isBearerToken('ps', bearer) ? bearer : null
}

/** Whose session this is. Refuses with SESSION_INVALID, SESSION_EXPIRED, OPERATOR_SUSPENDED or RATE_LIMITED. */
export async function authenticatePlayer(ctx: Context, request: WebRequest, reply: FastifyReply): Promise<Session> {
  const bearer = bearerOf(request)
  if (bearer === null) throw new Refusal('SESSION_INVALID')
  const knock = { kind: 'session', token: bearer } as const
  const session = await lookForCaller(ctx, request, reply, knock, () => authenticateSession(ctx, bearer))
  request.operatorSlug = session.operator.slug
  await limitSession(ctx, reply, session)
  return session
}
