import { type AuditEntry, appendAudit } from '../audit/index.ts'
import type { Context } from '../platform/index.ts'
import type { Change } from './change.ts'

/** A box that began to give more than it takes at current values, or ceased to. */
export type Turn = {
  began: boolean
  boxId: number
  boxVersionId: number
  slug: string
  currentRtpBps: number
  isPaused: boolean
}

/** What the audit log says of turns. Nobody did it by name: values moved, or a change that has an entry of its own. */
export function auditOf(turns: readonly Turn[], at: Date): AuditEntry[] {
  return turns.map(({ began, ...details }) => ({
    actor: 'system',
    action: began ? 'catalog.unprofitable_began' : 'catalog.unprofitable_ended',
    details,
    at,
  }))
}

/** Writes turns into the audit log. To be called last in a transaction, as every entry of it. */
export async function auditTurns({ ctx, tx, operator, now }: Change, turns: readonly Turn[]): Promise<void> {
  for (const entry of auditOf(turns, now)) await appendAudit(ctx, tx, operator.operatorId, entry)
}

/** Alerts staff. To be called when the turns are committed: what was rolled back did not happen. */
export function alertStaff({ log }: Pick<Context, 'log'>, operatorId: number, turns: readonly Turn[]): void {
  for (const { began, ...turn } of turns) {
    if (began) log.warn({ alert: true, operatorId, ...turn }, 'a box gives more than it takes')
    else log.info({ operatorId, ...turn }, 'a box no longer gives more than it takes')
  }
}
