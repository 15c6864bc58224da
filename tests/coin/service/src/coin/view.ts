import type { EventPayload } from '@coffer/contract/events'
import type { RoundProof } from '@coffer/contract/s2s'
import type { RoundAnswer, UpgradeTarget } from '@coffer/contract/shapes'
import { UPGRADER_TOTAL, upgraderChancePercent } from '@coffer/fairness'
import { present } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import { fairnessView, type RoundRecord, roundView } from '../rounds/index.ts'
import { CHANCE_BPS, isHeads } from './coin.ts'
import type { TossRecord } from './store.ts'

/** A coin round as clients see it; how the coin landed once it is settled. */
export function coinView(round: RoundRecord, toss: TossRecord, baseUrl: string): RoundAnswer {
  const { rolled_bps: rolledBps, value_minor: valueMinor } = toss
  const landed = rolledBps === null ? {} : { rolledBps, isWin: isHeads(rolledBps) }
  const target = targetView(toss, { valueMinor, currency: round.currency }, baseUrl)
  return { ...roundView(round), chanceBps: CHANCE_BPS, ...landed, target }
}

export function coinOutcome(
  round: RoundRecord,
  toss: TossRecord,
  baseUrl: string,
): EventPayload<'round_settled'>['outcome'] {
  const rolledBps = present(toss.rolled_bps, 'a settled toss has landed')
  const value = { valueMinor: toss.operator_value_minor, currency: round.operator_currency }
  return {
    kind: 'coin',
    chanceBps: CHANCE_BPS,
    rolledBps,
    isWin: isHeads(rolledBps),
    target: targetView(toss, value, baseUrl),
    wonInventoryItemId: toss.won_inventory_item_id,
    fairness: fairnessView(round),
  }
}

/** A toss proves like one reel whose odds are its chance. */
export function tossProof(toss: TossRecord): RoundProof['reels'][number] {
  const rolledBps = present(toss.rolled_bps, 'a settled toss has landed')
  return {
    reelIndex: 0,
    rawDraw: rolledBps,
    chanceUnits: CHANCE_BPS,
    chancePercent: upgraderChancePercent(CHANCE_BPS),
    totalUnits: UPGRADER_TOTAL,
    snapshotHash: null,
    boxVersionId: null,
    result: isHeads(rolledBps) ? { itemId: toss.item_id, name: toss.name } : null,
  }
}

function targetView(
  { item_id: itemId, name, image_url }: TossRecord,
  value: Pick<UpgradeTarget, 'valueMinor' | 'currency'>,
  baseUrl: string,
): UpgradeTarget {
  return { itemId, name, ...value, imageUrl: absoluteUrl(baseUrl, image_url) }
}
