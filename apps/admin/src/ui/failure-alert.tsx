import { Alert, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { failureCode } from '../api/api.ts'
import { failureText } from '../text/failures.ts'

/** What went wrong and what to do next. `children` are actions such as trying again. */
export function FailureAlert({ error, children }: { error: Error; children?: ReactNode }) {
  const { what, next } = failureText(failureCode(error))
  return (
    <Alert color="bad" title={what}>
      {next}
      {children && <Group mt="sm">{children}</Group>}
    </Alert>
  )
}
