/** The signing envelope of decisions §1: one canonical string in all directions. The HMAC itself is the caller's. */

export const SIGNING_HEADERS = {
  keyId: 'x-key-id',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  signature: 'x-signature',
} as const

/** How far a timestamp may be from the receiver's clock, in seconds, either way. */
export const SIGNATURE_TOLERANCE_SECONDS = 300

/** SHA-256 of no bytes, the body hash of a request without a body. */
export const EMPTY_BODY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const NONCE = /^[A-Za-z0-9_-]{16,64}$/
const TIMESTAMP = /^\d{1,12}$/
const SIGNATURE = /^[0-9a-f]{64}$/

export type CanonicalParts = {
  /** Unix seconds, as sent. */
  timestamp: string
  method: string
  /** The request target exactly as sent, with `?query` when there is one. */
  path: string
  /** Lower-case hex SHA-256 of the raw body bytes. */
  bodySha256: string
  /** Only when the header is sent. */
  nonce?: string | undefined
}

/** `{timestamp}\n{METHOD}\n{path}\n{sha256hex(body)}`, then `\n{nonce}` only when a nonce is sent. */
export function canonicalString(parts: CanonicalParts): string {
  const lines = [parts.timestamp, parts.method.toUpperCase(), parts.path, parts.bodySha256]
  if (parts.nonce !== undefined) lines.push(parts.nonce)
  return lines.join('\n')
}

export function isNonce(text: string): boolean {
  return NONCE.test(text)
}

export function isTimestamp(text: string): boolean {
  return TIMESTAMP.test(text)
}

export function isSignature(text: string): boolean {
  return SIGNATURE.test(text)
}
