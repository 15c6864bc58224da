import { Refusal } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'

export type Cookie = {
  name: string
  path: string
  /** It also comes along in a frame of another site, over https. */
  isFramed: boolean
}

/** The browser that a link of a verification was opened in: a window of its own, never a frame. */
export const KYC_COOKIE: Cookie = { name: 'coffer_kyc', path: '/kyc', isFramed: false }

/** The desk of a member of staff. For the whole host, so that over https no neighbour of its name can set it. */
export const STAFF_COOKIE: Cookie = { name: 'coffer_desk', path: '/', isFramed: true }

/** The value of a cookie, if it came. One that came twice is none: a neighbour of our name may have set the other. */
export function readCookie(ctx: Context, request: WebRequest, cookie: Cookie): string | null {
  const name = sentName(ctx, cookie)
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const [found, ...others] = pairs.filter((pair) => pair.startsWith(`${name}=`))
  return found === undefined || others.length > 0 ? null : found.slice(name.length + 1)
}

/** Over https a prefix, with which browsers take a cookie from its own host only, or at least over https only. */
function sentName(ctx: Context, { name, path }: Cookie): string {
  if (!isSecure(ctx)) return name
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`
}

function isSecure(ctx: Context): boolean {
  return ctx.config.baseUrl.startsWith('https://')
}

/**
 * A cookie of ours, which no script reads and which ends with the browser; without a value it is forgotten at once.
 */
export function cookieHeader(ctx: Context, cookie: Cookie, value: string | null): Record<string, string> {
  const { path, isFramed } = cookie
  const site = isSecure(ctx) && isFramed ? 'SameSite=None; Partitioned' : 'SameSite=Lax'
  const rules = isSecure(ctx) ? `Secure; ${site}` : site
  const ends = value === null ? '; Max-Age=0' : ''
  return { 'set-cookie': `${sentName(ctx, cookie)}=${value ?? ''}; HttpOnly; Path=${path}; ${rules}${ends}` }
}

/** A change that a cookie vouches for comes from a page of ours: a browser says so, and no other page can. Throws ORIGIN_REFUSED. */
export function refuseOtherOrigin(ctx: Context, request: WebRequest): void {
  if (request.headers.origin !== new URL(ctx.config.baseUrl).origin) throw new Refusal('ORIGIN_REFUSED')
}
