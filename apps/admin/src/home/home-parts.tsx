import type { Home } from '@coffer/contract/admin'
import { DayTable } from './day-table.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import classes from './home.module.css'
import { KeyFigures } from './key-figures.tsx'
import { OrdersCard } from './orders-card.tsx'
import { SetUpSection } from './set-up-section.tsx'
import { VerificationsCard } from './verifications-card.tsx'
import { WalletCard } from './wallet-card.tsx'

type Props = {
  home: Home
  operator: string | null
  /** True while staff of the platform have chosen no operator. */
  isOfAllOperators: boolean
}

/** The parts of the home screen that the roles of the viewer allow. */
export function HomeParts({ home, operator, isOfAllOperators }: Props) {
  const { at, setUp, play, wallet, deliveries, orders, verifications } = home
  return (
    <>
      {setUp?.some(({ isDone }) => !isDone) && <SetUpSection steps={setUp} operator={operator} />}
      {play !== null && (
        <>
          <KeyFigures play={play} />
          <DayTable play={play} />
        </>
      )}
      <div className={classes.cards}>
        {wallet !== null && <WalletCard wallet={wallet} at={at} operator={operator} />}
        {deliveries !== null && <DeliveriesCard deliveries={deliveries} operator={operator} />}
        {orders !== null && <OrdersCard orders={orders} at={at} operator={operator} />}
        {verifications !== null && (
          <VerificationsCard
            verifications={verifications}
            at={at}
            operator={operator}
            isOfAllOperators={isOfAllOperators}
          />
        )}
      </div>
    </>
  )
}
