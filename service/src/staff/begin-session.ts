import { createHmac } from 'node:crypto'
import { PLATFORM_ROLES } from '@coffer/contract/roles'
import { appendAudit } from '../audit/index.ts'
import { bearerToken, present, Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { operatorRolesOf } from './staff.ts'
import type { StaffSession } from './staff-session.ts'
import { insertStaffSession, type StaffRow } from './store.ts'

export type SignedIn = { session: StaffSession; sessionToken: string }

/** Begins a session of a member of staff who has just proven who they are. The last step of its transaction. Throws OPERATOR_SUSPENDED. */
export async function beginStaffSession(ctx: Context, tx: Tx, person: StaffRow): Promise<SignedIn> {
  const sessionToken = bearerToken('ss', ctx.random)
  const session = await sessionOf(tx, person, sessionToken)
  refuseSuspended(session)
  const now = ctx.clock.now()
  const life = { created_at: now, seen_at: now, ended_at: null }
  await insertStaffSession(tx, { token_hash: session.sessionHash, staff_id: person.staff_id, ...life })
  if (session.operator !== null) {
    const entry = { actor: `staff:${session.staffId}`, action: 'staff.signed_in', details: {}, at: now }
    await appendAudit(ctx, tx, session.operator.operatorId, entry)
  }
  return { session, sessionToken }
}

/** A person's session with the roles that they have now. */
export async function sessionOf(tx: Tx, person: StaffRow, sessionToken: string): Promise<StaffSession> {
  const { staff_id: staffId, operator_id: operatorId, display_name: displayName, email } = person
  const browser = { staffId, displayName, sessionHash: tokenHash(sessionToken), csrfToken: csrfTokenOf(sessionToken) }
  if (operatorId === null) {
    const roles = PLATFORM_ROLES.filter((role) => person.roles?.includes(role))
    return { ...browser, operator: null, email: present(email, 'staff of the platform have an e-mail'), roles }
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
