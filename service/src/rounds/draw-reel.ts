import { BOX_TOTAL_UNITS, draw, UPGRADER_TOTAL } from '@coffer/fairness'
import type { PlayableVersion } from '../catalog/index.ts'
import { nodeDigest } from '../fairness/index.ts'
import { present } from '../kernel/index.ts'

export type Seeds = { serverSeed: string; clientSeed: string; nonce: number }

export type DrawnPrize = { rawDraw: number; prize: PlayableVersion['prizes'][number] }

/** Draws one reel from seeds, nonce, reel index and odds only. An out-of-stock prize is still won. */
export function drawReel(seeds: Seeds, reelIndex: number, version: PlayableVersion): DrawnPrize {
  const rawDraw = draw({ ...seeds, reelIndex, total: BOX_TOTAL_UNITS, hmac: nodeDigest })
  const prize = version.prizes.find(({ rangeStart, rangeEnd }) => rawDraw >= rangeStart && rawDraw < rangeEnd)
  return { rawDraw, prize: present(prize, 'the ranges of a version cover every draw') }
}

/** An Upgrader round has one roll, at the place of this reel. */
export const UPGRADER_REEL = 0

/** The roll of an Upgrader round, 0 to 9999: it is won below the chance. Drawn from the seeds and the nonce only. */
export function drawRoll(seeds: Seeds): number {
  return draw({ ...seeds, reelIndex: UPGRADER_REEL, total: UPGRADER_TOTAL, hmac: nodeDigest })
}

/** The one rule of the Upgrader. Both in basis points. */
export function isWon(rolledBps: number, chanceBps: number): boolean {
  return rolledBps < chanceBps
}
