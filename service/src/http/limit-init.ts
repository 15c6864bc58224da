import type { FastifyReply } from 'fastify'
import { isBearerToken, Refusal } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { findLaunchOperator } from '../sessions/index.ts'
import { limitSessionsOf } from './rate-limits.ts'
import { lookForCaller } from './strangers.ts'

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
