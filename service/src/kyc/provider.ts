import type { ImageKind, KycAnswers } from '@coffer/contract/kyc-answers'
import { KYC_REASONS, type KycReason } from '@coffer/contract/s2s-kyc'
import type { Settings } from '@coffer/contract/settings'
import type { Context } from '../platform/index.ts'
import type { Decision } from './request.ts'

/** What an outside check gets to see of a verification. */
export type KycSubmission = {
  requestId: number
  answers: KycAnswers
  /** A photo as a JPEG; null when there is none of the kind. */
  image(kind: ImageKind): Promise<Buffer | null>
}

/** What it found: a decision, or nothing but what `outcome` shows the reviewer, which must say nothing of the person. */
export type KycFinding = { outcome: string; decision: Decision | null }

/**
 * An outside check. It is asked again until it answers, so it must take a `requestId` that it has seen before; it throws while it
 * cannot say. It runs outside any transaction, and its own calls go through `ctx.http`.
 */
type KycProvider = { check(ctx: Context, submission: KycSubmission): Promise<KycFinding> }

export type KycProviderName = NonNullable<Settings['kyc']['provider']>

const REJECT = 'TEST-REJECT-'

/**
 * Decides by the number of the document, for trying things out: `TEST-CONFIRM` confirms, `TEST-REJECT-` and a reason code rejects
 * (`TEST-REJECT-FORGERY`), `TEST-FAIL` never answers; anything else is left to a reviewer.
 */
const sandbox: KycProvider = {
  async check(_ctx, { answers }) {
    const number = answers.document.number.trim().toUpperCase()
    if (number === 'TEST-FAIL') throw new Error('the sandbox was told to fail')
    if (number === 'TEST-CONFIRM') return { outcome: 'confirmed', decision: { verdict: 'confirmed', reasons: [] } }
    const reason = number.startsWith(REJECT) ? number.slice(REJECT.length) : ''
    if (!isReason(reason)) return { outcome: 'undecided', decision: null }
    return { outcome: 'rejected', decision: { verdict: 'rejected', reasons: [reason] } }
  },
}

function isReason(text: string): text is KycReason {
  return (KYC_REASONS as readonly string[]).includes(text)
}

/** Outside checks by the name that `kyc.provider` gives them. A vendor is one more line here and in the contract's `KYC_PROVIDERS`. */
export const PROVIDERS: Readonly<Record<KycProviderName, KycProvider>> = { sandbox }
