import type { AdminRound } from '@coffer/contract/admin'
import type { Delivery } from '@coffer/contract/webhooks'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import classes from '../list/entries.module.css'
import { operatorPath } from '../list/operator-path.ts'
import { DELIVERY_STATUS_TEXT, shortUrl } from '../text/webhooks.ts'

type Props = { round: AdminRound; operator: string | null }

/** The deliveries of the events by which the operator grants prizes. Empty when it grants none. */
export function PrizeDeliveries({ round: { won, deliveries }, operator }: Props) {
  const types = new Set(won.flatMap(({ state }) => grantingEvent(state)))
  if (deliveries === null) {
    return [...types].map((type) => (
      <Text key={type}>
        Your roles do not include deliveries. Ask a colleague with the role support whether {type} was delivered.
      </Text>
    ))
  }
  return [...types].map((type) => <DeliveriesOf key={type} type={type} deliveries={deliveries} operator={operator} />)
}

function grantingEvent(state: AdminRound['won'][number]['state']): string[] {
  if (state === null) return ['round_settled']
  return state === 'forwarded_to_casino' ? ['bonus_entitlement'] : []
}

type ListProps = { type: string; deliveries: readonly Delivery[]; operator: string | null }

function DeliveriesOf({ type, deliveries, operator }: ListProps) {
  const shown = deliveries.filter((delivery) => delivery.type === type)
  if (shown.length === 0) {
    return (
      <Text>No endpoint received {type}, or its deliveries were deleted. Check the subscriptions under Webhooks.</Text>
    )
  }
  return (
    <ul className={classes.list} aria-label={`Deliveries of ${type}`}>
      {shown.map(({ id, url, status }) => (
        <li key={id}>
          {type} to {shortUrl(url)}: {DELIVERY_STATUS_TEXT[status].toLowerCase()}.{' '}
          <Link href={operatorPath(`/deliveries/${id}`, operator)}>Show delivery {id}</Link>
        </li>
      ))}
    </ul>
  )
}
