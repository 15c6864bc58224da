import { Alert, Stack, Text } from '@mantine/core'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Section } from '../ui/section.tsx'
import classes from './boxes.module.css'
import { PrizeComparison } from './prize-sections.tsx'
import { PrizeTable } from './prize-table.tsx'
import { PublishForm } from './publish-form.tsx'
import type { PublishMode } from './publish-mode.ts'
import { ReviewFacts } from './review-facts.tsx'
import { faultText } from './version-faults.ts'

/** The second step of a new version: what it would be, and the time of publication. It takes the focus, because the fields of the first step are gone. */
export function ReviewStep(props: ComponentProps<typeof PublishForm>) {
  const { boxKey, plan, publication } = props
  const { box } = plan
  const { live } = box
  const { prizes, faults, priceMinor, currency } = plan.checked
  const { operator } = boxKey
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
          <Alert color="bad" role="group" title={FAULT_TITLES[publication.mode]}>
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
          <>
            <Text>
              Values of the live version are those that were published; values of the new version are current.
            </Text>
            <PrizeComparison from={live} to={version} names="From the live version to the new version" {...table} />
          </>
        )}
      </Section>
      <PublishForm {...props} />
    </Stack>
  )
}

const FAULT_TITLES: Readonly<Record<PublishMode, string>> = {
  now: 'This version cannot be published',
  later: 'At current values this version would be refused',
}
