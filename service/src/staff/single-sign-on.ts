import type { AuditAction } from '@coffer/contract/audit'
import type { AdminSsoBody } from '@coffer/contract/s2s-admin'
import { appendAudit, type RequestActor } from '../audit/index.ts'
import { bearerToken, later, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { beginStaffSession, type SignedIn } from './begin-session.ts'
import { refuseBeyondLimit } from './manage-staff.ts'
import { markStaffSessionEnded } from './session-store.ts'
import { readEmail } from './staff.ts'
import { staffActor } from './staff-actor.ts'
import type { Client } from './staff-session.ts'
import {
  deleteExpiredTickets,
  findStaffByEmail,
  findStaffByExternalId,
  findStaffOfAnyEmployer,
  insertOperatorStaff,
  insertTicket,
  lockStaff,
  lockStaffOf,
  type StaffRow,
  takeTicket,
  updateOperatorStaff,
} from './store.ts'

/** Single sign-on of an operator's staff by a ticket that its backend requests (interface §4.7, decisions §2 and §11). */

const START_PATH = '/admin'

type Identity = Omit<AdminSsoBody, 'returnPath'>

/**
 * Creates a ticket for a member of the operator's staff, who is added when they are not known. Throws ADMIN_IDENTITY_CONFLICT,
 * ADMIN_USER_DISABLED, STAFF_LIMIT_REACHED.
 */
export async function createSsoLink(
  ctx: Context,
  { operator, actor }: { operator: Operator; actor: RequestActor },
  { returnPath = START_PATH, ...identity }: AdminSsoBody,
): Promise<{ ssoUrl: string; expiresAt: Date }> {
  const { operatorId } = operator
  const ticket = bearerToken('at', ctx.random)
  const now = ctx.clock.now()
  const expiresAt = later(now, ctx.limits.staffTicketMs)
  const email = identity.email === undefined ? undefined : readEmail(identity.email)
  const staffId = await ctx.systemTx(async (tx) => {
    await lockStaffOf(tx, operatorId)
    const { person, change } = await findOrAdd(ctx, tx, operatorId, { ...identity, email })
    const { staff_id } = person
    await deleteExpiredTickets(tx, staff_id, now)
    const life = { created_at: now, expires_at: expiresAt, used_at: null }
    await insertTicket(tx, { token_hash: tokenHash(ticket), staff_id, return_path: returnPath, ...life })
    if (change !== null) {
      const details = { staffId: staff_id, ...change.details }
      await appendAudit(ctx, tx, operatorId, { actor, action: change.action, details, at: now })
    }
    return staff_id
  })
  ctx.log.info({ staffId, operatorId }, 'admin sso link created')
  return { ssoUrl: `${ctx.config.baseUrl}/admin/sso?ticket=${ticket}`, expiresAt }
}

/** The matched person, and the audit entry; null when nothing about them changed. */
type Found = { person: StaffRow; change: { action: AuditAction; details: object } | null }

/** Finds or adds the person. The caller holds the lock of the operator's staff. An e-mail only matches a person who has no id yet. */
async function findOrAdd(ctx: Context, tx: Tx, operatorId: number, identity: Identity): Promise<Found> {
  const { adminExternalId, email, displayName } = identity
  const known = await findStaffByExternalId(tx, operatorId, adminExternalId)
  const sameEmail = email === undefined ? null : await findStaffByEmail(tx, operatorId, email)
  if (known) return updateProfile(tx, operatorId, known, { ...identity, email: sameEmail ? undefined : email })
  if (sameEmail) return bind(tx, operatorId, sameEmail, identity)
  await refuseBeyondLimit(ctx, tx, operatorId)
  const names = { external_id: adminExternalId, email: email ?? null, display_name: displayName ?? null }
  const person = await insertOperatorStaff(tx, { operator_id: operatorId, ...names, roles: null, now: ctx.clock.now() })
  return { person, change: { action: 'staff.added', details: {} } }
}

/** Gives an invited person the operator's id of them. */
async function bind(
  tx: Tx,
  operatorId: number,
  invited: StaffRow,
  { adminExternalId, displayName }: Identity,
): Promise<Found> {
  if (invited.external_id !== null) throw new Refusal('ADMIN_IDENTITY_CONFLICT')
  refuseDisabled(invited)
  const { staff_id, display_name } = invited
  const identity = { external_id: adminExternalId, display_name: displayName ?? display_name }
  const person = await updateOperatorStaff(tx, { operator_id: operatorId, staff_id }, identity)
  return { person, change: { action: 'staff.bound', details: {} } }
}

/** Updates e-mail and name. Omitted fields stay, and an e-mail of another member of staff stays theirs. */
async function updateProfile(
  tx: Tx,
  operatorId: number,
  known: StaffRow,
  { email, displayName }: Identity,
): Promise<Found> {
  refuseDisabled(known)
  const { staff_id } = known
  const profile = { email: email ?? known.email, display_name: displayName ?? known.display_name }
  const changed = (['email', 'display_name'] as const).filter((name) => profile[name] !== known[name])
  if (changed.length === 0) return { person: known, change: null }
  const person = await updateOperatorStaff(tx, { operator_id: operatorId, staff_id }, profile)
  return { person, change: { action: 'staff.profile_changed', details: { changed } } }
}

function refuseDisabled({ disabled_at }: StaffRow): void {
  if (disabled_at !== null) throw new Refusal('ADMIN_USER_DISABLED')
}

/**
 * Exchanges a ticket for a session, once, and returns where it lands. The session that the browser had before ends. Throws
 * STAFF_LINK_INVALID, OPERATOR_SUSPENDED.
 */
export async function signInByTicket(
  ctx: Context,
  { ticket, replacedToken, client }: { ticket: string; replacedToken: string | null; client: Client },
): Promise<SignedIn & { returnPath: string }> {
  const now = ctx.clock.now()
  const { replaced, ...signedIn } = await ctx.systemTx(async (tx) => {
    const taken = await takeTicket(tx, tokenHash(ticket), now)
    if (taken === null) throw new Refusal('STAFF_LINK_INVALID')
    const person = await lockStaff(tx, taken.staff_id)
    if (person.disabled_at !== null) throw new Refusal('STAFF_LINK_INVALID')
    const replaced = replacedToken === null ? null : await markStaffSessionEnded(tx, tokenHash(replacedToken), now)
    const begun = await beginStaffSession(ctx, tx, { person, client, method: 'single_sign_on' })
    return { ...begun, returnPath: taken.return_path, replaced }
  })
  if (replaced !== null) await recordReplaced(ctx, { staffId: replaced, client })
  ctx.log.info({ staffId: signedIn.session.staffId }, 'a member of staff signed in by sso')
  return signedIn
}

/** Records that a sign-in ended the session that the browser had. In a transaction of its own: the log may be that of another employer. */
async function recordReplaced(ctx: Context, ended: { staffId: number; client: Client }): Promise<void> {
  await ctx.systemTx(async (tx) => {
    const { operator_id } = present(
      await findStaffOfAnyEmployer(tx, ended.staffId),
      'a session belongs to a member of staff',
    )
    const details = { because: 'another_sign_in' }
    const entry = { actor: staffActor(ended), action: 'staff.signed_out' as const, details, at: ctx.clock.now() }
    await appendAudit(ctx, tx, operator_id, entry)
  })
}
