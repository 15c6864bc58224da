import type { AdminItem, ItemValuePreview } from '@coffer/contract/admin'
import { Alert, Stack, Text } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { money } from '../text/numbers.ts'
import classes from './items.module.css'
import { ValuePreview } from './value-preview.tsx'

type Props = { preview: ItemValuePreview; item: AdminItem; reason: string }

/** The second step of a change of a value: a preview of its effects. It takes the focus, because the fields of the first step are gone. */
export function PreviewStep({ preview, item, reason }: Props) {
  const { currency, needsApproval, largestValueMinor } = preview
  const step = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => step.current?.focus({ preventScroll: true }), [])
  return (
    <Stack gap="sm" className={classes.step} role="group" aria-label="Preview" tabIndex={-1} ref={step}>
      {currency !== item.currency && (
        <Alert color="bad" role="group" title={`The currency of the operator is now ${currency}.`}>
          Cancel to see the current item, then repeat your change.
        </Alert>
      )}
      {needsApproval && (
        <Alert color="info" role="group" title="Needs approval">
          A value of more than {money(largestValueMinor, currency)} must be approved by another person.
        </Alert>
      )}
      <ValuePreview preview={preview} item={item} />
      <Text>Reason: {reason}</Text>
    </Stack>
  )
}
