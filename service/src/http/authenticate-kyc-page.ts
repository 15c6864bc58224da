import { KYC_REQUEST_HEADER } from '@coffer/contract/kyc-answers'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import type { KycBrowser } from '../kyc/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { lookForBrowser } from './look-for-browser.ts'
import { refuseOtherOrigin } from './own-origin.ts'
import { takePhotoPlace } from './photo-places.ts'
import { limitKycBrowser } from './rate-limits.ts'

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
