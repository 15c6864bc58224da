import type { EndpointRow } from '@coffer/contract/admin'
import { SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { moment } from '../text/time.ts'
import { eventLabel } from '../text/webhooks.ts'
import { Chip } from '../ui/chip.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'

/** The status of an endpoint, and its faults. */
export function EndpointStatus({ enabled, failingSince, goneAt }: EndpointRow) {
  return (
    <Group gap={6}>
      <Chip tone={enabled ? 'good' : 'plain'}>{enabled ? 'Enabled' : 'Disabled'}</Chip>
      {goneAt !== null && <Chip tone="bad">Gone (410) since {moment(goneAt)}</Chip>}
      {failingSince !== null && <Chip tone="bad">Failing since {moment(failingSince)}</Chip>}
    </Group>
  )
}

type Props = {
  endpoint: EndpointRow
  /** Null when the viewer may not see it. */
  secret: ReactNode
}

/** Details of an endpoint. */
export function EndpointFacts({ endpoint, secret }: Props) {
  const { endpointId, types, createdAt, oldSecretEndsAt } = endpoint
  const hasAll = SENT_EVENT_TYPES.every((type) => types.includes(type))
  return (
    <FactList>
      <Fact name="Endpoint ID">{endpointId}</Fact>
      <Fact name="Events">{hasAll ? 'All events' : types.map(eventLabel).join(', ')}</Fact>
      <Fact name="Added">
        <Moment at={createdAt} />
      </Fact>
      {oldSecretEndsAt !== null && (
        <Fact name="Old secret">
          Valid until <Moment at={oldSecretEndsAt} />
        </Fact>
      )}
      {secret !== null && <Fact name="Secret">{secret}</Fact>}
    </FactList>
  )
}
