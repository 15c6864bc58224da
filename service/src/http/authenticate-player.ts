import type { FastifyReply } from 'fastify'
import { isBearerToken, Refusal } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { authenticateSession, findLaunchOperator, type Session } from '../sessions/index.ts'
import { limitSession, limitSessionsOf } from './rate-limits.ts'
import { lookForCaller } from './strangers.ts'

/**
 * Whoever comes without a session, or with one that may have ended. Nothing was asked of them yet: a handler that looks whose the token
 * is does so with `look`, as far as their address may.
 */
export type Visitor = { look<T>(find: (token: string) => Promise<T>): Promise<T> }

/** `look` refuses with SESSION_INVALID where no token came, and with RATE_LIMITED. */
export function visitorOf(ctx: Context, request: WebRequest, reply: FastifyReply): Visitor {
  return {
    look: async (find) => {
      const token = bearerOf(request)
      if (token === null) throw new Refusal('SESSION_INVALID')
      return lookForCaller(ctx, request, reply, { kind: 'endedSession', token }, () => find(token))
    },
  }
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

/**
 * Sessions of an operator that begin from one address. The token is looked at to know whose it is, and not taken: a refused one still
 * works. Throws LAUNCH_TOKEN_INVALID for one that is nobody's, RATE_LIMITED.
 */
export async function limitInit(
  ctx: Context,
  reply: FastifyReply,
  request: WebRequest,
  launchToken: string,
): Promise<void> {
  if (!isBearerToken('lt', launchToken)) throw new Refusal('LAUNCH_TOKEN_INVALID')
  const operator = await lookForCaller(ctx, request, reply, { kind: 'launch', token: launchToken }, async () => {
    const found = await findLaunchOperator(ctx, launchToken)
    if (!found) throw new Refusal('LAUNCH_TOKEN_INVALID')
    return found
  })
  request.operatorSlug = operator.slug
  await limitSessionsOf(ctx, reply, request, operator)
}
