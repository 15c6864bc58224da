import { announceChanges, lookBefore } from './announce-changes.ts'
import type { Change } from './change.ts'
import type { ProfitChange } from './profit-change.ts'
import { type RtpStatus, rtpStatusOf } from './rtp-status.ts'
import { type LiveBox, listLiveBoxes, updateRtpStatuses } from './rtp-status-store.ts'

/**
 * Weighs the live versions of these boxes, or of all, at current values, writes how they stand, and answers those that began or ceased
 * to be unprofitable. Whoever calls it emits an event for what changed, writes those into the audit log, and alerts staff after the commit.
 */
export async function reviewBoxes(
  { tx, operator, now }: Pick<Change, 'tx' | 'operator' | 'now'>,
  keys: readonly string[] | null,
): Promise<ProfitChange[]> {
  const boxes = await listLiveBoxes(tx, operator.operatorId, keys)
  const changed = boxes
    .map((box) => ({ box, status: rtpStatusOf(box, operator.settings) }))
    .filter(({ box, status }) => hasMoved(box, status))
  if (changed.length === 0) return []
  const rows = changed.map(({ box, status }) => ({
    boxId: box.boxId,
    currentRtpBps: status.currentRtpBps,
    unprofitableSince: status.isUnprofitable ? (box.unprofitableSince ?? now) : null,
    pausedAt: status.isPaused ? (box.pausedAt ?? now) : null,
  }))
  await updateRtpStatuses(tx, operator.operatorId, rows)
  return changed.filter(({ box, status }) => hasChangedProfit(box, status)).map(profitChangeOf)
}

/** The same, and emits an event for each box that went off sale by it or came back. */
export async function reviewAndAnnounce(change: Change, keys: readonly string[] | null): Promise<ProfitChange[]> {
  const before = await lookBefore(change, keys)
  const profitChanges = await reviewBoxes(change, keys)
  await announceChanges(change, before)
  return profitChanges
}

function hasMoved(box: LiveBox, status: RtpStatus): boolean {
  const isOther = status.currentRtpBps !== box.currentRtpBps || status.isPaused !== (box.pausedAt !== null)
  return isOther || hasChangedProfit(box, status)
}

function hasChangedProfit(box: LiveBox, status: RtpStatus): boolean {
  return status.isUnprofitable !== (box.unprofitableSince !== null)
}

function profitChangeOf({ box, status }: { box: LiveBox; status: RtpStatus }): ProfitChange {
  const { boxId, boxVersionId, slug } = box
  const { isUnprofitable, currentRtpBps, isPaused } = status
  return { began: isUnprofitable, boxId, boxVersionId, slug, currentRtpBps, isPaused }
}
