import type { InventoryRow } from '@coffer/contract/shapes'
import { CashBackButton } from '../cashback/cash-back-button.tsx'
import { t } from '../kit/words.ts'
import { ordered } from '../shipping/orders.ts'
import { ShipButton } from '../shipping/ship-button.tsx'
import { canStake, stakeThese } from './stake.ts'

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

/** The way to the Upgrader with one item picked. */
export function UpgradeButton({ item, label = t('upgrade.one') }: { item: InventoryRow; label?: string }) {
  if (!canStake(item)) return null
  return (
    <button type="button" class="button" data-testid="upgrade" onClick={() => stakeThese([item])}>
      {label}
      <span class="visually-hidden">: {item.name}</span>
    </button>
  )
}
