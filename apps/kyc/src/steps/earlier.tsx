import type { KycReason, RETRYABLE_REASONS } from '@coffer/contract/s2s-kyc'
import { t } from '../kit/words.ts'

type Mendable = (typeof RETRYABLE_REASONS)[number]

/** Every reason after which one may try again has words; the others never come here, for they end it. */
const WORDS = {
  DOCUMENT_UNREADABLE: 'earlier.DOCUMENT_UNREADABLE',
  DOCUMENT_EXPIRED: 'earlier.DOCUMENT_EXPIRED',
  DOCUMENT_TYPE_UNSUPPORTED: 'earlier.DOCUMENT_TYPE_UNSUPPORTED',
  SELFIE_MISMATCH: 'earlier.SELFIE_MISMATCH',
  DATA_MISMATCH: 'earlier.DATA_MISMATCH',
  ADDRESS_PROOF_MISSING: 'earlier.ADDRESS_PROOF_MISSING',
  INCOMPLETE: 'earlier.INCOMPLETE',
} as const satisfies Record<Mendable, string>

/** Why the attempt before this one was turned down. */
export function Earlier({ reasons }: { reasons: readonly KycReason[] }) {
  const known = reasons.filter((reason): reason is Mendable => reason in WORDS)
  return (
    <section class="notice earlier" data-testid="earlier">
      <h2 class="notice-what">{t('earlier.title')}</h2>
      <p>{t('earlier.lead')}</p>
      <ul>
        {known.map((reason) => (
          <li key={reason}>{t(WORDS[reason])}</li>
        ))}
      </ul>
    </section>
  )
}
