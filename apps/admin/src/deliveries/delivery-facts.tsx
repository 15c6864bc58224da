import type { AdminDelivery } from '@coffer/contract/admin'
import { Code, Text } from '@mantine/core'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'

/** Details of a delivery. */
export function DeliveryFacts({ delivery }: { delivery: AdminDelivery }) {
  const { id, type, idempotencyKey, endpointId, url, playerExternalId, attemptCount } = delivery
  const { occurredAt, deliveredAt, nextAttemptAt, endpointEnabled } = delivery
  return (
    <FactList>
      <Fact name="Delivery ID">{id}</Fact>
      <Fact name="Event type">
        <Code>{type}</Code>
      </Fact>
      <Fact name="Idempotency key">
        <Code>{idempotencyKey}</Code>
      </Fact>
      <Fact name="Endpoint now">
        {url}{' '}
        <Text span c="dimmed">
          (ID {endpointId})
        </Text>
      </Fact>
      <Fact name="Player ID">{playerExternalId ?? <Text c="dimmed">None: not about one player</Text>}</Fact>
      <Fact name="Occurred">
        <Moment at={occurredAt} isExact />
      </Fact>
      <Fact name="Attempts">{attemptCount} of 10 since it was queued</Fact>
      {deliveredAt !== null && (
        <Fact name="Delivered">
          <Moment at={deliveredAt} isExact />
        </Fact>
      )}
      {nextAttemptAt !== null && (
        <Fact name="Next attempt">
          {endpointEnabled ? <Moment at={nextAttemptAt} isExact /> : 'When the endpoint is enabled'}
        </Fact>
      )}
    </FactList>
  )
}
