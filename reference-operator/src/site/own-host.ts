import type { IncomingMessage } from 'node:http'
import { SiteError } from './http.ts'

/** Names that a machine has for itself. */
const OF_THE_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The site has no passwords, so it answers only those who know it by a name of its own: a page of another name that was made to lead
 * here, and a page of another place that asks for something to be done, are refused. Throws SiteError 421 or 403.
 */
export function refuseForeign({ headers, method }: IncomingMessage, ownUrls: readonly string[]): void {
  const own = new Set([...OF_THE_MACHINE, ...ownUrls.map((url) => new URL(url).hostname)])
  if (!own.has(hostOf(`http://${headers.host}`))) {
    throw new SiteError(421, 'FOREIGN_HOST', 'This site is not served under that name.')
  }
  const { origin } = headers
  const isChange = method !== 'GET' && method !== 'HEAD'
  if (!isChange || origin === undefined) return
  if (URL.parse(origin)?.host !== URL.parse(`http://${headers.host}`)?.host) {
    throw new SiteError(403, 'FOREIGN_ORIGIN', 'Only a page of this site may ask for that.')
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}
