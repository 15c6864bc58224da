import type { AuditAction } from '@coffer/contract/audit'
import { mayDo } from '@coffer/contract/permissions'
import { appendAudit } from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { Employer } from './employer.ts'
import { readEmail } from './staff.ts'
import type { StaffSession } from './staff-session.ts'
import { findStaffByEmail, findStaffById, lockStaffOf, type StaffRow } from './store.ts'

/** Identifies a member of staff of one employer. */
export type StaffName = { email: string } | { staffId: number }

/** Returns the member of staff. Throws STAFF_NOT_FOUND, or a 422 for an invalid e-mail address. */
export async function getStaffByName(tx: Tx, { operatorId }: Employer, name: StaffName): Promise<StaffRow> {
  const found = await ('staffId' in name
    ? findStaffById(tx, operatorId, name.staffId)
    : findStaffByEmail(tx, operatorId, readEmail(name.email)))
  if (!found) throw new Refusal('STAFF_NOT_FOUND')
  return found
}

/**
 * Returns the member of staff to change, who is never the actor: two owners cannot leave an operator without one, and one cannot lock
 * themselves out. Throws STAFF_NOT_FOUND, STAFF_OWN_ACCOUNT, or a 422 for an invalid e-mail address.
 */
export async function getOtherStaff(tx: Tx, employer: Employer, name: StaffName): Promise<StaffRow> {
  const found = await getStaffByName(tx, employer, name)
  if (found.staff_id === employer.session?.staffId) throw new Refusal('STAFF_OWN_ACCOUNT')
  return found
}

/** What a change returns, and its audit entry; null when nothing has changed. */
type Change<T> = { changed: T; entry: { action: AuditAction; details: object } | null }

/**
 * Changes staff in one transaction, one change after the other per employer, and records it in the audit log of the employer. Throws
 * STAFF_FORBIDDEN when the actor has lost `staff.manage` since the request was authenticated.
 */
export async function changeStaff<T>(
  ctx: Context,
  { operatorId, actor, session }: Employer,
  change: (tx: Tx) => Promise<Change<T>>,
): Promise<T> {
  return ctx.systemTx(async (tx) => {
    await lockStaffOf(tx, operatorId)
    if (session) await refuseFormerManager(tx, session)
    const { changed, entry } = await change(tx)
    if (entry !== null) await appendAudit(ctx, tx, operatorId, { actor, ...entry, at: ctx.clock.now() })
    return changed
  })
}

async function refuseFormerManager(tx: Tx, { staffId, operator }: StaffSession): Promise<void> {
  const person = await findStaffById(tx, operator?.operatorId ?? null, staffId)
  // `staff.manage` is never among an operator's default roles.
  if (!person || person.disabled_at !== null || !mayDo(person.roles ?? [], 'staff.manage')) {
    throw new Refusal('STAFF_FORBIDDEN')
  }
}
