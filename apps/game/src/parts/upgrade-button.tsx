import type { InventoryRow } from '@coffer/contract/shapes'
import { canStake, stakeThese } from '../state/stake.ts'
import { t } from '../state/words.ts'

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
