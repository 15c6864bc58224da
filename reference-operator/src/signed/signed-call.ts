import { canonicalOf } from '@coffer/operator-sdk'
import type { Personal } from '../personal.ts'

/** One signed call between this casino and Coffer, as a developer wants to see it. Times in ISO 8601, UTC. */
export type SignedCall = {
  callId: number
  /** `to-coffer`: this casino called the backend API. `from-coffer`: Coffer called this casino's wallet. */
  direction: 'to-coffer' | 'from-coffer'
  startedAt: string
  method: string
  /** The request target exactly as it was signed. */
  path: string
  headers: Record<string, string>
  body: string
  /** What the signature covers; null for a call that is not signed. */
  canonical: string | null
  signature: string | null
  /** Null while there is no answer. */
  status: number | null
  answer: string | null
  /** Whole milliseconds from the first byte to the end; null while it is open. */
  tookMs: number | null
  /** `answered`, or why there is no answer: `failed` to reach Coffer, `cut` by the wallet, `left` by Coffer. */
  end: 'answered' | 'failed' | 'cut' | 'left' | null
  /** Whether body or answer hold something of a person, and whether it can be read here. */
  personal: Personal
}

export type CallStart = Pick<SignedCall, 'direction' | 'method' | 'path' | 'headers' | 'body'>
export type CallEnd = Pick<SignedCall, 'status' | 'answer' | 'end'>

/** A call that has begun. Header names are lower case from here on. */
export function beginCall(callId: number, startedAt: string, { headers: sent, ...start }: CallStart): SignedCall {
  const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    ...{ callId, startedAt, ...start, headers },
    canonical: canonicalOf({ ...start, headers }),
    signature: headers['x-signature'] ?? null,
    ...{ status: null, answer: null, tookMs: null, end: null, personal: 'none' },
  }
}

/** A token is a key to a session or a verification, so no log shows one. */
export function withoutTokens(text: string): string {
  return text.replace(/\b(lt|ps|kt|at)_[\w-]{8,}/g, '$1_[hidden]')
}
