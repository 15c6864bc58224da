import { SCHEDULE_DAYS } from '@coffer/contract/limits'
import { type Actor, actorIdOf, appendAudit } from '../audit/index.ts'
import { days, later, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { findBox } from './box-store.ts'
import { startChange } from './change.ts'
import { type Fault, refuseFaults } from './faults.ts'
import { changesOf, hashOfPlanned, lastingFaults, type PlannedVersion, planVersion } from './plan-version.ts'
import { endScheduled, findScheduled, insertScheduled } from './schedule-store.ts'

type NamedBox = { operatorId: number; boxId: number; actor: Actor; reason?: string | undefined }

type ScheduleVersion = NamedBox & {
  planned: PlannedVersion
  currency: string
  publishAt: Date
  /** The scheduled version that this one replaces; null for none. */
  scheduledVersionId: number | null
}

/**
 * Schedules a new version of a box, and audits it. The publish gate is applied at its time, with the values of that time. Throws UNKNOWN_BOX,
 * BOX_CHANGED for another scheduled version or another currency, and a 422 that names each reason why it cannot be scheduled.
 */
export function scheduleVersion(ctx: Context, input: ScheduleVersion): Promise<void> {
  const { operatorId, boxId, planned, currency, publishAt, actor, reason } = input
  return ctx.tx(operatorId, async (tx) => {
    const { operator, now } = await startChange(ctx, tx, operatorId)
    const plan = await planVersion(tx, operator, boxId, planned)
    const replaced = await findScheduled(tx, operatorId, boxId)
    const isOther = (replaced?.scheduledVersionId ?? null) !== input.scheduledVersionId
    if (isOther || currency !== operator.currency) throw new Refusal('BOX_CHANGED')
    refuseFaults([...timeFaults(publishAt, now), ...lastingFaults(plan)])
    if (replaced) await endScheduled(tx, operatorId, replaced.scheduledVersionId, { state: 'replaced' })
    const scheduledVersionId = await insertScheduled(tx, operatorId, {
      ...{ boxId, ...planned, currency, publishAt, scheduledBy: actorIdOf(actor), scheduledAt: now },
      reason: reason ?? null,
    })
    const details = {
      ...{ boxId, scheduledVersionId, publishAt: publishAt.toISOString(), currency },
      plannedHash: hashOfPlanned(planned),
      changes: changesOf(plan).filter(({ field }) => field !== 'versionNumber'),
      ...(replaced && { replacedVersionId: replaced.scheduledVersionId }),
      ...(reason !== undefined && { reason }),
    }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'box.scheduled', details, at: now })
  })
}

function timeFaults(publishAt: Date, now: Date): Fault[] {
  if (publishAt <= now) return [{ path: 'publishAt', message: 'must be in the future' }]
  if (publishAt <= later(now, days(SCHEDULE_DAYS))) return []
  return [{ path: 'publishAt', message: `must be within ${SCHEDULE_DAYS} days` }]
}

/**
 * Cancels a scheduled version, or dismisses one that was refused, and audits it. Throws UNKNOWN_BOX, and BOX_CHANGED if it is no longer the scheduled
 * version of the box.
 */
export function cancelSchedule(ctx: Context, input: NamedBox & { scheduledVersionId: number }): Promise<void> {
  const { operatorId, boxId, scheduledVersionId, actor, reason } = input
  return ctx.tx(operatorId, async (tx) => {
    const { now } = await startChange(ctx, tx, operatorId)
    const scheduled = await findScheduled(tx, operatorId, boxId)
    if (scheduled?.scheduledVersionId !== scheduledVersionId) {
      throw new Refusal((await findBox(tx, operatorId, boxId)) === null ? 'UNKNOWN_BOX' : 'BOX_CHANGED')
    }
    await endScheduled(tx, operatorId, scheduledVersionId, { state: 'cancelled' })
    const publishAt = scheduled.publishAt.toISOString()
    const details = { boxId, scheduledVersionId, publishAt, ...(reason !== undefined && { reason }) }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'box.schedule_cancelled', details, at: now })
  })
}
