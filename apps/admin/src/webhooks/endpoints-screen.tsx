import { mayDo } from '@coffer/contract/permissions'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { OperatorChoice } from '../list/operator-choice.tsx'
import { useChosenOperator } from '../list/use-chosen-operator.ts'
import { useEndpoints } from '../list/use-endpoints.ts'
import { useStaff } from '../session/session.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { PendingRows } from '../ui/pending-rows.tsx'
import { focusTitle, ScreenTitle } from '../ui/screen-title.tsx'
import { AddDialog } from './add-dialog.tsx'
import { EndpointCard } from './endpoint-card.tsx'

/** The webhook endpoints of the operator; for staff of the platform those of an operator that they choose. */
export function EndpointsScreen() {
  const { isPlatform, operator, lacksOperator, choose } = useChosenOperator()
  const { data: endpoints = null, error, isPending, refetch } = useEndpoints(operator, { isEnabled: !lacksOperator })
  const [addsTo, setAddsTo] = useState<{ operator: string | null } | null>(null)
  const mayManage = mayDo(useStaff().roles, 'integration.manage')
  const addButton = mayManage && (
    <Button variant="filled" onClick={() => setAddsTo({ operator })}>
      Add endpoint…
    </Button>
  )
  const retry = () => {
    void refetch()
    // The button is gone when it succeeds.
    focusTitle()
  }
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <ScreenTitle title="Webhooks" />
        {endpoints !== null && endpoints.length > 0 && addButton}
      </Group>
      {isPlatform && (
        <Group>
          <OperatorChoice label="Operator" value={operator ?? ''} allLabel="Choose an operator" onChange={choose} />
        </Group>
      )}
      {error !== null && (
        <FailureAlert error={error}>
          <Button onClick={retry}>Try again</Button>
        </FailureAlert>
      )}
      {lacksOperator && (
        <Paper withBorder p="lg">
          Choose an operator to see its webhook endpoints.
        </Paper>
      )}
      {isPending && !lacksOperator && <PendingRows what="endpoints" />}
      {endpoints?.length === 0 && <NoEndpoints>{addButton}</NoEndpoints>}
      {endpoints?.map((endpoint) => (
        // A secret that is shown is hidden when another operator is chosen.
        <EndpointCard key={`${operator} ${endpoint.endpointId}`} endpoint={endpoint} operator={operator} />
      ))}
      {/* The dialog shows a secret, too. */}
      {addsTo?.operator === operator && <AddDialog operator={operator} onClose={() => setAddsTo(null)} />}
    </Stack>
  )
}

function NoEndpoints({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder p="lg">
      <Text size="lg">No webhook endpoints yet.</Text>
      <Text c="dimmed" maw="60ch">
        A webhook endpoint is a URL of the operator’s server. Coffer sends events to it, such as settled rounds and
        changed shipping orders.
      </Text>
      {children && <Group mt="md">{children}</Group>}
    </Paper>
  )
}
