import { Icon, type IconName } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { PhotoField } from '../photo/photo-field.tsx'
import type { KycKey } from '../text/en.ts'
import { StepForm } from '../wizard/step-form.tsx'

const TIPS: readonly (readonly [IconName, KycKey])[] = [
  ['sun', 'selfie.tip.light'],
  ['eye', 'selfie.tip.bare'],
  ['person', 'selfie.tip.alone'],
]

export function SelfieStep() {
  return (
    <StepForm title={t('selfie.title')} lead={t('selfie.lead')}>
      <ul class="tips">
        {TIPS.map(([icon, key]) => (
          <li key={key}>
            <Icon name={icon} />
            <span>{t(key)}</span>
          </li>
        ))}
      </ul>
      <PhotoField kind="selfie" label={t('photo.selfie')} />
    </StepForm>
  )
}
