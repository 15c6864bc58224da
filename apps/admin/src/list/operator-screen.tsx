import { Button, Group, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { PendingRows } from '../ui/pending-rows.tsx'
import { focusTitle, ScreenTitle } from '../ui/screen-title.tsx'
import { OperatorChoice } from './operator-choice.tsx'
import type { useChosenOperator } from './use-chosen-operator.ts'

type Props = {
  title: string
  chosen: ReturnType<typeof useChosenOperator>
  /** Shown until staff of the platform have chosen an operator. */
  hint: string
  /** The data of the operator, as in "Loading endpoints". */
  noun: string
  /** Its first load shows placeholders. */
  query: { readonly error: Error | null; readonly isLoading: boolean; readonly refetch: () => unknown }
  /** Shown next to the title, such as buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen with data of one operator, without a list. Staff of the platform choose the operator. */
export function OperatorScreen({ title, chosen, hint, noun, query, actions, children }: Props) {
  const { isPlatform, operator, lacksOperator, choose } = chosen
  const retry = () => {
    void query.refetch()
    // The button is gone when it succeeds.
    focusTitle()
  }
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <ScreenTitle title={title} />
        {actions}
      </Group>
      {isPlatform && (
        <Group>
          <OperatorChoice label="Operator" value={operator ?? ''} allLabel="Choose an operator" onChange={choose} />
        </Group>
      )}
      {query.error !== null && (
        <FailureAlert error={query.error}>
          <Button onClick={retry}>Try again</Button>
        </FailureAlert>
      )}
      {lacksOperator && (
        <Paper withBorder p="lg">
          {hint}
        </Paper>
      )}
      {query.isLoading && <PendingRows what={noun} />}
      {children}
    </Stack>
  )
}
