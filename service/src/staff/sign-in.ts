import { later, Refusal } from '../kernel/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { beginStaffSession, type SignedIn, sessionOf } from './begin-session.ts'
import { findStaffSession, markStaffSeen, markStaffSessionEnded } from './session-store.ts'
import { recordOwnAction } from './staff-actor.ts'
import { type Client, isStaffBumpDue, isStaffSessionOver, type StaffSession } from './staff-session.ts'
import { lockStaff, takeLink } from './store.ts'

/** Exchanges the token of a login link for a session, once. Throws STAFF_LINK_INVALID, OPERATOR_SUSPENDED. */
export async function signIn(ctx: Context, linkToken: string, client: Client): Promise<SignedIn> {
  const now = ctx.clock.now()
  const signedIn = await ctx.systemTx(async (tx) => {
    const staffId = await takeLink(tx, tokenHash(linkToken), now)
    if (staffId === null) throw new Refusal('STAFF_LINK_INVALID')
    const person = await lockStaff(tx, staffId)
    if (person.disabled_at !== null) throw new Refusal('STAFF_LINK_INVALID')
    return beginStaffSession(ctx, tx, { person, client, method: 'login_link' })
  })
  ctx.log.info({ staffId: signedIn.session.staffId }, 'a member of staff signed in')
  return signedIn
}

/**
 * Returns the session of a token, with the roles that its person has now, and extends its idle expiry. Throws STAFF_SESSION_INVALID for
 * no token, an unknown or ended one, and one of a disabled person.
 */
export async function authenticateStaffSession(
  ctx: Context,
  token: string | null,
  client: Client,
): Promise<StaffSession> {
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
    return sessionOf(tx, row.person, { sessionToken: token, client, confirmedAt: row.confirmedAt })
  })
}

export async function signOut(ctx: Context, session: StaffSession): Promise<void> {
  await ctx.systemTx(async (tx) => {
    const endedOf = await markStaffSessionEnded(tx, session.sessionHash, ctx.clock.now())
    if (endedOf !== null) await recordOwnAction(ctx, tx, session, { action: 'staff.signed_out' })
  })
}
