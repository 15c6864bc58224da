import { bearerToken, invalidField, later, Refusal } from '../kernel/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { beginStaffSession, type SignedIn, sessionOf } from './begin-session.ts'
import { readEmail } from './staff.ts'
import { isStaffBumpDue, isStaffSessionOver, type StaffSession } from './staff-session.ts'
import {
  findStaffByEmail,
  findStaffSession,
  insertLink,
  lockStaff,
  markLinksUsed,
  markStaffSeen,
  markStaffSessionEnded,
  takeLink,
} from './store.ts'

/**
 * Creates a login link for a member of staff, of the platform when `operatorId` is null. It works once, and replaces any earlier one. The
 * token is in the fragment, which reaches no server and no log. Throws a 422 for an unknown or disabled person.
 */
export async function mintStaffLink(
  ctx: Context,
  email: string,
  operatorId: number | null = null,
): Promise<{ loginUrl: string; expiresAt: Date }> {
  const token = bearerToken('st', ctx.random)
  const now = ctx.clock.now()
  const expiresAt = later(now, ctx.limits.staffLinkMs)
  const normal = readEmail(email)
  const staffId = await ctx.systemTx(async (tx) => {
    const found = await findStaffByEmail(tx, operatorId, normal)
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

/** Exchanges the token of a login link for a session, once. Throws STAFF_LINK_INVALID, OPERATOR_SUSPENDED. */
export async function signIn(ctx: Context, linkToken: string): Promise<SignedIn> {
  const now = ctx.clock.now()
  const signedIn = await ctx.systemTx(async (tx) => {
    const staffId = await takeLink(tx, tokenHash(linkToken), now)
    if (staffId === null) throw new Refusal('STAFF_LINK_INVALID')
    const person = await lockStaff(tx, staffId)
    if (person.disabled_at !== null) throw new Refusal('STAFF_LINK_INVALID')
    return beginStaffSession(ctx, tx, person)
  })
  ctx.log.info({ staffId: signedIn.session.staffId }, 'a member of staff signed in')
  return signedIn
}

/**
 * Returns the session of a token, with the roles that its person has now, and extends its idle expiry. Throws STAFF_SESSION_INVALID for
 * no token, an unknown or ended one, and one of a disabled person.
 */
export async function authenticateStaffSession(ctx: Context, token: string | null): Promise<StaffSession> {
  if (token === null) throw new Refusal('STAFF_SESSION_INVALID')
  const sessionHash = tokenHash(token)
  return ctx.systemStatements(async (tx) => {
    const row = await findStaffSession(tx, sessionHash)
    const now = ctx.clock.now()
    if (!row || row.person.disabled_at !== null || isStaffSessionOver(row.life, ctx.limits, now)) {
      throw new Refusal('STAFF_SESSION_INVALID')
    }
    if (isStaffBumpDue(row.life, ctx.limits, now)) {
      await markStaffSeen(tx, sessionHash, { now, unlessAfter: later(now, -ctx.limits.sessionBumpMs) })
    }
    return sessionOf(tx, row.person, token)
  })
}

export async function signOut(ctx: Context, session: StaffSession): Promise<void> {
  await ctx.systemTx((tx) => markStaffSessionEnded(tx, session.sessionHash, ctx.clock.now()))
}
