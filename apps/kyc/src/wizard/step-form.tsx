import { KYC_STEPS } from '@coffer/contract/kyc-answers'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { isBusy, shown, tries, tryToGoOn } from './check.ts'
import { saveNow, saving } from './draft.ts'
import { fieldId } from './field.tsx'
import { Heading } from './heading.tsx'
import { goBack, stepNumber } from './steps.ts'

type Props = {
  title: string
  lead: string
  children: ComponentChildren
  /** What the one button of the step says, and does, where it is not to go on. */
  button?: string
  onSubmit?: () => void
}

/** A step: its title, what is wrong with it, its fields, and the way on and back. */
export function StepForm({
  title,
  lead,
  children,
  button = t('app.continue'),
  onSubmit = () => void tryToGoOn(),
}: Props) {
  return (
    <form
      class="step"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Progress />
      <Heading title={title} lead={lead} isStep />
      <Summary />
      {children}
      <div class="step-actions">
        {stepNumber.value > 1 && (
          <button type="button" class="button quiet" onClick={goBack} data-testid="back">
            <Icon name="back" class="is-directed" />
            {t('app.back')}
          </button>
        )}
        <button type="submit" class="button primary is-wide" aria-disabled={isBusy.value} data-testid="go-on">
          {button}
        </button>
      </div>
      <p class="privacy">
        <Icon name="lock" />
        {t('app.privacy')}
      </p>
    </form>
  )
}

/** How far one has come. The heading says it to those who do not see it. */
function Progress() {
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

/** Everything that is wrong with a step, in one place, with a way to each. It takes the focus when somebody wants to go on. */
function Summary() {
  const ref = useRef<HTMLDivElement>(null)
  const count = tries.value
  useLayoutEffect(() => {
    if (count > 0) ref.current?.focus()
  }, [count])
  if (shown.value.length === 0) return null
  return (
    <section
      class="notice is-danger summary"
      ref={ref}
      tabIndex={-1}
      aria-labelledby="summary-title"
      data-testid="summary"
    >
      <p class="notice-what" id="summary-title">
        {t('summary.title')}
      </p>
      <ul>
        {shown.value.map(({ path, key }) => (
          <li key={path}>
            <button type="button" class="text-button" onClick={() => document.getElementById(fieldId(path))?.focus()}>
              {t(key)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
