import { Alert, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { failureCode, fieldSentence, mayHaveTakenEffect } from '../api/api.ts'
import { BrowserFailure, failureText } from '../text/failures.ts'

type Props = {
  error: Error
  /** The next step when the change may have been made although no answer confirms it. */
  ifUnconfirmed?: string | undefined
  /** Labels of the fields of the request that the viewer filled in. What is wrong with them is shown in place of the next step. */
  fields?: Readonly<Record<string, string>> | undefined
  /** Actions such as trying again. */
  children?: ReactNode
}

/** The failure and the next step. */
export function FailureAlert({ error, ifUnconfirmed, fields = {}, children }: Props) {
  const { what, next } = error instanceof BrowserFailure ? error.text : failureText(failureCode(error))
  const faults = Object.entries(fields).flatMap(([name, label]) => {
    const sentence = fieldSentence(error, name, label)
    return sentence === null ? [] : [sentence]
  })
  return (
    <Alert color="bad" title={what}>
      {faults.length > 0 && faults.map((fault) => <p key={fault}>{fault}</p>)}
      {faults.length === 0 && (mayHaveTakenEffect(error) ? (ifUnconfirmed ?? next) : next)}
      {children && <Group mt="sm">{children}</Group>}
    </Alert>
  )
}
