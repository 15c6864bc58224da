import type { AdminRound } from '@coffer/contract/admin'
import type { Delivery } from '@coffer/contract/webhooks'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { eventName, shortUrl } from '../text/webhooks.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { DeliveryStatusChip } from '../ui/delivery-status.tsx'
import { Section } from '../ui/section.tsx'
import classes from './rounds.module.css'

type Props = { round: AdminRound; operator: string | null }

/** The webhook deliveries of the events of a round. */
export function DeliverySection({ round: { deliveries, status }, operator }: Props) {
  return (
    <Section title="Webhook deliveries">
      {deliveries === null && <Text>Your roles do not include deliveries.</Text>}
      {deliveries?.length === 0 && <Text>{status === 'settled' ? NONE : NOT_SETTLED}</Text>}
      {deliveries !== null && deliveries.length > 0 && (
        <DataTable
          isInset
          label="Webhook deliveries"
          columns={columnsOf(operator)}
          rows={deliveries}
          keyOf={({ id }) => id}
        />
      )}
    </Section>
  )
}

const NONE =
  'No delivery: no endpoint was subscribed to its events when they occurred, or its deliveries were deleted after your retention period.'
const NOT_SETTLED = 'No delivery: only a settled round has events.'

function columnsOf(operator: string | null): readonly Column<Delivery>[] {
  return [
    {
      key: 'event',
      label: 'Event',
      cell: ({ id, type }) => (
        <Link href={operatorPath(`/deliveries/${id}`, operator)}>
          {eventName(type)} {id}
        </Link>
      ),
    },
    { key: 'url', label: 'Endpoint', cell: ({ url }) => <span className={classes.cell}>{shortUrl(url)}</span> },
    { key: 'status', label: 'Status', cell: ({ status }) => <DeliveryStatusChip status={status} /> },
    { key: 'attempts', label: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
  ]
}
