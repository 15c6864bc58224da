import { type Actor, type AuditEntry, appendEntries } from '../audit/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { announceChanges, lookBefore } from './announce-changes.ts'
import { keepAgainstFile } from './box-store.ts'
import { type Change, startChange } from './change.ts'
import { refuseFaults } from './faults.ts'
import { changesOf, hashOfPlan, type Plan, type PlannedVersion, planFaults, planVersion } from './plan-version.ts'
import { alertStaff, auditOf, type ProfitChange } from './profit-change.ts'
import { publishVersions } from './publish-versions.ts'
import { reviewBoxes } from './review-boxes.ts'
import { endScheduled, findScheduled } from './schedule-store.ts'

type PublishVersion = {
  operatorId: number
  boxId: number
  planned: PlannedVersion
  /** The hash of the plan that was checked. */
  checkHash: string
  actor: Actor
  reason?: string | undefined
}

/**
 * Publishes a new version of a box, puts it on sale and audits it. Importing the same catalogue file again does not replace it. A scheduled version that was
 * refused is dismissed; a waiting one stays scheduled. Throws UNKNOWN_BOX, BOX_CHANGED if it is no longer the version that was checked, and a 422 that names
 * every reason why it cannot be published.
 */
export async function publishVersion(ctx: Context, input: PublishVersion): Promise<void> {
  const { operatorId, boxId, planned, checkHash, actor, reason } = input
  const profitChanges = await ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    const plan = await planVersion(tx, change.operator, boxId, planned)
    if (hashOfPlan(plan) !== checkHash) throw new Refusal('BOX_CHANGED')
    refuseFaults(planFaults(plan))
    const scheduled = await findScheduled(tx, operatorId, boxId)
    const refusedId = scheduled?.status === 'refused' ? scheduled.scheduledVersionId : null
    if (refusedId !== null) await endScheduled(tx, operatorId, refusedId, { state: 'replaced' })
    const details = {
      ...(refusedId !== null && { replacedVersionId: refusedId }),
      ...(reason !== undefined && { reason }),
    }
    const { entries, profitChanges } = await publishPlan(change, plan, { actor, details })
    await appendEntries(ctx, tx, operatorId, entries)
    return profitChanges
  })
  alertStaff(ctx, operatorId, profitChanges)
}

type Published = {
  boxVersionId: number
  profitChanges: readonly ProfitChange[]
  /** For the caller to add to the audit log, at the end of the transaction. */
  entries: AuditEntry[]
}

/** Publishes a version that has no faults. `details`: further details of the entry in the audit log. */
export async function publishPlan(
  change: Change,
  plan: Plan,
  { actor, details }: Pick<AuditEntry, 'actor' | 'details'>,
): Promise<Published> {
  const { tx, operator, baseUrl, now } = change
  const { boxId } = plan.publication
  const keys = [plan.box.key]
  const before = await lookBefore(change, keys)
  const published = await publishVersions(tx, operator, [plan.publication], baseUrl, now)
  const boxVersionId = present(published.get(boxId), 'a planned version was published')
  await keepAgainstFile(tx, operator.operatorId, boxId)
  const profitChanges = await reviewBoxes(change, keys)
  await announceChanges(change, before)
  const entry: AuditEntry = {
    actor,
    action: 'box.published',
    details: { boxId, boxVersionId, currency: operator.currency, changes: changesOf(plan), ...details },
    at: now,
  }
  return { boxVersionId, profitChanges, entries: [entry, ...auditOf(profitChanges, now)] }
}
