import { announceChanges, lookBefore } from './announce-changes.ts'
import { type Standing, standingOf } from './box-standing.ts'
import type { Change } from './change.ts'
import { listStandingBoxes, type StandingBox, updateStandings } from './standing-store.ts'
import type { Turn } from './turn.ts'

/**
 * Weighs the live versions of these boxes, or of all, at current values, writes how they stand, and answers those that turned. Whoever
 * calls it tells readers of what changed, writes the turns into the audit log, and tells staff of them after the commit.
 */
export async function reviewBoxes(
  { tx, operator, now }: Pick<Change, 'tx' | 'operator' | 'now'>,
  keys: readonly string[] | null,
): Promise<Turn[]> {
  const boxes = await listStandingBoxes(tx, operator.operatorId, keys)
  const changed = boxes
    .map((box) => ({ box, standing: standingOf(box, operator.settings) }))
    .filter(({ box, standing }) => hasMoved(box, standing))
  if (changed.length === 0) return []
  const rows = changed.map(({ box, standing }) => ({
    boxId: box.boxId,
    currentRtpBps: standing.currentRtpBps,
    unprofitableSince: standing.isUnprofitable ? (box.unprofitableSince ?? now) : null,
    pausedAt: standing.isPaused ? (box.pausedAt ?? now) : null,
  }))
  await updateStandings(tx, operator.operatorId, rows)
  return changed.filter(({ box, standing }) => hasTurned(box, standing)).map(turnOf)
}

/** The same, and tells readers of boxes that went off sale by it or came back. */
export async function reviewAndAnnounce(change: Change, keys: readonly string[] | null): Promise<Turn[]> {
  const before = await lookBefore(change, keys)
  const turns = await reviewBoxes(change, keys)
  await announceChanges(change, before)
  return turns
}

function hasMoved(box: StandingBox, standing: Standing): boolean {
  const isOther = standing.currentRtpBps !== box.currentRtpBps || standing.isPaused !== (box.pausedAt !== null)
  return isOther || hasTurned(box, standing)
}

function hasTurned(box: StandingBox, standing: Standing): boolean {
  return standing.isUnprofitable !== (box.unprofitableSince !== null)
}

function turnOf({ box, standing }: { box: StandingBox; standing: Standing }): Turn {
  const { boxId, boxVersionId, slug } = box
  const { isUnprofitable, currentRtpBps, isPaused } = standing
  return { began: isUnprofitable, boxId, boxVersionId, slug, currentRtpBps, isPaused }
}
