import { announceChanges, lookBefore } from './announce-changes.ts'
import { type Standing, standingOf } from './box-standing.ts'
import type { Change } from './change.ts'
import type { ProfitChange } from './profit-change.ts'
import { listStandingBoxes, type StandingBox, updateStandings } from './standing-store.ts'

/**
 * Weighs the live versions of these boxes, or of all, at current values, writes how they stand, and answers those that began or ceased
 * to be unprofitable. Whoever calls it tells readers of what changed, writes those into the audit log, and alerts staff after the commit.
 */
export async function reviewBoxes(
  { tx, operator, now }: Pick<Change, 'tx' | 'operator' | 'now'>,
  keys: readonly string[] | null,
): Promise<ProfitChange[]> {
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
  return changed.filter(({ box, standing }) => hasChangedProfit(box, standing)).map(profitChangeOf)
}

/** The same, and tells readers of boxes that went off sale by it or came back. */
export async function reviewAndAnnounce(change: Change, keys: readonly string[] | null): Promise<ProfitChange[]> {
  const before = await lookBefore(change, keys)
  const profitChanges = await reviewBoxes(change, keys)
  await announceChanges(change, before)
  return profitChanges
}

function hasMoved(box: StandingBox, standing: Standing): boolean {
  const isOther = standing.currentRtpBps !== box.currentRtpBps || standing.isPaused !== (box.pausedAt !== null)
  return isOther || hasChangedProfit(box, standing)
}

function hasChangedProfit(box: StandingBox, standing: Standing): boolean {
  return standing.isUnprofitable !== (box.unprofitableSince !== null)
}

function profitChangeOf({ box, standing }: { box: StandingBox; standing: Standing }): ProfitChange {
  const { boxId, boxVersionId, slug } = box
  const { isUnprofitable, currentRtpBps, isPaused } = standing
  return { began: isUnprofitable, boxId, boxVersionId, slug, currentRtpBps, isPaused }
}
