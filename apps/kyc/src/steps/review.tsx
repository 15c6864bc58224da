import { imagesOf, type KycStep } from '@coffer/contract/kyc-answers'
import { countryName } from '@coffer/web'
import type { ComponentChildren } from 'preact'
import { Failure } from '../kit/failure.tsx'
import { dayInWords, locale, t } from '../kit/words.ts'
import { handIn, isBusy, submitFailure } from '../wizard/check.ts'
import { answers } from '../wizard/draft.ts'
import { photos } from '../wizard/photos.ts'
import { StepForm } from '../wizard/step-form.tsx'
import { goToChange } from '../wizard/steps.ts'
import { photoName } from './document.tsx'

/** Everything once more before it is handed in, each part with a way to change it. */
export function ReviewStep() {
  const { details, address, document } = answers.value
  const kinds = imagesOf(document.type)
  return (
    <StepForm
      title={t('review.title')}
      lead={t('review.lead')}
      button={t(isBusy.value ? 'review.submitting' : 'review.submit')}
      onSubmit={() => void handIn()}
    >
      <Part step="details" title={t('details.title')}>
        <Fact name={t('details.legalName')} value={details.legalName} />
        <Fact name={t('details.dateOfBirth')} value={dayInWords(details.dateOfBirth)} />
        <Fact name={t('details.taxId')} value={details.hasNoTaxId ? t('review.none') : details.taxId} />
      </Part>
      <Part step="address" title={t('address.title')}>
        <Fact name={t('address.line1')} value={[address.line1, address.line2].filter(Boolean).join(', ')} />
        <Fact
          name={t('address.city')}
          value={[[address.postalCode, address.city].filter(Boolean).join(' '), address.state]
            .filter(Boolean)
            .join(', ')}
        />
        <Fact name={t('address.country')} value={countryName(address.country, locale.value)} />
      </Part>
      <Part step="document" title={t('document.title')}>
        {document.type !== '' && <Fact name={t('document.type')} value={t(`document.type.${document.type}`)} />}
        <Fact name={t('document.number')} value={document.number} />
        <Fact
          name={t('document.expiresOn')}
          value={document.expiresOn === '' ? t('review.noExpiry') : dayInWords(document.expiresOn)}
        />
        {document.mrz !== '' && <Fact name={t('document.mrz')} value={document.mrz} />}
        <Photos kinds={kinds.filter((kind) => kind !== 'selfie')} />
      </Part>
      <Part step="selfie" title={t('selfie.title')}>
        <Photos kinds={['selfie']} />
      </Part>
      {submitFailure.value && <Failure failure={submitFailure.value} />}
    </StepForm>
  )
}

function Part({ step, title, children }: { step: KycStep; title: string; children: ComponentChildren }) {
  return (
    <section class="review-part" data-testid={`review-${step}`}>
      <h2 class="points-title">{title}</h2>
      <button
        type="button"
        class="text-button review-change"
        aria-label={t('review.changeWhat', { what: title })}
        onClick={() => goToChange(step)}
      >
        {t('review.change')}
      </button>
      <dl class="facts">{children}</dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

function Photos({ kinds }: { kinds: readonly (keyof typeof photos)[] }) {
  return (
    <div class="fact is-photos">
      <dt>{t('review.photos')}</dt>
      <dd>
        {kinds.map((kind) => (
          <img key={kind} class={`thumbnail is-${kind}`} src={photos[kind].value.src ?? ''} alt={photoName(kind)} />
        ))}
      </dd>
    </div>
  )
}
