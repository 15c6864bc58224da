import { useEffect } from 'preact/hooks'
import { Empty } from '../kit/empty.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { hrefOf } from '../kit/route.ts'
import { FIRST_VIEW } from '../kit/vault-view.ts'
import { t } from '../kit/words.ts'
import { OrderCard } from './order-card.tsx'
import { orders } from './orders.ts'
import { ParkedNotice } from './ship-dialog.tsx'

const VAULT = hrefOf({ screen: 'vault', view: FIRST_VIEW })

/** Others move orders on: whoever comes back to the page sees them as they are now. */
function readAnew(): void {
  if (document.visibilityState === 'visible') void orders.load()
}

export function OrdersScreen() {
  const now = orders.state.value
  const rows = now.data?.rows
  useEffect(() => {
    void orders.load()
    document.addEventListener('visibilitychange', readAnew)
    return () => document.removeEventListener('visibilitychange', readAnew)
  }, [])
  return (
    <>
      <a class="back" href={VAULT}>
        <span aria-hidden="true">‹ </span>
        {t('orders.back')}
      </a>
      <Heading>{t('orders.title')}</Heading>
      <p class="lead muted">{t('orders.lead')}</p>
      <ParkedNotice />
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={orders.load} />}
      {!rows && now.is === 'loading' && <div class="skeleton list" />}
      {rows?.length === 0 && (
        <Empty title={t('orders.empty.title')} text={t('orders.empty.text')}>
          <a class="button primary" href={VAULT}>
            {t('orders.empty.action')}
          </a>
        </Empty>
      )}
      <ul class="orders">
        {rows?.map((order) => (
          <li key={order.publicId}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      <MoreButton list={orders} label={t('orders.more')} />
    </>
  )
}
