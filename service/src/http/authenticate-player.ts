import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { authenticateSession, type Session } from '../sessions/index.ts'
import { limitSession } from './rate-limits.ts'

/** The token of the Authorization header, if any. */
export function bearerOf(request: WebRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** Whose session this is. Refuses with SESSION_INVALID, SESSION_EXPIRED, OPERATOR_SUSPENDED or RATE_LIMITED. */
export async function authenticatePlayer(ctx: Context, request: WebRequest, reply: FastifyReply): Promise<Session> {
  const bearer = bearerOf(request)
  if (bearer === null) throw new Refusal('SESSION_INVALID')
  const session = await authenticateSession(ctx, bearer)
  request.operatorSlug = session.operator.slug
  await limitSession(ctx, reply, session)
  return session
}
