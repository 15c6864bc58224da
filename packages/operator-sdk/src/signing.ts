import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  isNonce,
  isSignature,
  isTimestamp,
  SIGNATURE_TOLERANCE_SECONDS,
  SIGNING_HEADERS,
} from '@coffer/contract/signing'
import { canonicalText } from './canonical.ts'
import { type HeaderBag, headerOf } from './headers.ts'

export type SignInput = {
  secret: string
  method: string
  /** The request target exactly as it is sent, with `?query` when there is one. */
  path: string
  /** The raw body; absent means an empty one. */
  body?: string | Uint8Array
  /** Unix seconds. */
  timestamp: number
  /** 16-64 of `[A-Za-z0-9_-]`. Sent, and signed, only when given. */
  nonce?: string
  /** API key id, for calls to `/api/s2s/*`. */
  keyId?: string
}

export type Signed = { signature: string; headers: Record<string, string> }

/** Signs a request. Returns the signature (lower-case hex) and all headers to send with it. */
export function sign(input: SignInput): Signed {
  const timestamp = String(input.timestamp)
  const signature = signatureOf(input.secret, timestamp, input)
  const headers: Record<string, string> = { [SIGNING_HEADERS.timestamp]: timestamp }
  if (input.keyId !== undefined) headers[SIGNING_HEADERS.keyId] = input.keyId
  if (input.nonce !== undefined) headers[SIGNING_HEADERS.nonce] = input.nonce
  headers[SIGNING_HEADERS.signature] = signature
  return { signature, headers }
}

export type VerifyInput = {
  secret: string
  method: string
  /** The request target exactly as it arrived, with `?query` when there is one. */
  path: string
  body?: string | Uint8Array
  headers: HeaderBag
  /** Milliseconds since 1970, as `Date.now()` gives them. */
  now: number
  /** How far the timestamp may be from `now`, either way. Default 300. */
  toleranceSeconds?: number
}

export type Verified = { ok: true } | { ok: false; reason: 'MISSING_HEADERS' | 'TIMESTAMP_SKEW' | 'INVALID_SIGNATURE' }

/** Checks the signature of a request that arrived, in constant time. Call it on the raw bytes, before parsing the body. */
export function verifySignature(input: VerifyInput): Verified {
  const timestamp = headerOf(input.headers, SIGNING_HEADERS.timestamp)
  const signature = headerOf(input.headers, SIGNING_HEADERS.signature)
  const nonce = headerOf(input.headers, SIGNING_HEADERS.nonce)
  if (timestamp === undefined || signature === undefined) return { ok: false, reason: 'MISSING_HEADERS' }
  if (!isTimestamp(timestamp) || !isSignature(signature)) return { ok: false, reason: 'INVALID_SIGNATURE' }
  if (nonce !== undefined && !isNonce(nonce)) return { ok: false, reason: 'INVALID_SIGNATURE' }
  const expected = signatureOf(input.secret, timestamp, { ...input, nonce })
  if (!timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(signature, 'hex'))) {
    return { ok: false, reason: 'INVALID_SIGNATURE' }
  }
  const skewMs = Math.abs(input.now - Number(timestamp) * 1000)
  const toleranceMs = (input.toleranceSeconds ?? SIGNATURE_TOLERANCE_SECONDS) * 1000
  // Asked this way round, a time or a tolerance that is no number refuses.
  return skewMs <= toleranceMs ? { ok: true } : { ok: false, reason: 'TIMESTAMP_SKEW' }
}

type Target = Pick<SignInput, 'method' | 'path' | 'body' | 'nonce'>

function signatureOf(secret: string, timestamp: string, { method, path, body, nonce }: Target): string {
  return createHmac('sha256', secret).update(canonicalText({ timestamp, method, path, body, nonce })).digest('hex')
}
