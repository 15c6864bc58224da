import { createHash } from 'node:crypto'
import { canonicalString, SIGNING_HEADERS } from '@coffer/contract/signing'
import { type HeaderBag, headerOf } from './headers.ts'
import { isRaw, PARSED_BODY } from './raw-body.ts'

export type SignedRequest = {
  method: string
  /** The request target exactly as it was sent, with `?query` when there is one. */
  path: string
  headers: HeaderBag
  /** The raw body; absent means an empty one. */
  body?: string | Uint8Array
}

/**
 * The text that the `X-Signature` of a request covers, of one that was sent or one that arrived: for a log, or to see where two
 * sides differ. Null for a request without a timestamp. It says nothing about whether the signature holds.
 */
export function canonicalOf({ method, path, headers, body }: SignedRequest): string | null {
  const timestamp = headerOf(headers, SIGNING_HEADERS.timestamp)
  if (timestamp === undefined) return null
  return canonicalText({ timestamp, method, path, body, nonce: headerOf(headers, SIGNING_HEADERS.nonce) })
}

type Signable = {
  timestamp: string
  method: string
  path: string
  body?: string | Uint8Array | undefined
  nonce?: string | undefined
}

/** The canonical string of a request with this body. Throws TypeError for a body that was parsed. */
export function canonicalText({ body = '', ...parts }: Signable): string {
  if (!isRaw(body)) throw new TypeError(PARSED_BODY)
  return canonicalString({ ...parts, bodySha256: createHash('sha256').update(body).digest('hex') })
}
