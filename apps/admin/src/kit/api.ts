import type { KycCase, KycQueueRow, SignedIn } from '@coffer/contract/admin'
import { ERRORS, type ErrorCode } from '@coffer/contract/errors'
import type { ImageKind } from '@coffer/contract/kyc-answers'
import type { KycReason, KycStatus, KycVerdict } from '@coffer/contract/s2s-kyc'
import type { CursorPair } from '@coffer/contract/shapes'

/** `OFFLINE`: no answer came, or none of ours. */
export type FailureCode = ErrorCode | 'OFFLINE'

/** A call that did not succeed. */
export class Failure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode) {
    super(code)
    this.code = code
  }
}

export type QueueAsk = { status: KycStatus; operator: string | null; cursor: string | null }
export type QueuePage = { requests: KycQueueRow[]; cursor: CursorPair }

type Call = { method: 'GET' | 'POST'; path: string; body?: unknown }

const TIMEOUT_MS = 15_000

let csrfToken = ''

export const api = {
  signIn: async (token: string) =>
    keepToken(await call<SignedIn>({ method: 'POST', path: '/sign-in', body: { token } })),
  me: async () => keepToken(await call<SignedIn>({ method: 'GET', path: '/me' })),
  signOut: () => call<null>({ method: 'POST', path: '/sign-out' }),
  queue: (ask: QueueAsk) => call<QueuePage>({ method: 'GET', path: `/kyc/requests?${queryOf(ask)}` }),
  read: (requestId: number) => onCase('GET', requestId, ''),
  claim: (requestId: number) => onCase('POST', requestId, '/claim'),
  release: (requestId: number) => onCase('POST', requestId, '/release'),
  note: (requestId: number, text: string) => onCase('POST', requestId, '/notes', { text }),
  decide: (requestId: number, decision: { verdict: KycVerdict; reasons: readonly KycReason[] }) =>
    onCase('POST', requestId, '/decide', decision),
}

export function imageUrl(requestId: number, kind: ImageKind): string {
  return `/api/admin/kyc/requests/${requestId}/images/${kind}`
}

/** What happened, and what to do next. */
export function wordsOf(code: FailureCode): { what: string; next: string } {
  if (code === 'OFFLINE') {
    return {
      what: 'The service does not answer.',
      next: 'Look at your connection, and try again. If your last click arrived all the same, you are told then.',
    }
  }
  return { what: ERRORS[code].message, next: ERRORS[code].next }
}

export function codeOf(thrown: unknown): FailureCode {
  return thrown instanceof Failure ? thrown.code : 'OFFLINE'
}

async function onCase(method: Call['method'], requestId: number, act: string, body?: unknown): Promise<KycCase> {
  const path = `/kyc/requests/${requestId}${act}`
  const { request } = await call<{ request: KycCase }>({ method, path, body })
  return request
}

function keepToken(signedIn: SignedIn): SignedIn {
  csrfToken = signedIn.csrfToken
  return signedIn
}

function queryOf({ status, operator, cursor }: QueueAsk): URLSearchParams {
  return new URLSearchParams({ status, ...(operator && { operator }), ...(cursor && { cursor }) })
}

async function call<Answer>({ method, path, body }: Call): Promise<Answer> {
  const headers = {
    ...(method === 'POST' && { 'x-csrf-token': csrfToken }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const init = { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'same-origin' } as const
  const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) }
  const answer = await fetch(`/api/admin${path}`, sent).catch(() => null)
  if (answer?.status === 204) return null as Answer
  const read: unknown = await answer?.json().catch(() => null)
  if (!answer?.ok || read == null) throw new Failure(failureCode(read))
  return read as Answer
}

function failureCode(read: unknown): FailureCode {
  const code = (read as { error?: { code?: string } } | null)?.error?.code ?? ''
  return Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'OFFLINE'
}
