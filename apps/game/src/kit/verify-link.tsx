import type { ComponentChildren } from 'preact'
import { isPreview } from './preview.ts'
import { t } from './words.ts'

/** Opens the verifier with the proof of a round in a new tab. A preview has no proofs. */
export function VerifyLink({ publicId, children }: { publicId: string; children: ComponentChildren }) {
  if (isPreview) return null
  return (
    <a
      href={`/fairness/verify?round=${encodeURIComponent(publicId)}`}
      target="_blank"
      rel="noopener"
      data-testid="verify-link"
    >
      {children}
      <span class="visually-hidden">{t('rounds.verifyLabel', { id: publicId })}</span>
    </a>
  )
}
