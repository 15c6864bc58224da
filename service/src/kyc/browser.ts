import { bearerToken, isIdle, isSeenDue, Refusal } from '../kernel/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { findBrowser, findOpenLink, findOperatorOfLink, markBrowserSeen, takeLink } from './link-store.ts'

/** A browser that opened a link, and the request that it may fill in. */
export type KycBrowser = {
  operator: Operator
  operatorId: number
  requestId: number
  linkId: number
  tokenHash: Buffer
}

export type OpenedLink = { operator: Operator; cookie: string }

/** For whom a link can be opened; looking takes nothing from it. Null where {@link openKycLink} would give null. */
export async function findKycLink(ctx: Context, token: string): Promise<Operator | null> {
  return ctx.systemStatements(async (tx) => {
    const operatorId = await findOpenLink(tx, tokenHash(token), ctx.clock.now())
    const operator = operatorId === null ? null : await getOperator(tx, operatorId)
    return operator?.status === 'active' ? operator : null
  })
}

/**
 * Opens a link, once: for whom, and the cookie of the browser that may go on. Null when the link is used, replaced, too old or none of
 * ours. While its operator is suspended it opens nothing, and is not used up.
 */
export async function openKycLink(ctx: Context, token: string): Promise<OpenedLink | null> {
  const hash = tokenHash(token)
  const cookie = bearerToken('ks', ctx.random)
  return ctx.systemTx(async (tx) => {
    const operatorId = await findOperatorOfLink(tx, hash)
    const operator = operatorId === null ? null : await getOperator(tx, operatorId)
    if (operator?.status !== 'active') return null
    const isTaken = await takeLink(tx, hash, tokenHash(cookie), ctx.clock.now())
    return isTaken ? { operator, cookie } : null
  })
}

/** Whose browser this is; its idle end is moved on. Throws KYC_SESSION_ENDED, OPERATOR_SUSPENDED. */
export async function authenticateKycBrowser(ctx: Context, cookie: string | null): Promise<KycBrowser> {
  if (cookie === null) throw new Refusal('KYC_SESSION_ENDED')
  return ctx.systemStatements(async (tx) => {
    const link = await findBrowser(tx, tokenHash(cookie))
    const now = ctx.clock.now()
    const rule = { idleMs: ctx.limits.kycIdleMs, bumpMs: ctx.limits.sessionBumpMs }
    if (!link?.seen_at || link.ended_at !== null || isIdle(link.seen_at, rule, now))
      throw new Refusal('KYC_SESSION_ENDED')
    const { operator_id: operatorId, link_id: linkId, request_id: requestId } = link
    const operator = await getOperator(tx, operatorId)
    if (operator.status !== 'active') throw new Refusal('OPERATOR_SUSPENDED')
    if (isSeenDue(link.seen_at, rule, now)) await markBrowserSeen(tx, operatorId, linkId, now)
    return { operator, operatorId, requestId, linkId, tokenHash: link.token_hash }
  })
}

/** True when this is the browser that the link was opened in: a reload of the same address. */
export function cameBy(browser: KycBrowser, token: string): boolean {
  return browser.tokenHash.equals(tokenHash(token))
}
