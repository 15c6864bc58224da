import type { Home } from '@coffer/contract/admin'
import { ORDER_LIST } from '@coffer/contract/list'
import { Text } from '@mantine/core'
import { AllowedLink } from '../list/allowed-link.tsx'
import { count } from '../text/numbers.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Section } from '../ui/section.tsx'
import classes from './home.module.css'
import { Oldest } from './oldest.tsx'

type Orders = NonNullable<Home['orders']>
type Props = { orders: Orders; at: string; operator: string | null }

/** Shipping orders that are not shipped yet. */
export function OrdersCard({ orders: { pending, processing }, at, operator }: Props) {
  return (
    <Section title="Shipping orders">
      {pending.count + processing.count === 0 ? (
        <Text>No orders wait to be shipped.</Text>
      ) : (
        <>
          <FactList>
            <Fact name="Pending">
              <Waiting {...pending} status="pending" at={at} operator={operator} />
            </Fact>
            <Fact name="Processing">
              <Waiting {...processing} status="processing" at={at} operator={operator} />
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

type WaitingProps = Orders['pending'] & { status: keyof Orders; at: string; operator: string | null }

/** The number of orders with a status, linked to their list if the viewer may read it, and the age of the oldest. */
function Waiting({ count: orderCount, oldestAt, status, at, operator }: WaitingProps) {
  if (orderCount === 0) return 'None'
  return (
    <>
      <span className={classes.number}>
        <AllowedLink path={`/orders?status=${status}`} permission={ORDER_LIST.permission} operator={operator}>
          {count(orderCount)}
        </AllowedLink>
      </span>
      <Oldest since={oldestAt} at={at} />
    </>
  )
}
