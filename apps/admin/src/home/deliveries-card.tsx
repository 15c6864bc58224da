import type { Home } from '@coffer/contract/admin'
import { DELIVERY_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { queryStringOf } from '../list/list-state.ts'
import { operatorPath } from '../list/operator-path.ts'
import { useStaff } from '../session/session.tsx'
import { count, countOf } from '../text/numbers.ts'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import classes from './home.module.css'

type Deliveries = NonNullable<Home['deliveries']>
type Props = { deliveries: Deliveries; operator: string | null }

/** Webhook deliveries that failed, and endpoints that fail. */
export function DeliveriesCard({ deliveries, operator }: Props) {
  const { failedCount, failingEndpoints } = deliveries
  const mayList = mayDo(useStaff().roles, DELIVERY_LIST.permission)
  const filters = { status: 'failed', ...(operator !== null && { operator }) }
  const query = queryStringOf(DELIVERY_LIST, { filters, sort: DELIVERY_LIST.sorts[0], cursor: null })
  const links = (
    <Group gap="md">
      <Link className="text-link" href={operatorPath('/webhooks', operator)}>
        Go to Webhooks
      </Link>
      {mayList && failedCount > 0 && (
        <Link className="text-link" href={`/deliveries${query}`}>
          Show failed deliveries
        </Link>
      )}
    </Group>
  )
  return (
    <Section title="Webhooks" buttons={links}>
      <Text>{failedText(deliveries)}</Text>
      {failingEndpoints.length === 0 ? (
        <Text>No failing endpoints.</Text>
      ) : (
        <>
          <Text>Failing endpoints:</Text>
          <ul className={classes.endpoints}>
            {failingEndpoints.map(({ endpointId, url, failingSince }) => (
              <li key={endpointId}>
                {url}, since <Moment at={failingSince} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function failedText({ failedCount, hasMoreFailed }: Deliveries): string {
  if (failedCount === 0) return 'No failed deliveries.'
  const failed = hasMoreFailed
    ? `More than ${count(failedCount)} failed deliveries`
    : countOf(failedCount, { one: 'failed delivery', many: 'failed deliveries' })
  return `${failed}. A failed delivery is sent again only when it is replayed.`
}
