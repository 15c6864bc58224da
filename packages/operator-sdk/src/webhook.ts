import { createHmac, timingSafeEqual } from 'node:crypto'
import { isTimestamp, SIGNATURE_TOLERANCE_SECONDS } from '@coffer/contract/signing'
import { type HeaderBag, headerOf } from './headers.ts'
import { PARSED_BODY } from './raw-body.ts'
import { verifySignature } from './signing.ts'
import { WebhookError, type WebhookErrorReason } from './webhook-error.ts'
import { readEvent, type WebhookEvent } from './webhook-event.ts'

const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/
const RAW_BODY_HINT = 'Pass the raw bytes that arrived, not JSON that was parsed and written again.'

/** One secret, or several while one is being replaced. */
export type WebhookSecrets = string | readonly string[]

export type WebhookInput = {
  /** Of the endpoint, `whsec_…`. */
  secrets: WebhookSecrets
  headers: HeaderBag
  /** The raw body, as it arrived. */
  body: string | Uint8Array
  /** Milliseconds since 1970. Default `Date.now()`. */
  now?: number
  /** How far the timestamp may be from `now`, either way. Default 300. */
  toleranceSeconds?: number
}

/** An event with the `webhook-id` of its delivery, which every attempt of a delivery shares. */
export type WebhookDelivery = WebhookEvent & { deliveryId: string }

/**
 * Checks a delivery by its Standard Webhooks headers, in constant time, and returns its event. Throws {@link WebhookError} for a
 * delivery that is not to be believed, and TypeError for a secret that is none.
 * The same event may be delivered more than once: remember its `idempotencyKey`.
 */
export function verifyWebhook(input: WebhookInput): WebhookDelivery {
  const keys = secretsOf(input.secrets).map(keyOf)
  const body = rawBytes(input.body)
  const id = needed(input.headers, 'webhook-id')
  const timestamp = needed(input.headers, 'webhook-timestamp')
  const signatures = needed(input.headers, 'webhook-signature').split(' ')
  const expected = keys.map((key) => `v1,${signatureOf(key, `${id}.${timestamp}.`, body)}`)
  const holds = expected.some((one) => signatures.some((other) => isSame(one, other)))
  if (!holds || !isTimestamp(timestamp)) throw failed('INVALID_SIGNATURE')
  checkTime(input, timestamp)
  return { ...readEvent(body), deliveryId: id }
}

export type WebhookEnvelopeInput = WebhookInput & {
  /** The request target exactly as it arrived, with `?query` when there is one. */
  path: string
  /** Default `POST`. */
  method?: string
}

/**
 * Checks a delivery by the envelope that all of Coffer's requests carry (`X-Signature`), for whoever has that check already.
 * `webhook-id` is not covered by it, so the event comes without. Throws like {@link verifyWebhook}.
 */
export function verifyWebhookEnvelope(input: WebhookEnvelopeInput): WebhookEvent {
  const { headers, path, method = 'POST', now = Date.now(), toleranceSeconds } = input
  const body = rawBytes(input.body)
  const checks = secretsOf(input.secrets).map((secret) => {
    return verifySignature({ secret, method, path, body, headers, now, toleranceSeconds })
  })
  if (checks.some(({ ok }) => ok)) return readEvent(body)
  const reasons = checks.map((check) => (check.ok ? null : check.reason))
  if (reasons.includes('MISSING_HEADERS')) needed(headers, 'x-timestamp', 'x-signature')
  if (reasons.includes('TIMESTAMP_SKEW')) checkTime(input, needed(headers, 'x-timestamp'))
  throw failed('INVALID_SIGNATURE')
}

/** The secrets as a list. Throws TypeError for one that no endpoint can have, and for none at all. */
export function secretsOf(secrets: WebhookSecrets): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets
  if (!Array.isArray(list) || list.length === 0) throw new TypeError('secrets: at least one is needed')
  for (const secret of list) {
    if (!SECRET.test(secret))
      throw new TypeError('secrets: a webhook secret is whsec_ and base64, with nothing around it')
  }
  return list
}

const keyOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')

function rawBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  if (body instanceof Uint8Array) return body
  throw new WebhookError('RAW_BODY_NEEDED', PARSED_BODY)
}

function needed(headers: HeaderBag, ...names: string[]): string {
  const missing = names.find((name) => !headerOf(headers, name))
  if (missing === undefined) return headerOf(headers, names[0] as string) as string
  throw new WebhookError(
    'MISSING_HEADERS',
    `The header ${missing} is missing: this request is no delivery of Coffer’s.`,
  )
}

function signatureOf(key: Buffer, head: string, body: Uint8Array): string {
  return createHmac('sha256', key).update(head).update(body).digest('base64')
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function checkTime(
  { now = Date.now(), toleranceSeconds = SIGNATURE_TOLERANCE_SECONDS }: WebhookInput,
  timestamp: string,
) {
  const ageSeconds = now / 1000 - Number(timestamp)
  if (Math.abs(ageSeconds) <= toleranceSeconds) return
  const when = `${Math.round(Math.abs(ageSeconds))} s ${ageSeconds > 0 ? 'ago' : 'in the future'}`
  const message = `The delivery was signed ${when}; ${toleranceSeconds} s are allowed. Is this machine’s clock right?`
  throw new WebhookError('TIMESTAMP_SKEW', message)
}

function failed(reason: WebhookErrorReason): WebhookError {
  const message = `No signature of the delivery fits a secret of this endpoint. ${RAW_BODY_HINT} Each endpoint has its own secret.`
  return new WebhookError(reason, message)
}
