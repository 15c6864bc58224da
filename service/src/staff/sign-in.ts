import { createHmac } from 'node:crypto'
import { bearerToken, invalidField, later, Refusal } from '../kernel/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { readEmail } from './staff.ts'
import { isStaffBumpDue, isStaffSessionOver, type StaffSession } from './staff-session.ts'
import {
  findStaffByEmail,
  findStaffSession,
  insertLink,
  insertStaffSession,
  lockStaff,
  markLinksUsed,
  markStaffSeen,
  markStaffSessionEnded,
  takeLink,
} from './store.ts'

/**
 * A link that signs a member of staff in, once. It takes the place of any that they had. The token stands in the fragment, which no
 * server and no log ever gets. Throws a 422 when the e-mail is nobody's, or its owner is disabled.
 */
export async function mintStaffLink(ctx: Context, email: string): Promise<{ loginUrl: string; expiresAt: Date }> {
  const token = bearerToken('st', ctx.random)
  const now = ctx.clock.now()
  const expiresAt = later(now, ctx.limits.staffLinkMs)
  const normal = readEmail(email)
  const staffId = await ctx.systemTx(async (tx) => {
    const found = await findStaffByEmail(tx, normal)
    if (!found) throw invalidField('email', 'belongs to no member of staff')
    if (found.disabled_at !== null) throw invalidField('email', 'is disabled; create them again to let them in')
    const { staff_id } = found
    await markLinksUsed(tx, staff_id, now)
    const row = { token_hash: tokenHash(token), staff_id, created_at: now, expires_at: expiresAt, used_at: null }
    await insertLink(tx, row)
    return staff_id
  })
  ctx.log.info({ staffId }, 'a login link of a member of staff was made')
  return { loginUrl: `${ctx.config.baseUrl}/admin/#token=${token}`, expiresAt }
}

/** Exchanges the token of a login link for a session, once. Throws STAFF_LINK_INVALID. */
export async function signIn(
  ctx: Context,
  linkToken: string,
): Promise<{ session: StaffSession; sessionToken: string }> {
  const sessionToken = bearerToken('ss', ctx.random)
  const sessionHash = tokenHash(sessionToken)
  const now = ctx.clock.now()
  const person = await ctx.systemTx(async (tx) => {
    const staffId = await takeLink(tx, tokenHash(linkToken), now)
    if (staffId === null) throw new Refusal('STAFF_LINK_INVALID')
    const found = await lockStaff(tx, staffId)
    if (found.disabled_at !== null) throw new Refusal('STAFF_LINK_INVALID')
    const life = { created_at: now, seen_at: now, ended_at: null }
    await insertStaffSession(tx, { token_hash: sessionHash, staff_id: staffId, ...life })
    return found
  })
  ctx.log.info({ staffId: person.staff_id }, 'a member of staff signed in')
  const { staff_id: staffId, email, roles } = person
  return { session: { staffId, email, roles, sessionHash, csrfToken: csrfTokenOf(sessionToken) }, sessionToken }
}

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

export async function signOut(ctx: Context, session: StaffSession): Promise<void> {
  await ctx.systemTx((tx) => markStaffSessionEnded(tx, session.sessionHash, ctx.clock.now()))
}

/** Told to our page and stored nowhere: whoever has the cookie's value can make it, and no other page can read that. */
function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('coffer:csrf').digest('base64url')
}
