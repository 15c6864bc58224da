import { Icon, type IconName } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import type { KycKey } from '../text/en.ts'
import { answer, answers } from '../wizard/draft.ts'
import { Check, described, FaultLine, fieldId } from '../wizard/field.tsx'
import { page } from '../wizard/phase.ts'
import { StepForm } from '../wizard/step-form.tsx'
import { Earlier } from './earlier.tsx'

/** What is asked for, who sees it, and for how long, before anything is asked. */
export function ConsentStep() {
  const reasons = page.value?.earlierReasons ?? []
  return (
    <StepForm title={t('consent.title')} lead={t('consent.lead')}>
      {reasons.length > 0 && <Earlier reasons={reasons} />}
      <Points
        title="consent.need"
        points={[
          ['id_card', 'consent.need.document'],
          ['tax', 'consent.need.taxId'],
          ['camera', 'consent.need.camera'],
        ]}
      />
      <Points
        title="consent.who"
        points={[
          ['eye', 'consent.who.coffer'],
          ['lock', 'consent.who.casino'],
        ]}
      />
      <Points title="consent.long" points={[['clock', 'consent.long.text']]} />
      <div class="field is-consent">
        <Check
          id={fieldId('consent')}
          label={t('consent.agree')}
          isChecked={answers.value.consent}
          onChange={(isChecked) => answer('consent', isChecked)}
          {...described('consent', false)}
        />
        <FaultLine path="consent" />
      </div>
    </StepForm>
  )
}

function Points({ title, points }: { title: KycKey; points: readonly (readonly [IconName, KycKey])[] }) {
  return (
    <section class="points">
      <h2 class="points-title">{t(title)}</h2>
      <ul>
        {points.map(([icon, key]) => (
          <li key={key}>
            <Icon name={icon} />
            <span>{t(key)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
