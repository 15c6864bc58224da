import type { InventoryRow } from '@coffer/contract/shapes'
import type { ConsumedStake, UpgraderStake, WonItem } from '@coffer/contract/upgrader'
import { present } from '../kernel/index.ts'
import { type DealRecord, fairnessView, isWon, type RoundRecord, targetView, upgraderMode } from '../rounds/index.ts'
import type { CountedStake } from './deal.ts'
import type { StakeRecord } from './stake-store.ts'

/** A stake of items with what each counts for; the rows sum to the total. */
export function stakeView({ items, totalMinor }: CountedStake, currency: string): UpgraderStake {
  return {
    currency,
    totalMinor,
    items: items.map(({ inventoryItemId, itemId, name, counted, valueMinor }) => ({
      inventoryItemId,
      itemId,
      name,
      valueMinor: counted.creditsMinor,
      itemValueMinor: valueMinor,
      currency,
    })),
  }
}

/** The same once the items are spent. */
export function consumedView(stake: CountedStake, currency: string): ConsumedStake {
  const view = stakeView(stake, currency)
  return { ...view, items: view.items.map((item) => ({ ...item, state: 'consumed' as const })) }
}

/** What an Upgrader round tells of itself in `round_settled`, the target in the operator's currency. */
export function upgraderOutcome(round: RoundRecord, deal: DealRecord, stakes: readonly StakeRecord[], baseUrl: string) {
  const rolledBps = present(deal.rolled_bps, 'a settled deal has its roll')
  const value = { valueMinor: deal.operator_target_value_minor, currency: round.operator_currency }
  return {
    kind: 'upgrader' as const,
    mode: upgraderMode(round),
    chanceBps: deal.chance_bps,
    feeBps: deal.fee_bps,
    rolledBps,
    isWin: isWon(rolledBps, deal.chance_bps),
    target: targetView(deal, value, baseUrl),
    stakeItemIds: stakes.map((stake) => stake.inventory_item_id),
    wonInventoryItemId: deal.won_inventory_item_id,
    fairness: fairnessView(round),
  }
}

/** What a win put into the vault, of its row there. */
export function wonItemView(row: InventoryRow): WonItem {
  const { id: inventoryItemId, itemId, name, cashbackMinor, cashbackUncredited, currency, state } = row
  return { inventoryItemId, itemId, name, cashbackMinor, cashbackUncredited, currency, state }
}
