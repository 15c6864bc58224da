import { createHmac } from 'node:crypto'
import { bearerToken, later, present, Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { deleteOldSessions, insertStaffSession } from './session-store.ts'
import { operatorRolesOf, platformRolesOf } from './staff.ts'
import { recordOwnAction } from './staff-actor.ts'
import type { Client, StaffSession } from './staff-session.ts'
import { markSignedIn, type StaffRow } from './store.ts'

/** How a person proved who they are. */
type SignInMethod = 'login_link' | 'single_sign_on' | 'passkey' | 'recovery_code'

export type SignedIn = { session: StaffSession; sessionToken: string }

/** Begins a session of a member of staff who has just proven who they are. The last step of its transaction. Throws OPERATOR_SUSPENDED. */
export async function beginStaffSession(
  ctx: Context,
  tx: Tx,
  { person, client, method }: { person: StaffRow; client: Client; method: SignInMethod },
): Promise<SignedIn> {
  const sessionToken = bearerToken('ss', ctx.random)
  const now = ctx.clock.now()
  const confirmedAt = method === 'passkey' || method === 'recovery_code' ? now : null
  const session = await sessionOf(tx, person, { sessionToken, client, confirmedAt })
  refuseSuspended(session)
  const { staff_id } = person
  await markSignedIn(tx, staff_id, now)
  await deleteOldSessions(tx, later(now, -ctx.limits.staffSessionKeptMs), ctx.limits.staffSessionsDeletedCount)
  const life = { created_at: now, seen_at: now, ended_at: null, confirmed_at: confirmedAt }
  const browser = { address: client.address, user_agent: client.userAgent }
  await insertStaffSession(tx, { token_hash: session.sessionHash, staff_id, ...life, ...browser })
  await recordOwnAction(ctx, tx, session, { action: 'staff.signed_in', details: { method } })
  return { session, sessionToken }
}

/** A person's session with the roles that they have now. */
export async function sessionOf(
  tx: Tx,
  person: StaffRow,
  { sessionToken, ...state }: { sessionToken: string; client: Client; confirmedAt: Date | null },
): Promise<StaffSession> {
  const { staff_id: staffId, operator_id: operatorId, display_name: displayName, email, has_passkeys } = person
  const tokens = { sessionHash: tokenHash(sessionToken), csrfToken: csrfTokenOf(sessionToken) }
  const browser = { staffId, displayName, hasPasskeys: has_passkeys, ...state, ...tokens }
  if (operatorId === null) {
    const platformEmail = present(email, 'staff of the platform have an e-mail')
    return { ...browser, operator: null, email: platformEmail, roles: platformRolesOf(person) }
  }
  const operator = await getOperator(tx, operatorId)
  return { ...browser, operator, email, roles: operatorRolesOf(person, operator) }
}

/** Throws OPERATOR_SUSPENDED for staff of an operator that is suspended. */
export function refuseSuspended({ operator }: StaffSession): void {
  if (operator !== null && operator.status !== 'active') throw new Refusal('OPERATOR_SUSPENDED')
}

/** A token that our pages read from the API and that is stored nowhere: it can be computed only from the cookie's value. */
function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('coffer:csrf').digest('base64url')
}
