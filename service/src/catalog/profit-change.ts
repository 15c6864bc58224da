import { type AuditEntry, appendEntries } from '../audit/index.ts'
import type { Context } from '../platform/index.ts'
import type { Change } from './change.ts'

/** A box that began to give more than it takes at current values, or ceased to. */
export type ProfitChange = {
  began: boolean
  boxId: number
  boxVersionId: number
  slug: string
  currentRtpBps: number
  isPaused: boolean
}

/** What the audit log says of them. Nobody did it by name: values moved, or a change that has an entry of its own. */
export function auditOf(profitChanges: readonly ProfitChange[], at: Date): AuditEntry[] {
  return profitChanges.map(({ began, ...details }) => ({
    actor: 'system',
    action: began ? 'catalog.unprofitable_began' : 'catalog.unprofitable_ended',
    details,
    at,
  }))
}

/** Writes them into the audit log. To be called last in a transaction, as every entry of it. */
export async function auditProfitChanges(
  { ctx, tx, operator, now }: Change,
  profitChanges: readonly ProfitChange[],
): Promise<void> {
  await appendEntries(ctx, tx, operator.operatorId, auditOf(profitChanges, now))
}

/** Alerts staff. To be called when the changes are committed: what was rolled back did not happen. */
export function alertStaff(
  { log }: Pick<Context, 'log'>,
  operatorId: number,
  profitChanges: readonly ProfitChange[],
): void {
  for (const { began, ...change } of profitChanges) {
    if (began) log.warn({ alert: true, operatorId, ...change }, 'a box gives more than it takes')
    else log.info({ operatorId, ...change }, 'a box no longer gives more than it takes')
  }
}
