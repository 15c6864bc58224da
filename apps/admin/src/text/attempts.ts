import type { DeliveryDetail } from '@coffer/contract/webhooks'

type Attempt = DeliveryDetail['attempts'][number]

/** Reasons that the service records of attempts. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['time-out', 'No response within 15 seconds'],
  ['not sent', 'Not sent, and not counted: earlier deliveries to the endpoint took too long'],
  ['the sealed payload does not open', 'The event could not be decrypted'],
])

/** Codes of Node.js for connections that fail, and their other reasons. */
const CONNECTION_REASONS: ReadonlyMap<string, string> = new Map([
  ['the answer is not HTTP', 'The response was not HTTP'],
  ['ECONNREFUSED', 'The connection was refused'],
  ['ECONNRESET', 'The connection was closed before a response arrived'],
  ['EPIPE', 'The connection was closed before a response arrived'],
  ['UND_ERR_SOCKET', 'The connection was closed before a response arrived'],
  ['UND_ERR_CONNECT_TIMEOUT', 'No connection could be made in time'],
  ['ETIMEDOUT', 'No connection could be made in time'],
  ['EHOSTUNREACH', 'The host could not be reached'],
  ['ENETUNREACH', 'The host could not be reached'],
  ['ENOTFOUND', 'The host name does not exist'],
  ['EAI_AGAIN', 'The host name could not be resolved'],
  ['CERT_HAS_EXPIRED', 'The TLS certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The TLS certificate is for another host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The TLS certificate is not trusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'The TLS certificate is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'The TLS certificate is not trusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The TLS certificate is not trusted'],
])

const CODE = /^[A-Z][A-Z\d_]+$/

/** The result of an attempt in words. `mayBeUnderWay`: no later attempt has begun. */
export function attemptResult({ endedAt, statusCode, reason }: Attempt, mayBeUnderWay: boolean): string {
  if (statusCode !== null) return statusText(statusCode)
  if (reason === null) return endedAt === null && mayBeUnderWay ? 'Under way' : 'Unknown: the result was not recorded'
  return REASONS.get(reason) ?? connectionFailure(reason) ?? reason
}

/** The failure of a connection in words, with its code; null for any other reason. */
export function connectionFailure(reason: string): string | null {
  const words = CONNECTION_REASONS.get(reason)
  if (words === undefined) return null
  return CODE.test(reason) ? `${words} (${reason})` : words
}

function statusText(status: number): string {
  if (status >= 200 && status < 300) return `Delivered (${status})`
  if (status >= 300 && status < 400) return `Failed (${status}: redirects are not followed)`
  return status === 410 ? 'Failed (410 Gone)' : `Failed (${status})`
}

/** The duration of an attempt; null while it is under way. */
export function attemptDuration({ startedAt, endedAt }: Pick<Attempt, 'startedAt' | 'endedAt'>): string | null {
  if (endedAt === null) return null
  const ms = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}
