import type { AuditAction } from '@coffer/contract/audit'
import { type Actor, appendAudit } from '../audit/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { Client, StaffSession } from './staff-session.ts'

/** The actor of the entries of a member of staff. */
export function staffActor({ staffId, client }: { staffId: number; client?: Client | undefined }): Actor {
  const id = `staff:${staffId}`
  return client ? { id, address: client.address, requestId: client.requestId } : id
}

/** Records what a member of staff did with their own account, in the log of their employer. The last step of its transaction. */
export async function recordOwnAction(
  ctx: Context,
  tx: Tx,
  session: StaffSession,
  { action, details = {} }: { action: AuditAction; details?: object },
): Promise<void> {
  const entry = { actor: staffActor(session), action, details, at: ctx.clock.now() }
  await appendAudit(ctx, tx, session.operator?.operatorId ?? null, entry)
}
