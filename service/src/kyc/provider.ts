import type { ImageKind, KycAnswers } from '@coffer/contract/kyc-answers'
import type { Settings } from '@coffer/contract/settings'
import type { Context } from '../platform/index.ts'
import type { Decision } from './request.ts'
import { sandboxProvider } from './sandbox-provider.ts'

/** What an outside check gets to see of a verification. */
export type KycSubmission = {
  requestId: number
  answers: KycAnswers
  /** A photo as a JPEG; null when there is none of the kind. */
  image(kind: ImageKind): Promise<Buffer | null>
}

/** What it found: a decision, or nothing but what `outcome` tells the reviewer, which must say nothing of the person. */
export type KycFinding = { outcome: string; decision: Decision | null }

/**
 * An outside check. It is asked again until it answers, so it must take a `requestId` that it has seen before; it throws while it
 * cannot tell. It runs outside any transaction, and its own calls go through `ctx.http`.
 */
export type KycProvider = { check(ctx: Context, submission: KycSubmission): Promise<KycFinding> }

export type KycProviderName = NonNullable<Settings['kyc']['provider']>

/** Outside checks by the name that `kyc.provider` gives them. A vendor is one more line here and in the contract's `KYC_PROVIDERS`. */
export const PROVIDERS: Readonly<Record<KycProviderName, KycProvider>> = { sandbox: sandboxProvider }
