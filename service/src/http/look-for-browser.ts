import type { FastifyReply } from 'fastify'
import { isBearerToken, Refusal } from '../kernel/index.ts'
import { authenticateKycBrowser, type KycBrowser } from '../kyc/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { readCookie } from './cookies.ts'
import { KYC_COOKIE } from './kyc-cookie.ts'
import { lookForCaller } from './strangers.ts'

/** The browser that a link of a verification was opened in, by its cookie. Throws KYC_SESSION_ENDED, OPERATOR_SUSPENDED, RATE_LIMITED. */
export async function lookForBrowser(ctx: Context, request: WebRequest, reply: FastifyReply): Promise<KycBrowser> {
  const token = readCookie(ctx, request, KYC_COOKIE)
  if (token === null || !isBearerToken('ks', token)) throw new Refusal('KYC_SESSION_ENDED')
  const knock = { kind: 'kycBrowser', token } as const
  return lookForCaller(ctx, request, reply, knock, () => authenticateKycBrowser(ctx, token))
}
