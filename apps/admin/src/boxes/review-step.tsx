import type { AdminBox } from '@coffer/contract/admin'
import { Alert, Stack } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { Section } from '../ui/section.tsx'
import classes from './boxes.module.css'
import { PrizeComparison } from './prize-sections.tsx'
import { PrizeTable } from './prize-table.tsx'
import { PublishForm } from './publish-form.tsx'
import type { PublishMode } from './publish-mode.ts'
import { ReviewFacts } from './review-facts.tsx'
import type { BoxKey } from './use-box.ts'
import type { CheckedPlan } from './version-draft.ts'
import { faultText } from './version-faults.ts'

type Props = {
  /** The box as it was last read. */
  box: AdminBox
  boxKey: BoxKey
  plan: CheckedPlan
  backPath: string
  /** True while the version is checked again. */
  isChecking: boolean
  /** Why it could not be checked again. */
  checkError: Error | null
  onReviewAgain: () => void
  onBack: () => void
}

/** The second step of a new version: what it would be, and the time of publication. It takes the focus, because the fields of the first step are gone. */
export function ReviewStep(props: Props) {
  const { box, boxKey, plan } = props
  const { live } = box
  const { prizes, faults, priceMinor, currency } = plan.checked
  const { operator } = boxKey
  const [mode, setMode] = useState<PublishMode>('now')
  const step = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    scrollTo(0, 0)
    step.current?.focus({ preventScroll: true })
  }, [])
  const version = { priceMinor, currency, prizes }
  const table = { operator, valueLabel: 'Value', opensNewTabs: true }
  return (
    <Stack className={classes.step} role="group" aria-label="Review" tabIndex={-1} ref={step}>
      <Section title="Review">
        {faults.length > 0 && (
          <Alert color="bad" role="group" title={FAULT_TITLES[mode]}>
            <ul className={classes.list}>
              {faults.map((fault) => (
                <li key={`${fault.path} ${fault.message}`}>{faultText(fault, prizes)}</li>
              ))}
            </ul>
          </Alert>
        )}
        <ReviewFacts box={box} checked={plan.checked} />
      </Section>
      <Section title="Prizes">
        {live === null ? (
          <PrizeTable version={version} {...table} />
        ) : (
          <PrizeComparison from={live} to={version} names="From the live version to the new version" {...table} />
        )}
      </Section>
      <PublishForm {...props} mode={mode} onMode={setMode} />
    </Stack>
  )
}

const FAULT_TITLES: Readonly<Record<PublishMode, string>> = {
  now: 'This version cannot be published',
  later: 'This version could not be published now',
}
