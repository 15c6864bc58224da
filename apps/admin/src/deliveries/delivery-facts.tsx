import type { DeliveryDetail } from '@coffer/contract/webhooks'
import { Code, Text } from '@mantine/core'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'

/** Details of a delivery. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { id, type, idempotencyKey, endpointId, url, playerExternalId, attemptCount } = delivery
  const { occurredAt, deliveredAt, nextAttemptAt } = delivery
  return (
    <FactList>
      <Fact name="Delivery ID">{id}</Fact>
      <Fact name="Event type">
        <Code>{type}</Code>
      </Fact>
      <Fact name="Idempotency key">
        <Code>{idempotencyKey}</Code>
      </Fact>
      <Fact name="Endpoint">
        {url}{' '}
        <Text span c="dimmed">
          (ID {endpointId})
        </Text>
      </Fact>
      <Fact name="Player ID">{playerExternalId ?? <Text c="dimmed">None: not about one player</Text>}</Fact>
      <Fact name="Occurred">
        <Moment at={occurredAt} isExact />
      </Fact>
      <Fact name="Attempts">{attemptCount}</Fact>
      {deliveredAt !== null && (
        <Fact name="Delivered">
          <Moment at={deliveredAt} isExact />
        </Fact>
      )}
      {nextAttemptAt !== null && (
        <Fact name="Next attempt">
          <Moment at={nextAttemptAt} isExact />
        </Fact>
      )}
    </FactList>
  )
}
