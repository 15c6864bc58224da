import { KYC_STEPS } from '@coffer/contract/kyc-answers'
import { stepNumber } from '../state/steps.ts'
import { t } from '../state/words.ts'
import { Saved } from './saved.tsx'

/** How far one has come. The heading says it to those who do not see it. */
export function Progress() {
  return (
    <div class="progress">
      <p class="progress-words">
        <span aria-hidden="true" data-testid="progress">
          {t('app.step', { step: stepNumber.value, steps: KYC_STEPS.length })}
        </span>
        <Saved />
      </p>
      <div class="progress-bar" aria-hidden="true">
        {KYC_STEPS.map((name, index) => (
          <span key={name} class={index < stepNumber.value ? 'is-done' : ''} />
        ))}
      </div>
    </div>
  )
}
