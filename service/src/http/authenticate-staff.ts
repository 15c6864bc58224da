import { timingSafeEqual } from 'node:crypto'
import { type adminRoutes, CSRF_HEADER, type PlatformRole } from '@coffer/contract/admin'
import type { FastifyReply } from 'fastify'
import { isBearerToken, Refusal } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { authenticateStaffSession, type StaffSession } from '../staff/index.ts'
import { readCookie, refuseOtherOrigin, STAFF_COOKIE } from './cookies.ts'
import type { UnauthenticatedDeskRoute } from './handlers.ts'
import { limitSignIn } from './rate-limits.ts'
import { lookForCaller } from './strangers.ts'

type RouteName = keyof typeof adminRoutes

const REVIEWERS: readonly PlatformRole[] = ['kyc_reviewer', 'platform_admin']

/** Who may use a route; null: everybody who is signed in. */
const ROLES_OF: Record<Exclude<RouteName, UnauthenticatedDeskRoute>, readonly PlatformRole[] | null> = {
  signOut: null,
  me: null,
  listKycQueue: REVIEWERS,
  getKycCase: REVIEWERS,
  getKycCaseImage: REVIEWERS,
  claimKycCase: REVIEWERS,
  releaseKycCase: REVIEWERS,
  noteKycCase: REVIEWERS,
  decideKycCase: REVIEWERS,
}

/**
 * Who of the staff asks, before the body is read; null at the sign-in, where nobody is known yet. Refuses with ORIGIN_REFUSED,
 * RATE_LIMITED, STAFF_SESSION_INVALID or STAFF_FORBIDDEN.
 */
export async function authenticateStaff(
  ctx: Context,
  name: RouteName,
  request: WebRequest,
  reply: FastifyReply,
): Promise<StaffSession | null> {
  const isChange = request.method !== 'GET'
  if (isChange) refuseOtherOrigin(ctx, request)
  if (name === 'signIn') {
    await limitSignIn(ctx, reply, request)
    return null
  }
  const token = readCookie(ctx, request, STAFF_COOKIE)
  if (token === null || !isBearerToken('ss', token)) throw new Refusal('STAFF_SESSION_INVALID')
  const knock = { kind: 'staffSession', token } as const
  const session = await lookForCaller(ctx, request, reply, knock, () => authenticateStaffSession(ctx, token))
  if (isChange && !isSame(request.headers[CSRF_HEADER], session.csrfToken)) throw new Refusal('ORIGIN_REFUSED')
  const roles = ROLES_OF[name]
  if (roles !== null && !session.roles.some((role) => roles.includes(role))) throw new Refusal('STAFF_FORBIDDEN')
  return session
}

/** Takes as long for a token that is nearly right as for any other. */
function isSame(sent: string | string[] | undefined, expected: string): boolean {
  if (typeof sent !== 'string' || Buffer.byteLength(sent) !== Buffer.byteLength(expected)) return false
  return timingSafeEqual(Buffer.from(sent), Buffer.from(expected))
}
