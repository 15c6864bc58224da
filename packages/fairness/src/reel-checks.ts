import { type Check, compared } from './check.ts'
import { ALGORITHM_KEY, BOX_TOTAL_UNITS, draw, UPGRADER_TOTAL } from './draw.ts'
import type { Digest } from './hmac.ts'
import { chancePercent, oddsFault, rangeAt, upgraderChancePercent } from './odds.ts'
import type { ProofReel, ProofRound, ProofSnapshot, RoundProof } from './proof.ts'
import { snapshotHash } from './snapshot.ts'

/** The checks of one reel of a box round: its odds, its draw, its prize. */
export function boxReelChecks(reel: ProofReel, { round, snapshots }: RoundProof, hmac: Digest): Check[] {
  const snapshot = snapshots.find((candidate) => candidate.snapshotHash === reel.snapshotHash)
  return [
    snapshotCheck(reel, snapshot),
    ...drawChecks(reel, round, BOX_TOTAL_UNITS, hmac),
    ...(snapshot === undefined ? [] : prizeChecks(reel, snapshot)),
  ]
}

/** The checks of an Upgrader round's only reel: the prize is won when the roll is below the chance. */
export function upgraderReelChecks(reel: ProofReel, { round }: RoundProof, hmac: Digest): Check[] {
  const { rawDraw, chanceUnits, result } = reel
  const inDial = chanceUnits > 0 && chanceUnits <= UPGRADER_TOTAL
  const chance = inDial
    ? chanceWords(chanceUnits, UPGRADER_TOTAL, upgraderChancePercent(chanceUnits))
    : `1 to ${UPGRADER_TOTAL} units`
  return [
    ...drawChecks(reel, round, UPGRADER_TOTAL, hmac),
    compared('chance', 'The chance is one the dial can have', chance, statedChance(reel)),
    compared(
      'result',
      'The roll decides: below the chance the prize is won',
      rawDraw < chanceUnits ? 'the prize won' : 'nothing won',
      result === null ? 'nothing won' : 'the prize won',
    ),
  ]
}

function snapshotCheck(reel: ProofReel, snapshot: ProofSnapshot | undefined): Check {
  const pinned = `box version ${reel.boxVersionId}, ${reel.snapshotHash}`
  const found =
    snapshot === undefined
      ? 'these odds are not in the proof'
      : `box version ${snapshot.boxVersionId}, ${hashOf(snapshot)}`
  return compared('snapshot', `${reelName(reel)}: the published odds are unchanged`, pinned, found)
}

function hashOf({ snapshotHash: _, ...body }: ProofSnapshot): string {
  try {
    return snapshotHash(body)
  } catch (error) {
    return `no hash: ${(error as Error).message}`
  }
}

/** Nothing to check while the server seed is secret. */
function drawChecks(reel: ProofReel, { fairness }: ProofRound, total: number, hmac: Digest): Check[] {
  const { serverSeed, clientSeed, nonce } = fairness
  if (serverSeed === null) return []
  const recompute = () => draw({ serverSeed, clientSeed, nonce, reelIndex: reel.reelIndex, total, hmac })
  return [
    compared('draw', `${reelName(reel)}: the draw comes out the same`, attempted(recompute), String(reel.rawDraw)),
  ]
}

function attempted(recompute: () => number): string {
  try {
    return String(recompute())
  } catch (error) {
    return `no draw: ${(error as Error).message}`
  }
}

function prizeChecks(reel: ProofReel, snapshot: ProofSnapshot): Check[] {
  const fault = snapshotFault(snapshot)
  const odds = compared('odds', `${reelName(reel)}: every draw has exactly one prize`, 'no fault', fault ?? 'no fault')
  if (fault !== undefined) return [odds]
  if (reel.rawDraw >= BOX_TOTAL_UNITS) {
    return [
      odds,
      compared(
        'result',
        `${reelName(reel)}: the draw lands on the prize`,
        `a draw below ${BOX_TOTAL_UNITS}`,
        String(reel.rawDraw),
      ),
    ]
  }
  const won = rangeAt(snapshot.ranges, reel.rawDraw)
  const units = won.end - won.start
  return [
    odds,
    compared('result', `${reelName(reel)}: the draw lands on the prize`, prizeWords(won), prizeWords(reel.result)),
    compared(
      'chance',
      `${reelName(reel)}: the chance is the published one`,
      chanceWords(units, BOX_TOTAL_UNITS, chancePercent(units)),
      statedChance(reel),
    ),
  ]
}

function snapshotFault({ algorithmKey, totalUnits, ranges }: ProofSnapshot): string | undefined {
  if (algorithmKey !== ALGORITHM_KEY) return `The odds are for the algorithm ${algorithmKey}`
  if (totalUnits !== BOX_TOTAL_UNITS) return `The odds count ${totalUnits} units in place of ${BOX_TOTAL_UNITS}`
  return oddsFault(ranges)
}

function reelName({ reelIndex }: ProofReel): string {
  return `Reel ${reelIndex + 1}`
}

function prizeWords(prize: { itemId: number; name: string } | null): string {
  return prize === null ? 'no prize' : `${prize.name} (item ${prize.itemId})`
}

function statedChance({ chanceUnits, totalUnits, chancePercent: percent }: ProofReel): string {
  return chanceWords(chanceUnits, totalUnits, percent)
}

function chanceWords(units: number, total: number, percent: number): string {
  return `${units} of ${total} units (${percent} %)`
}
