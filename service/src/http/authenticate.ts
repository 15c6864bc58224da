import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { CSRF_HEADER } from '@coffer/contract/admin'
import { KYC_REQUEST_HEADER } from '@coffer/contract/kyc-answers'
import { CONFIRMED_PERMISSIONS, mayDo } from '@coffer/contract/permissions'
import type { AdminRoute, SignedRoute } from '@coffer/contract/route'
import { SCOPE_OF, type Scope, s2sRoutes } from '@coffer/contract/s2s'
import { SIGNING_HEADERS } from '@coffer/contract/signing'
import type { FastifyReply } from 'fastify'
import type { RequestActor } from '../audit/index.ts'
import { isBearerToken, Refusal } from '../kernel/index.ts'
import { authenticateKycBrowser, cameBy, type KycBrowser, openKycLink } from '../kyc/index.ts'
import { authenticateRequest, type Caller } from '../operators/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { authenticateSession, findLaunchOperator, type Session } from '../sessions/index.ts'
import {
  authenticateStaffSession,
  type Client,
  refuseSuspended,
  refuseUnconfirmed,
  type StaffSession,
  signInByTicket,
} from '../staff/index.ts'
import { KYC_COOKIE, readCookie, refuseOtherOrigin, STAFF_COOKIE } from './cookies.ts'
import { limitKey, limitKycBrowser, limitSession, limitSessionsOf, limitSignIn, limitStaff } from './rate-limits.ts'
import { bodyBytes, peekField } from './read-input.ts'
import { lookForCaller, lookForKey } from './strangers.ts'
import { takePhotoPlace, takeStaffPlace } from './upload-places.ts'

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

/** The backend of an operator that has signed a request. */
export type Backend = Caller & { actor: RequestActor }

/** Checks the signature over the raw target and the raw bytes, then the key's rate limit, then the scope that the route needs. */
export async function authenticateBackend(
  ctx: Context,
  name: keyof typeof s2sRoutes,
  request: WebRequest,
  reply: FastifyReply,
): Promise<Backend> {
  const sent = {
    keyId: headerOf(request, SIGNING_HEADERS.keyId),
    timestamp: headerOf(request, SIGNING_HEADERS.timestamp),
    nonce: headerOf(request, SIGNING_HEADERS.nonce),
    signature: headerOf(request, SIGNING_HEADERS.signature),
    method: request.method,
    target: request.raw.url ?? '',
    body: bodyBytes(request),
    refusesRepeats: () => refusesRepeats(s2sRoutes[name], request),
  }
  const caller = await lookForKey(ctx, request, reply, (find) => authenticateRequest(ctx, { ...sent, find }))
  request.operatorSlug = caller.operator.slug
  await limitKey(ctx, reply, caller)
  const scope = SCOPE_OF[name]
  if (scope !== null) assertScope(caller, scope)
  return { ...caller, actor: { id: caller.keyId, address: addressOf(request), requestId: request.id } }
}

/** Whether nothing but its signature tells a request from an earlier one. */
function refusesRepeats(route: SignedRoute, request: WebRequest): boolean {
  if (!('repeat' in route) || route.repeat === 'reads') return false
  if (route.repeat === 'refused') return true
  const { by } = route.repeat
  return !route.path.includes(`:${by}`) && peekField(request, by) === undefined
}

/** Throws SCOPE_MISSING. */
export function assertScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.includes(scope)) throw new Refusal('SCOPE_MISSING')
}

function headerOf(request: WebRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Whose verification a page fills in. Refuses with ORIGIN_REFUSED, KYC_SESSION_ENDED, OPERATOR_SUSPENDED, RATE_LIMITED or KYC_UNAVAILABLE. */
export async function authenticateKycPage(
  ctx: Context,
  route: string,
  request: WebRequest,
  reply: FastifyReply,
): Promise<KycBrowser> {
  if (request.method !== 'GET') refuseOtherOrigin(ctx, request)
  const browser = await lookForBrowser(ctx, request, reply)
  const { [KYC_REQUEST_HEADER]: named } = request.headers
  // The link of another verification was opened in this browser since: the page that asks has none any more.
  if (named !== undefined && named !== String(browser.requestId)) throw new Refusal('KYC_SESSION_ENDED')
  request.operatorSlug = browser.operator.slug
  await limitKycBrowser(ctx, reply, route, browser)
  if (route === 'storeKycImage') takePhotoPlace(ctx, reply, browser)
  return browser
}

/** The browser that a link of a verification was opened in, by its cookie. Throws KYC_SESSION_ENDED, OPERATOR_SUSPENDED, RATE_LIMITED. */
export async function lookForBrowser(ctx: Context, request: WebRequest, reply: FastifyReply): Promise<KycBrowser> {
  const token = readCookie(ctx, request, KYC_COOKIE)
  if (token === null || !isBearerToken('ks', token)) throw new Refusal('KYC_SESSION_ENDED')
  const knock = { kind: 'kycBrowser', token } as const
  return lookForCaller(ctx, request, reply, knock, () => authenticateKycBrowser(ctx, token))
}

/** A page of a link, before it has taken the link. */
export type KycVisitor = {
  /** The cookie that the browser goes on with; null when it has it already. Throws KYC_SESSION_ENDED, RATE_LIMITED. */
  openLink(token: string): Promise<string | null>
}

/** Only a page of ours takes a link. Throws ORIGIN_REFUSED. */
export function kycVisitorOf(ctx: Context, request: WebRequest, reply: FastifyReply): KycVisitor {
  refuseOtherOrigin(ctx, request)
  return {
    openLink: async (token) => {
      const opened = await lookForLink(ctx, request, reply, token, openKycLink)
      if (opened !== null) return opened.cookie
      // Another tab of this browser has taken it, or the answer to an earlier try was lost.
      if ((await findBrowserOf(ctx, request, reply, token)) !== null) return null
      throw new Refusal('KYC_SESSION_ENDED')
    },
  }
}

/** What is found of a link by its token; null when there is nothing. Throws RATE_LIMITED. */
export async function lookForLink<T>(
  ctx: Context,
  request: WebRequest,
  reply: FastifyReply,
  token: string,
  look: (ctx: Context, token: string) => Promise<T | null>,
): Promise<T | null> {
  if (!isBearerToken('kt', token)) return null
  const lookOrRefuse = async () => {
    const found = await look(ctx, token)
    if (found === null) throw new Refusal('KYC_SESSION_ENDED')
    return found
  }
  return unlessNobody(() => lookForCaller(ctx, request, reply, { kind: 'kycLink', token }, lookOrRefuse))
}

/** The browser of the cookie, when it came by this link, or when no link is named. Throws RATE_LIMITED. */
export async function findBrowserOf(
  ctx: Context,
  request: WebRequest,
  reply: FastifyReply,
  token: unknown,
): Promise<KycBrowser | null> {
  const browser = await unlessNobody(() => lookForBrowser(ctx, request, reply))
  if (browser === null || token === undefined) return browser
  return typeof token === 'string' && cameBy(browser, token) ? browser : null
}

/** Null where the page says that the link has ended. */
async function unlessNobody<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'RATE_LIMITED') return null
    throw error
  }
}

/**
 * The staff session of a request; the browser at the sign-in, which has none yet. `isAgain`: the request was authenticated before its body was read,
 * and is authenticated again afterwards. Refuses with ORIGIN_REFUSED,
 * RATE_LIMITED, STAFF_SESSION_INVALID, OPERATOR_SUSPENDED, STAFF_FORBIDDEN, PASSKEY_REQUIRED or CONFIRMATION_REQUIRED.
 */
export async function authenticateStaff(
  ctx: Context,
  { access, reads, confirmation, upload }: AdminRoute,
  request: WebRequest,
  reply: FastifyReply,
  { isAgain }: { isAgain: boolean },
): Promise<StaffSession | Client> {
  const isChange = request.method !== 'GET'
  if (isChange) refuseOtherOrigin(ctx, request)
  if (access === 'anyone') {
    await limitSignIn(ctx, reply, request)
    return clientOf(request)
  }
  const session = await authenticateStaffCookie(ctx, request, reply)
  // An upload costs as much as a change.
  const counts = isChange && (reads !== true || upload !== undefined)
  if (!isAgain) await limitStaff(ctx, reply, { staffId: session.staffId, isChange: counts })
  if (isChange && !isSame(request.headers[CSRF_HEADER], session.csrfToken)) throw new Refusal('ORIGIN_REFUSED')
  if (access === 'session') return session
  refuseSuspended(session)
  if (access !== 'staff' && !mayDo(session.roles, access)) throw new Refusal('STAFF_FORBIDDEN')
  const isSensitive = access !== 'staff' && CONFIRMED_PERMISSIONS.includes(access)
  refuseUnconfirmed(ctx, session, confirmation ?? (isSensitive ? 'recent' : 'once'))
  if (upload !== undefined && !isAgain) takeStaffPlace(ctx, reply, session)
  return session
}

/** The staff session of the cookie. Throws STAFF_SESSION_INVALID, RATE_LIMITED. */
async function authenticateStaffCookie(ctx: Context, request: WebRequest, reply: FastifyReply): Promise<StaffSession> {
  const token = readCookie(ctx, request, STAFF_COOKIE)
  if (token === null || !isBearerToken('ss', token)) throw new Refusal('STAFF_SESSION_INVALID')
  const knock = { kind: 'staffSession', token } as const
  const session = await lookForCaller(ctx, request, reply, knock, () =>
    authenticateStaffSession(ctx, token, clientOf(request)),
  )
  if (session.operator !== null) request.operatorSlug = session.operator.slug
  return session
}

/** The staff session of the cookie, or null: a page is shown without one, too. Throws RATE_LIMITED. */
export async function findStaffOf(
  ctx: Context,
  request: WebRequest,
  reply: FastifyReply,
): Promise<StaffSession | null> {
  try {
    return await authenticateStaffCookie(ctx, request, reply)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'STAFF_SESSION_INVALID') return null
    throw error
  }
}

type TakenTicket = Awaited<ReturnType<typeof signInByTicket>>

/** Exchanges a ticket of single sign-on for a session; null when it is invalid. Throws RATE_LIMITED. */
export async function takeTicket(
  ctx: Context,
  request: WebRequest,
  reply: FastifyReply,
  ticket: unknown,
): Promise<TakenTicket | null> {
  if (typeof ticket !== 'string' || !isBearerToken('at', ticket)) return null
  const knock = { kind: 'staffTicket', token: ticket } as const
  const replacedToken = readCookie(ctx, request, STAFF_COOKIE)
  const signIn = () => signInByTicket(ctx, { ticket, replacedToken, client: clientOf(request) })
  return unlessNobody(() => lookForCaller(ctx, request, reply, knock, signIn))
}

const USER_AGENT_CHARACTERS = 300

function clientOf(request: WebRequest): Client {
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null
  return { address: addressOf(request), userAgent, requestId: request.id }
}

/** Behind a misconfigured proxy the address is text of the client's own: then it is null. */
function addressOf({ ip }: WebRequest): string | null {
  return isIP(ip) === 0 ? null : ip
}

/** Takes as long for a token that is nearly right as for any other. */
function isSame(sent: string | string[] | undefined, expected: string): boolean {
  if (typeof sent !== 'string' || Buffer.byteLength(sent) !== Buffer.byteLength(expected)) return false
  return timingSafeEqual(Buffer.from(sent), Buffer.from(expected))
}
