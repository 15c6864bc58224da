import { type AuditEntry, appendEntries } from '../audit/index.ts'
import { present } from '../kernel/index.ts'
import type { Change } from './change.ts'
import { type Fault, refuseFaults } from './faults.ts'
import { auditOf, type ProfitChange } from './profit-change.ts'
import { reviewAndAnnounce } from './review-boxes.ts'
import { listBoxKeysHolding } from './rtp-status-store.ts'
import { pointOf, type StatedValue, type ValuePoint } from './stated-value.ts'
import { type Leap, mostAfter, refuseLeaps } from './value-step.ts'
import { insertRevisions, listKnownPoints, type RevisionRow, updateValues } from './value-store.ts'
import type { ValuesInForce } from './values-in-force.ts'

/** A value that is stated of an item of the catalogue; the paths name its moment and itself in a refusal. */
export type StatedItemValue = StatedValue & { itemId: number; path: string; valuePath: string }

/**
 * Points that stated values add to the histories of their items, what is wrong with other values, and values that rise further than the settings
 * of the operator let one person set them.
 */
export type ValuePlan = { points: readonly PlannedPoint[]; faults: readonly Fault[]; leaps: readonly Leap[] }

/** `valuePath`: the path of the value. */
export type PlannedPoint = RevisionRow & { currency: string; valuePath: string }

/**
 * Plans what stated values add to the histories of items, in the order given. A value adds no point when it is in force, or when the
 * history already has the point. `inForce` has each of the items. `isApproved`: a second person has approved the values, so none leaps.
 */
export async function planValues(
  { tx, operator, now }: Pick<Change, 'tx' | 'operator' | 'now'>,
  stated: readonly StatedItemValue[],
  inForce: ValuesInForce,
  { isApproved = false }: { isApproved?: boolean } = {},
): Promise<ValuePlan> {
  const known = await listKnownPoints(tx, operator.operatorId, stated)
  const planned = new Map<number, ValuePoint>()
  const points: PlannedPoint[] = []
  const faults: Fault[] = []
  const leaps: Leap[] = []
  for (const one of stated.filter((_, place) => !known.has(place))) {
    const { itemId, valuePath } = one
    const { valueMinor, currency, newest } = present(inForce.get(itemId), 'the item of a stated value is known')
    // A value in the currency before a conversion cannot be compared with one in the currency of now.
    const before = newest.currency === currency ? valueMinor : null
    const point = pointOf(one, planned.get(itemId) ?? { valueMinor: before, recordedAt: newest.recordedAt }, now)
    if (typeof point === 'string') faults.push({ path: one.path, message: point })
    if (point === null || typeof point === 'string') continue
    // Values of one call are one step: none of them is the base of a larger one.
    const lastMinor = Math.min(planned.get(itemId)?.valueMinor ?? valueMinor, valueMinor)
    const mostMinor = mostAfter(lastMinor, operator.settings.collectibles.maxStepBps)
    if (!isApproved && point.valueMinor > mostMinor) {
      const leap = { path: valuePath, itemId, lastMinor, mostMinor, valueMinor: point.valueMinor, currency }
      leaps.push({ ...leap, recordedAt: one.recordedAt })
      continue
    }
    planned.set(itemId, point)
    points.push({ itemId, currency, valuePath, ...point })
  }
  return { points, faults, leaps }
}

/** The points of a plan. Throws a 422 that names its faults, and LeapsFound. */
export function acceptedPoints({ points, faults, leaps }: ValuePlan): readonly PlannedPoint[] {
  refuseFaults(faults)
  refuseLeaps(leaps)
  return points
}

/**
 * Puts the planned values in force, and emits an event for each box that goes off sale by it or comes back. `entries`: the change in the audit
 * log, which comes before its effects. To be called last in a transaction, as it writes the audit log.
 */
export async function putValues(
  change: Change,
  points: readonly PlannedPoint[],
  entries: readonly AuditEntry[] = [],
): Promise<readonly ProfitChange[]> {
  const { ctx, tx, operator, now } = change
  const profitChanges = points.length === 0 ? [] : await writeValues(change, points)
  await appendEntries(ctx, tx, operator.operatorId, [...entries, ...auditOf(profitChanges, now)])
  return profitChanges
}

async function writeValues(change: Change, points: readonly PlannedPoint[]): Promise<readonly ProfitChange[]> {
  const { tx, operator } = change
  const values = new Map(points.map(({ itemId, valueMinor }) => [itemId, valueMinor]))
  const rows = [...values].map(([itemId, valueMinor]) => ({ itemId, valueMinor }))
  await updateValues(tx, operator.operatorId, rows)
  await insertRevisions(tx, operator.operatorId, points)
  return reviewAndAnnounce(change, await listBoxKeysHolding(tx, operator.operatorId, [...values.keys()]))
}
