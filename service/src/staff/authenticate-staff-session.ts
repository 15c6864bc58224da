import { later, Refusal } from '../kernel/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { csrfTokenOf } from './csrf-token.ts'
import { isStaffBumpDue, isStaffSessionOver, type StaffSession } from './staff-session.ts'
import { findStaffSession, markStaffSeen } from './store.ts'

/**
 * Whose session a token stands for, with the roles that they have now; its idle expiry is moved on. Throws STAFF_SESSION_INVALID for no
 * token, an unknown one, one that ended, and one of somebody who was disabled.
 */
export async function authenticateStaffSession(ctx: Context, token: string | null): Promise<StaffSession> {
  if (token === null) throw new Refusal('STAFF_SESSION_INVALID')
  const sessionHash = tokenHash(token)
  return ctx.systemStatements(async (tx) => {
    const row = await findStaffSession(tx, sessionHash)
    const now = ctx.clock.now()
    if (!row || row.disabled_at !== null || isStaffSessionOver(row, ctx.limits, now)) {
      throw new Refusal('STAFF_SESSION_INVALID')
    }
    if (isStaffBumpDue(row, ctx.limits, now)) {
      await markStaffSeen(tx, sessionHash, { now, unlessAfter: later(now, -ctx.limits.sessionBumpMs) })
    }
    return { staffId: row.staff_id, email: row.email, roles: row.roles, sessionHash, csrfToken: csrfTokenOf(token) }
  })
}
