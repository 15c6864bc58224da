import type { AdminDelivery } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Code, Text } from '@mantine/core'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { useStaff } from '../session/session.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'

const ROUND_KEY = /^round_settled:([\w-]+)$/

type Props = { delivery: AdminDelivery; operator: string | null }

/** Details of a delivery. */
export function DeliveryFacts({ delivery, operator }: Props) {
  const { id, type, idempotencyKey, endpointId, url, playerExternalId, attemptCount } = delivery
  const { occurredAt, deliveredAt, nextAttemptAt, endpointEnabled } = delivery
  const roundId = ROUND_KEY.exec(idempotencyKey)?.[1]
  const mayReadRounds = mayDo(useStaff().roles, 'rounds.read')
  return (
    <FactList>
      <Fact name="Delivery ID">{id}</Fact>
      <Fact name="Event type">
        <Code>{type}</Code>
      </Fact>
      <Fact name="Idempotency key">
        <Code>{idempotencyKey}</Code>
      </Fact>
      {roundId !== undefined && mayReadRounds && (
        <Fact name="Round">
          <Link href={operatorPath(`/rounds/${roundId}`, operator)}>{roundId}</Link>
        </Fact>
      )}
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
