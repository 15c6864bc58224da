import { KYC_REQUEST_HEADER } from '@coffer/contract/kyc-answers'
import type { FastifyReply } from 'fastify'
import { isBearerToken, Refusal } from '../kernel/index.ts'
import { authenticateKycBrowser, type KycBrowser } from '../kyc/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { KYC_COOKIE, readCookie, refuseOtherOrigin } from './cookies.ts'
import { takePhotoPlace } from './photo-places.ts'
import { limitKycBrowser } from './rate-limits.ts'
import { lookForCaller } from './strangers.ts'

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
