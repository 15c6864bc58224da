import type { Context, WebRequest } from '../platform/index.ts'

export type Cookie = {
  name: string
  path: string
  /** It also comes along in a frame of another site, over https. */
  isFramed: boolean
}

/** The value of a cookie, if it came. */
export function readCookie(request: WebRequest, { name }: Cookie): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

/**
 * A cookie of ours, which no script reads and which ends with the browser; without a value it is forgotten at once.
 */
export function cookieHeader(
  ctx: Context,
  { name, path, isFramed }: Cookie,
  value: string | null,
): Record<string, string> {
  const isSecure = ctx.config.baseUrl.startsWith('https://')
  const site = isSecure && isFramed ? 'SameSite=None; Partitioned' : 'SameSite=Lax'
  const rules = isSecure ? `Secure; ${site}` : site
  const ends = value === null ? '; Max-Age=0' : ''
  return { 'set-cookie': `${name}=${value ?? ''}; HttpOnly; Path=${path}; ${rules}${ends}` }
}
