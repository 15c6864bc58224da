import { type AuditEntry, appendEntries } from '../audit/index.ts'
import { later } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { tryLockCatalogue } from './box-store.ts'
import { type Change, startChange } from './change.ts'
import { type Plan, planFaults, planVersion } from './plan-version.ts'
import { alertStaff, type ProfitChange } from './profit-change.ts'
import { publishPlan } from './publish-version.ts'
import { endScheduled, lockWaiting, type ScheduledVersion } from './schedule-store.ts'

type DueVersion = { operatorId: number; scheduledVersionId: number }

/**
 * Publishes a scheduled version whose time has come, at the values that its items have now. If it cannot be published, it is refused with the reasons and
 * staff are alerted. Changes nothing if it no longer waits: another process was first, or it was cancelled. Returns false, without waiting, while another
 * change of the catalogue is under way.
 */
export async function publishScheduled(ctx: Context, { operatorId, scheduledVersionId }: DueVersion): Promise<boolean> {
  const outcome = await ctx.tx(operatorId, async (tx): Promise<Outcome | 'ended' | 'busy'> => {
    if (!(await tryLockCatalogue(tx, operatorId))) return 'busy'
    const change = await startChange(ctx, tx, operatorId)
    const scheduled = await lockWaiting(tx, operatorId, scheduledVersionId)
    return scheduled ? publishOrRefuse(change, scheduled, ctx.limits.scheduleLateMs) : 'ended'
  })
  if (outcome === 'busy') return false
  if (outcome === 'ended') return true
  if ('profitChanges' in outcome) alertStaff(ctx, operatorId, outcome.profitChanges)
  else ctx.alerts.raise('scheduled_version_refused', { operatorId, ...outcome.refused })
  return true
}

type Outcome = { profitChanges: readonly ProfitChange[] } | { refused: { boxId: number; scheduledVersionId: number } }

async function publishOrRefuse(change: Change, scheduled: ScheduledVersion, lateMs: number): Promise<Outcome> {
  const { ctx, tx, operator, now } = change
  const { operatorId } = operator
  const { boxId, scheduledVersionId, scheduledBy, reason } = scheduled
  const plan = await planVersion(tx, operator, boxId, scheduled)
  const isLate = later(scheduled.publishAt, lateMs) < now
  const faults = isLate ? [LATE] : scheduleFaults(plan, scheduled)
  const publishAt = scheduled.publishAt.toISOString()
  const details = { scheduledVersionId, scheduledBy, publishAt, ...(reason !== null && { reason }) }
  if (faults.length > 0) {
    await endScheduled(tx, operatorId, scheduledVersionId, { state: 'refused', faults })
    const refused = { boxId, ...details, faults }
    const entry: AuditEntry = { actor: 'system', action: 'box.schedule_refused', details: refused, at: now }
    await appendEntries(ctx, tx, operatorId, [entry])
    return { refused: { boxId, scheduledVersionId } }
  }
  const { boxVersionId, profitChanges, entries } = await publishPlan(change, plan, { actor: 'system', details })
  await endScheduled(tx, operatorId, scheduledVersionId, { state: 'published', boxVersionId })
  await appendEntries(ctx, tx, operatorId, entries)
  return { profitChanges }
}

/** A version is not published long after its time, for example after an outage or a suspension: players may not expect it then. */
const LATE = 'The service could not publish it within a day of its time.'

/** Reasons why a scheduled version cannot be published now, as sentences. */
export function scheduleFaults(plan: Plan, { currency }: Pick<ScheduledVersion, 'currency'>): string[] {
  const now = plan.operator.currency
  if (currency !== now) return [`The price is in ${currency}, and the currency of the operator is ${now} now.`]
  return planFaults(plan).map(({ message }) => `The box ${message}.`)
}
