import { mayDo } from '@coffer/contract/permissions'
import { Button, Group, Paper, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { OperatorScreen } from '../list/operator-screen.tsx'
import { useChosenOperator } from '../list/use-chosen-operator.ts'
import { useEndpoints } from '../list/use-endpoints.ts'
import { useStaff } from '../session/session.tsx'
import { AddDialog } from './add-dialog.tsx'
import { EndpointCard } from './endpoint-card.tsx'

/** The webhook endpoints of the operator; for staff of the platform those of an operator that they choose. */
export function EndpointsScreen() {
  const chosen = useChosenOperator()
  const { operator, lacksOperator } = chosen
  const query = useEndpoints(operator, { isEnabled: !lacksOperator })
  const endpoints = query.data ?? []
  const [addsTo, setAddsTo] = useState<{ operator: string | null } | null>(null)
  const mayManage = mayDo(useStaff().roles, 'integration.manage')
  const addButton = mayManage && (
    <Button variant="filled" onClick={() => setAddsTo({ operator })}>
      Add endpoint…
    </Button>
  )
  return (
    <OperatorScreen
      title="Webhooks"
      chosen={chosen}
      hint="Choose an operator to see its webhook endpoints."
      noun="endpoints"
      query={query}
      actions={endpoints.length > 0 && addButton}
    >
      {query.data?.length === 0 && <NoEndpoints>{addButton}</NoEndpoints>}
      {endpoints.map((endpoint) => (
        // A secret that is shown is hidden when another operator is chosen.
        <EndpointCard key={`${operator} ${endpoint.endpointId}`} endpoint={endpoint} operator={operator} />
      ))}
      {/* The dialog shows a secret, too. */}
      {addsTo?.operator === operator && <AddDialog operator={operator} onClose={() => setAddsTo(null)} />}
    </OperatorScreen>
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
