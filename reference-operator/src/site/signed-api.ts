import type { Casino } from '../casinos.ts'
import { type Exchange, SiteError } from './http.ts'
import { idOf, showsPersonal } from './input.ts'
import type { Site } from './site.ts'

/** The signed calls between this casino and Coffer, as its page shows them. */

/** Newest first, without what was sent and answered. */
export function readSignedCalls({ signed }: Site, { slug }: Casino) {
  const calls = signed.list(slug).map(({ callId, direction, startedAt, method, path, status, tookMs, end, body }) => {
    return { callId, direction, startedAt, method, path, status, tookMs, end, type: typeOf(body) }
  })
  return { calls }
}

/** One call with everything, `?callId=`; what is personal with `?personal=show` alone. */
export function readSignedCall({ signed }: Site, { slug }: Casino, { url }: Exchange) {
  const call = signed.find(slug, idOf('callId', url.searchParams.get('callId')), showsPersonal(url))
  if (!call) throw new SiteError(404, 'NOT_FOUND', 'That call is no longer kept: only the last 200 are.')
  return { call }
}

/** What a wallet call says it is; null for calls that are named by their path. */
function typeOf(body: string): string | null {
  return /^\{"type":"([a-z.]{1,40})"/.exec(body)?.[1] ?? null
}
