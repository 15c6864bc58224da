import type { ComponentChildren } from 'preact'
import { Icon } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { isBusy, tryToGoOn } from './check.ts'
import { Heading } from './heading.tsx'
import { Progress } from './progress.tsx'
import { goBack, stepNumber } from './steps.ts'
import { Summary } from './summary.tsx'

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
