import { BOX_TOTAL_UNITS, draw } from '@coffer/fairness'
import type { PlayableVersion } from '../catalog/index.ts'
import { nodeDigest } from '../fairness/index.ts'
import { present } from '../kernel/index.ts'
import type { Seeds } from '../rounds/index.ts'

export type DrawnPrize = { rawDraw: number; prize: PlayableVersion['prizes'][number] }

/** Draws one reel from seeds, nonce, reel index and odds only. An out-of-stock prize is still won. */
export function drawReel(seeds: Seeds, reelIndex: number, version: PlayableVersion): DrawnPrize {
  const rawDraw = draw({ ...seeds, reelIndex, total: BOX_TOTAL_UNITS, hmac: nodeDigest })
  const prize = version.prizes.find(({ rangeStart, rangeEnd }) => rawDraw >= rangeStart && rawDraw < rangeEnd)
  return { rawDraw, prize: present(prize, 'the ranges of a version cover every draw') }
}

/** The same rule for many draws at once: before which draw the range of each prize ends, in published order. */
export function prizeEnds({ prizes }: PlayableVersion): number[] {
  return prizes.map(({ rangeEnd }) => rangeEnd)
}
