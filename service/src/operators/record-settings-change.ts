import { DATA_VERSION } from '@coffer/contract/events'
import { type AuditEntry, appendAudit } from '../audit/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { enqueueEvent } from '../webhooks/index.ts'

/**
 * Audits a change of settings and tells the operator's endpoints that there was one. The audit entry's number is the event's: it
 * rises with each change and is never used twice.
 */
export async function recordSettingsChange(
  ctx: Pick<Context, 'sealer'>,
  tx: Tx,
  operatorId: number,
  entry: AuditEntry,
): Promise<void> {
  const sequence = await appendAudit(ctx, tx, operatorId, entry)
  await enqueueEvent(tx, operatorId, {
    type: 'settings_changed',
    playerExternalId: null,
    idempotencyKey: `settings_changed:${sequence}`,
    payload: { dataVersion: DATA_VERSION, occurredAt: entry.at.toISOString() },
    occurredAt: entry.at,
  })
}
