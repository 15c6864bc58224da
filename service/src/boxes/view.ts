import type { RoundProof } from '@coffer/contract/s2s'
import type { RoundAnswer } from '@coffer/contract/shapes'
import { BOX_TOTAL_UNITS, chancePercent } from '@coffer/fairness'
import { present } from '../kernel/index.ts'
import { type ReelRecord, type RoundRecord, roundView } from '../rounds/index.ts'

/** A round of boxes as clients see it. */
export function boxView(round: RoundRecord, reels: readonly ReelRecord[]): RoundAnswer {
  return { ...roundView(round), reels: reels.map(reelView) }
}

function reelView(reel: ReelRecord): RoundAnswer['reels'][number] {
  const place = { reelIndex: reel.reel_index, boxVersionId: reel.box_version_id }
  if (reel.raw_draw === null || reel.item_id === null || reel.item_name === null) return place
  return { ...place, rawDraw: reel.raw_draw, result: { itemId: reel.item_id, name: reel.item_name } }
}

/** What proves the draw of a settled reel. */
export function reelProof(reel: ReelRecord): RoundProof['reels'][number] {
  const meaning = 'a settled reel has its draw'
  const chanceUnits = present(reel.chance_units, meaning)
  return {
    reelIndex: reel.reel_index,
    rawDraw: present(reel.raw_draw, meaning),
    chanceUnits,
    chancePercent: chancePercent(chanceUnits),
    totalUnits: BOX_TOTAL_UNITS,
    snapshotHash: reel.snapshot_hash,
    boxVersionId: reel.box_version_id,
    result: { itemId: present(reel.item_id, meaning), name: present(reel.item_name, meaning) },
  }
}
