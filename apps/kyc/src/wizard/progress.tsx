import { KYC_STEPS } from '@coffer/contract/kyc-answers'
import { Icon } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { saveNow, saving } from './draft.ts'
import { stepNumber } from './steps.ts'

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

/** Quietly: whether what was typed is kept. Only a failure is worth a word aloud. */
function Saved() {
  const is = saving.value
  return (
    <span class="saved" data-testid="saved" data-is={is}>
      {is === 'saved' && (
        <>
          <Icon name="check" />
          {t('save.saved')}
        </>
      )}
      {is === 'saving' && t('save.saving')}
      <span role="status">{is === 'failed' && t('save.failed')}</span>
      {is === 'failed' && (
        <button type="button" class="text-button" onClick={() => void saveNow()}>
          {t('save.retry')}
        </button>
      )}
    </span>
  )
}
