import { KYC_STEPS } from '@coffer/contract/kyc-answers'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { casinoName, t } from '../kit/words.ts'
import { hasMoved, stepNumber } from './steps.ts'

type Props = { title: string; lead?: string; isStep?: boolean }

/** The title of a screen. After a move it takes the focus, so that a screen reader says which step this is. */
export function Heading({ title, lead, isStep = false }: Props) {
  const ref = useRef<HTMLHeadingElement>(null)
  const place = isStep ? t('app.step', { step: stepNumber.value, steps: KYC_STEPS.length }) : null
  useLayoutEffect(() => {
    if (hasMoved.value) ref.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = [title, place, casinoName.value].filter(Boolean).join(' – ')
  })
  return (
    <div class="heading">
      <h1 class="title" ref={ref} tabIndex={-1}>
        {place && <span class="visually-hidden">{place}: </span>}
        {title}
      </h1>
      {lead && <p class="lead">{lead}</p>}
    </div>
  )
}
