import type { ApiFailure } from '@coffer/web'
import type { ComponentChildren } from 'preact'
import type { KycKey } from '../text/en.ts'
import { t } from './words.ts'

const SAID: Readonly<Record<string, KycKey>> = {
  OFFLINE: 'error.OFFLINE',
  RATE_LIMITED: 'error.RATE_LIMITED',
  BODY_TOO_LARGE: 'error.BODY_TOO_LARGE',
  KYC_UNAVAILABLE: 'error.KYC_UNAVAILABLE',
}

/** What did not work, in human words; the reference is worth showing only where support may be asked about it. */
export function Failure({ failure, children }: { failure: ApiFailure; children?: ComponentChildren }) {
  const reference = failure.status >= 500 ? failure.answer?.error.requestId : undefined
  return (
    <div class="notice is-danger" role="alert" data-testid="failure" data-code={failure.code}>
      <p>{t(SAID[failure.code] ?? 'error.UNKNOWN')}</p>
      {reference && <p class="notice-reference">{t('app.reference', { id: reference })}</p>}
      {children && <div class="notice-actions">{children}</div>}
    </div>
  )
}
