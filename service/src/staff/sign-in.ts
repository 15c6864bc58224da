import { bearerToken, Refusal } from '../kernel/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { csrfTokenOf } from './csrf-token.ts'
import type { StaffSession } from './staff-session.ts'
import { insertStaffSession, lockStaff, takeLink } from './store.ts'

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
