import { appendAudit } from '../audit/index.ts'
import type { Context } from '../platform/index.ts'
import type { Change } from './change.ts'
import { auditOf, type Turn } from './turn.ts'

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
