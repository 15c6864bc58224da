import type { EndpointRow } from '@coffer/contract/admin'
import { DELIVERY_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Group, Paper, Stack } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'wouter'
import { queryStringOf } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointFacts, EndpointStatus } from './endpoint-facts.tsx'
import { EndpointSecret } from './endpoint-secret.tsx'
import { useSecrets } from './use-endpoint.ts'
import classes from './webhooks.module.css'

type Props = { endpoint: EndpointRow; operator: string | null }

/** An endpoint: its status, its events and its secret, and what the viewer may do with it. */
export function EndpointCard({ endpoint, operator }: Props) {
  const { endpointId, url, version } = endpoint
  const titleId = useId()
  const { roles } = useStaff()
  const mayManage = mayDo(roles, 'integration.manage')
  const secrets = useSecrets({ endpointId, operator }, version)
  const pathOf = (status: { status?: string }) => {
    const filters = { ...status, endpointId: `${endpointId}`, ...(operator !== null && { operator }) }
    return `/deliveries${queryStringOf(DELIVERY_LIST, { filters, sort: DELIVERY_LIST.sorts[0], cursor: null })}`
  }
  return (
    <Paper component="article" withBorder p="lg" aria-labelledby={titleId}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <h2 className={classes.url} id={titleId}>
            {url}
          </h2>
          <EndpointStatus {...endpoint} />
        </Group>
        <EndpointFacts endpoint={endpoint} secret={mayManage ? <EndpointSecret {...secrets} /> : null} />
        {secrets.error !== null && <FailureAlert error={secrets.error} />}
        {mayDo(roles, DELIVERY_LIST.permission) && (
          <Group gap="md">
            <Link className="text-link" href={pathOf({})}>
              Deliveries
            </Link>
            <Link className="text-link" href={pathOf({ status: 'failed' })}>
              Failed deliveries
            </Link>
          </Group>
        )}
        {mayManage && <EndpointActions endpoint={endpoint} operator={operator} />}
      </Stack>
    </Paper>
  )
}
