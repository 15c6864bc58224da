import type { KycReason, RETRYABLE_REASONS } from '@coffer/contract/s2s-kyc'
import { Icon, type IconName } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import type { KycKey } from '../text/en.ts'
import { answer, answers } from '../wizard/draft.ts'
import { Check, described, FaultLine, fieldId } from '../wizard/field.tsx'
import { page } from '../wizard/phase.ts'
import { StepForm } from '../wizard/step-form.tsx'

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
function Earlier({ reasons }: { reasons: readonly KycReason[] }) {
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
