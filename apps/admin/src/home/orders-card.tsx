import type { Home } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { count } from '../text/numbers.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Section } from '../ui/section.tsx'
import { Oldest } from './oldest.tsx'

type Orders = NonNullable<Home['orders']>
type Props = { orders: Orders; at: string }

/** Shipping orders that are not shipped yet. */
export function OrdersCard({ orders: { pending, processing }, at }: Props) {
  return (
    <Section title="Shipping orders">
      {pending.count + processing.count === 0 ? (
        <Text>No orders wait to be shipped.</Text>
      ) : (
        <>
          <FactList>
            <Fact name="Pending">
              <Waiting {...pending} at={at} />
            </Fact>
            <Fact name="Processing">
              <Waiting {...processing} at={at} />
            </Fact>
          </FactList>
          <Text size="xs" c="dimmed">
            A pending order can still be changed or cancelled, a processing order cannot.
          </Text>
        </>
      )}
    </Section>
  )
}

function Waiting({ count: orderCount, oldestAt, at }: Orders['pending'] & { at: string }) {
  if (orderCount === 0) return 'None'
  return (
    <>
      {count(orderCount)}
      <Oldest since={oldestAt} at={at} />
    </>
  )
}
