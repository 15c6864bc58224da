import type { InventoryRow } from '@coffer/contract/shapes'
import { ordered } from '../state/orders.ts'
import { t } from '../state/words.ts'
import { CashBackButton } from './cash-back-button.tsx'
import { ShipButton } from './ship-button.tsx'
import { UpgradeButton } from './upgrade-button.tsx'

/** What can be done with an item that was just won, or that it is on its way. */
export function WhatNext({ item, upgradeLabel }: { item: InventoryRow; upgradeLabel?: string }) {
  if (ordered.value.has(item.id)) {
    return (
      <p class="cashed" role="status">
        {t('ship.ordered')}
      </p>
    )
  }
  return (
    <>
      <CashBackButton item={item} />
      <ShipButton item={item} />
      <UpgradeButton item={item} {...(upgradeLabel === undefined ? {} : { label: upgradeLabel })} />
    </>
  )
}
