import type { KycStep } from '@coffer/contract/kyc-answers'
import type { ComponentChild } from 'preact'
import { Failure } from '../kit/failure.tsx'
import { isSpoken, t } from '../kit/words.ts'
import { AddressStep } from '../steps/address.tsx'
import { ConsentStep } from '../steps/consent.tsx'
import { DetailsStep } from '../steps/details.tsx'
import { DocumentStep } from '../steps/document.tsx'
import { ReviewStep } from '../steps/review.tsx'
import { SelfieStep } from '../steps/selfie.tsx'
import { loadPage } from '../wizard/load-page.ts'
import { page, phase } from '../wizard/phase.ts'
import { step } from '../wizard/steps.ts'
import { Header } from './header.tsx'
import { Ended, Message, Outcome } from './outcome.tsx'

const STEPS: Readonly<Record<KycStep, () => ComponentChild>> = {
  consent: () => <ConsentStep />,
  details: () => <DetailsStep />,
  address: () => <AddressStep />,
  document: () => <DocumentStep />,
  selfie: () => <SelfieStep />,
  review: () => <ReviewStep />,
}

export function App() {
  if (!isSpoken.value) return null
  return (
    <>
      <Header />
      <main class="sheet" data-step={isFilledIn() ? step.value : undefined}>
        <Screen />
      </main>
    </>
  )
}

const isFilledIn = () => phase.value.name === 'open' && page.value?.status === 'PENDING'

function Screen() {
  const now = phase.value
  switch (now.name) {
    case 'ended':
      return <Ended />
    case 'framed':
      return <Message name="framed" icon="alert" title={t('failed.title')} lead={t('failed.framed')} />
    case 'failed':
      return (
        <Message name="failed" icon="alert" title={t('failed.title')}>
          <Failure failure={now.failure} />
          <button type="button" class="button primary is-wide" onClick={() => void loadPage()}>
            {t('app.retry')}
          </button>
        </Message>
      )
    case 'open':
      return isFilledIn() ? STEPS[step.value]() : <Outcome status={page.value!.status} />
    default:
      return <Loading />
  }
}

function Loading() {
  return (
    <div class="loading" aria-busy="true">
      <p class="visually-hidden" role="status">
        {t('app.loading')}
      </p>
      <span class="skeleton is-title" />
      <span class="skeleton" />
      <span class="skeleton" />
    </div>
  )
}
