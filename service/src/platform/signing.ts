import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { canonicalString, SIGNING_HEADERS } from '@coffer/contract/signing'

export type Envelope = {
  /** The key of the HMAC is the whole text, as UTF-8. */
  secret: string
  /** Unix seconds, as sent. */
  timestamp: string
  method: string
  /** The request target exactly as sent, with `?query` when there is one. */
  path: string
  body: Buffer | string
  /** Only when the header is sent. */
  nonce?: string | undefined
}

/** The signature of an envelope: lower-case hex. */
export function signEnvelope(envelope: Envelope): string {
  return createHmac('sha256', envelope.secret).update(canonicalEnvelope(envelope)).digest('hex')
}

/** Unix seconds, as an envelope carries them. */
export function timestampOf(now: Date): string {
  return String(Math.floor(now.getTime() / 1000))
}

/** The headers of a signed POST that we send, without `X-Key-Id`: wallet calls and webhooks. */
export function envelopeHeaders(
  secret: string,
  { url, body, now, nonce }: { url: URL; body: string; now: Date; nonce: string },
): Record<string, string> {
  const timestamp = timestampOf(now)
  const path = url.pathname + url.search
  return {
    [SIGNING_HEADERS.timestamp]: timestamp,
    [SIGNING_HEADERS.nonce]: nonce,
    [SIGNING_HEADERS.signature]: signEnvelope({ secret, timestamp, method: 'POST', path, body, nonce }),
  }
}

/** The text that is signed. */
export function canonicalEnvelope({ body, ...envelope }: Omit<Envelope, 'secret'>): string {
  return canonicalString({ ...envelope, bodySha256: hash('sha256', body, 'hex') })
}

/** Compares two texts in a time that depends on their lengths only. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
