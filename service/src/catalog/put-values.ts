import { type AuditEntry, appendAudit } from '../audit/index.ts'
import { present } from '../kernel/index.ts'
import type { Change } from './change.ts'
import type { Fault } from './faults.ts'
import { auditProfitChanges, type ProfitChange } from './profit-change.ts'
import { reviewAndAnnounce } from './review-boxes.ts'
import { listBoxKeysHolding } from './rtp-status-store.ts'
import { pointOf, type StatedValue, type ValuePoint } from './stated-value.ts'
import { type Leap, mostAfter, refuseLeaps } from './value-step.ts'
import {
  insertRevisions,
  listKnownPoints,
  listLastRevisions,
  lockItems,
  type RevisionRow,
  updateValues,
} from './value-store.ts'

/** A value that somebody states of an item of the catalogue; the paths name its moment and itself in a refusal. */
export type StatedItemValue = StatedValue & { itemId: number; path: string; valuePath: string }

/** Points that stated values add to the histories of their items, and what is wrong with the others, by path. */
export type ValuePlan = { points: readonly PlannedPoint[]; faults: readonly Fault[] }

type PlannedPoint = RevisionRow & { currency: string }

/**
 * Locks the items and reads what stated values add, in the order given. What says nothing new adds no point: the value in force, and a
 * point that stands in the history already. Items are to be known. Throws LeapsFound for values that rise further than the operator's
 * settings let them, unless a second person has approved them and nothing else is wrong.
 */
export async function planValues(
  { tx, operator, now }: Change,
  stated: readonly StatedItemValue[],
  { isApproved = false }: { isApproved?: boolean } = {},
): Promise<ValuePlan> {
  const { operatorId } = operator
  const items = await lockItems(tx, operatorId, [...new Set(stated.map(({ itemId }) => itemId))])
  const last = await listLastRevisions(tx, operatorId, [...items.keys()])
  const known = await listKnownPoints(tx, operatorId, stated)
  const inForce = new Map<number, ValuePoint>()
  const points: PlannedPoint[] = []
  const faults: Fault[] = []
  const leaps: Leap[] = []
  for (const one of stated.filter((_, place) => !known.has(place))) {
    const { itemId, valueMinor, currency } = present(items.get(one.itemId), 'the item of a stated value is known')
    const newest = present(last.get(itemId), 'an item has a revision')
    // What was stated in a currency that the operator has left says nothing of the same number in this one.
    const before = newest.currency === currency ? valueMinor : null
    const point = pointOf(one, inForce.get(itemId) ?? { valueMinor: before, recordedAt: newest.recordedAt }, now)
    if (typeof point === 'string') faults.push({ path: one.path, message: point })
    if (point === null || typeof point === 'string') continue
    // Rows of one call are one step: none of them may be what the next one climbs on.
    const lastMinor = Math.min(inForce.get(itemId)?.valueMinor ?? valueMinor, valueMinor)
    const mostMinor = mostAfter(lastMinor, operator.settings.collectibles.maxStepBps)
    if (!isApproved && point.valueMinor > mostMinor) {
      const { valuePath: path, recordedAt } = one
      leaps.push({ path, itemId, lastMinor, mostMinor, valueMinor: point.valueMinor, currency, recordedAt })
      continue
    }
    inForce.set(itemId, point)
    points.push({ itemId, currency, ...point })
  }
  if (faults.length === 0) refuseLeaps(leaps)
  return { points, faults }
}

/**
 * Puts the planned values in force, and emits an event for each box that goes off sale by it or comes back. `entry`: the change in the audit log,
 * which comes before its effects. To be called last in a transaction, as it writes the audit log.
 */
export async function putValues(
  change: Change,
  points: readonly PlannedPoint[],
  entry: AuditEntry | null = null,
): Promise<readonly ProfitChange[]> {
  if (points.length === 0) return []
  const { operatorId } = change.operator
  const values = new Map(points.map(({ itemId, valueMinor }) => [itemId, valueMinor]))
  const rows = [...values].map(([itemId, valueMinor]) => ({ itemId, valueMinor }))
  await updateValues(change.tx, operatorId, rows)
  await insertRevisions(change.tx, operatorId, points)
  const keys = await listBoxKeysHolding(change.tx, operatorId, [...values.keys()])
  const profitChanges = await reviewAndAnnounce(change, keys)
  if (entry !== null) await appendAudit(change.ctx, change.tx, operatorId, entry)
  await auditProfitChanges(change, profitChanges)
  return profitChanges
}
