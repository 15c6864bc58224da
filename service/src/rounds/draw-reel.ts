import { createHmac } from 'node:crypto'
import { BOX_TOTAL_UNITS, type Digest, draw } from '@coffer/fairness'
import type { PlayableVersion } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'

/** Node's digest in place of the package's own: the same bytes, faster. */
const nodeDigest: Digest = (key, message) => createHmac('sha256', key).update(message).digest()

export type Seeds = { serverSeed: string; clientSeed: string; nonce: number }

export type DrawnPrize = { rawDraw: number; prize: PlayableVersion['prizes'][number] }

/** Draws one reel from seeds, nonce, reel index and odds only. An out-of-stock prize is still won. */
export function drawReel(seeds: Seeds, reelIndex: number, version: PlayableVersion): DrawnPrize {
  const rawDraw = draw({ ...seeds, reelIndex, total: BOX_TOTAL_UNITS, hmac: nodeDigest })
  const prize = version.prizes.find(({ rangeStart, rangeEnd }) => rawDraw >= rangeStart && rawDraw < rangeEnd)
  return { rawDraw, prize: present(prize, 'the ranges of a version cover every draw') }
}
