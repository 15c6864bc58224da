import type { KycPage } from '@coffer/contract/kyc'
import { ApiFailure } from '@coffer/web'
import { signal } from '@preact/signals'
import { wear } from '../kit/theme.ts'
import { casinoName } from '../kit/words.ts'

export type Phase =
  | { readonly name: 'loading' }
  | { readonly name: 'framed' }
  | { readonly name: 'failed'; readonly failure: ApiFailure }
  /** The cookie does not open this page any more. */
  | { readonly name: 'ended' }
  /** It was handed in or decided elsewhere, and has to be read anew. */
  | { readonly name: 'stale' }
  /** It can be filled in while it is pending; else its status is told. */
  | { readonly name: 'open' }

export const phase = signal<Phase>({ name: 'loading' })
export const page = signal<KycPage | null>(null)

/** What an answer tells of the page beyond what was typed. */
export function takePage(read: KycPage): void {
  page.value = read
  casinoName.value = read.operator.name
  wear(read.theme.tokens)
  if (read.status === 'SUBMITTED') postToOpener(read)
}

/** A page that is closed, or was handed in elsewhere, is shown as such, wherever it was noticed. */
export function noteFailure(thrown: unknown): ApiFailure {
  if (!(thrown instanceof ApiFailure)) throw thrown
  if (thrown.code === 'KYC_SESSION_ENDED') phase.value = { name: 'ended' }
  if (thrown.code === 'KYC_NOT_OPEN') phase.value = { name: 'stale' }
  return thrown
}

let isPosted = false

/** Tells the casino's page that it was handed in: that page only, and nothing but the status. */
function postToOpener({ returnOrigin, status }: KycPage): void {
  if (isPosted || returnOrigin === null || !window.opener) return
  isPosted = true
  window.opener.postMessage({ source: 'coffer', type: 'kyc.completed', status }, returnOrigin)
}
