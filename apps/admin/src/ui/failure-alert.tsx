import { Alert, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { failureCode, mayHaveTakenEffect } from '../api/api.ts'
import { BrowserFailure, failureText } from '../text/failures.ts'

type Props = {
  error: Error
  /** The next step when the change may have been made although no answer confirms it. */
  ifUnconfirmed?: string | undefined
  /** Actions such as trying again. */
  children?: ReactNode
}

/** The failure and the next step. */
export function FailureAlert({ error, ifUnconfirmed, children }: Props) {
  const { what, next } = error instanceof BrowserFailure ? error.text : failureText(failureCode(error))
  return (
    <Alert color="bad" title={what}>
      {mayHaveTakenEffect(error) ? (ifUnconfirmed ?? next) : next}
      {children && <Group mt="sm">{children}</Group>}
    </Alert>
  )
}
