import type { RoundProof } from '@coffer/contract/s2s'
import type { InventoryRow, RoundAnswer, UpgraderMode, UpgradeTarget } from '@coffer/contract/shapes'
import type { ConsumedStake, UpgraderStake, WonItem } from '@coffer/contract/upgrader'
import { UPGRADER_TOTAL, upgraderChancePercent } from '@coffer/fairness'
import { present } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import { fairnessView, type RoundRecord, roundView } from '../rounds/index.ts'
import type { CountedStake } from './deal.ts'
import type { DealRecord } from './deal-store.ts'
import { isWon, UPGRADER_REEL } from './roll.ts'
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

/** An Upgrader round as clients see it: what it aimed at, and the roll once it is settled. */
export function upgradeView(round: RoundRecord, deal: DealRecord, baseUrl: string): RoundAnswer {
  const roll =
    deal.rolled_bps === null ? {} : { rolledBps: deal.rolled_bps, isWin: isWon(deal.rolled_bps, deal.chance_bps) }
  return {
    ...roundView(round),
    mode: upgraderMode(round),
    chanceBps: deal.chance_bps,
    feeBps: deal.fee_bps,
    ...roll,
    target: targetView(deal, { valueMinor: deal.target_value_minor, currency: round.currency }, baseUrl),
  }
}

function upgraderMode(round: RoundRecord): UpgraderMode {
  return round.mode === 'items' ? 'items' : 'balance'
}

/** The prize aimed at, with its value in one of the two currencies that it is kept in. */
function targetView(
  deal: DealRecord,
  value: Pick<UpgradeTarget, 'valueMinor' | 'currency'>,
  baseUrl: string,
): UpgradeTarget {
  return {
    itemId: deal.target_item_id,
    name: deal.target_name,
    ...value,
    imageUrl: absoluteUrl(baseUrl, deal.target_image_url),
  }
}

/** An Upgrader round proves like one reel whose odds are its chance; there is no snapshot. */
export function dealProof(deal: DealRecord): RoundProof['reels'][number] {
  const rolledBps = present(deal.rolled_bps, 'a settled deal has its roll')
  const target = { itemId: deal.target_item_id, name: deal.target_name }
  return {
    reelIndex: UPGRADER_REEL,
    rawDraw: rolledBps,
    chanceUnits: deal.chance_bps,
    chancePercent: upgraderChancePercent(deal.chance_bps),
    totalUnits: UPGRADER_TOTAL,
    snapshotHash: null,
    boxVersionId: null,
    result: isWon(rolledBps, deal.chance_bps) ? target : null,
  }
}
