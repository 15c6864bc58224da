import { draw, UPGRADER_TOTAL } from '@coffer/fairness'
import { nodeDigest } from '../fairness/index.ts'
import type { Seeds } from '../rounds/index.ts'

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
