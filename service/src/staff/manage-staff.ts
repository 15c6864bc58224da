import { OPERATOR_ROLES, type OperatorRole, PLATFORM_ROLES } from '@coffer/contract/roles'
import { appendAudit } from '../audit/index.ts'
import { invalidField } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { readEmail, readRoles, type Staff, staffView } from './staff.ts'
import {
  findStaffByEmail,
  findStaffById,
  insertOperatorStaff,
  listStaffRows,
  lockStaffOf,
  markDisabled,
  markEnabled,
  markLinksUsed,
  markStaffSessionsEnded,
  markTicketsUsed,
  type StaffRow,
  updateOperatorStaff,
  upsertPlatformStaff,
} from './store.ts'

/** An operator whose staff change, and who changes them, as its audit log names them. */
export type Employer = { operatorId: number; actor: string }

/** How a command names a member of staff. */
export type StaffName = { email: string } | { staffId: number }

/**
 * Creates a member of an operator's staff, or of the platform's when there is no employer. The same e-mail again replaces their roles, and
 * enables them again if they were disabled. Throws a 422 for an invalid e-mail address or role, and for the e-mail of an operator's person
 * who has signed in by single sign-on: an e-mail that their backend sent must not receive roles that were meant for another person.
 */
export async function createStaff(
  ctx: Context,
  input: { email: string; roles: readonly string[] },
  employer: Employer | null = null,
): Promise<Staff> {
  const email = readEmail(input.email)
  const now = ctx.clock.now()
  const row = await changeStaff(ctx, employer, async (tx) => {
    const stored =
      employer === null
        ? await upsertPlatformStaff(tx, { email, roles: readRoles(PLATFORM_ROLES, input.roles), now })
        : await upsertOperatorStaff(tx, employer, { email, roles: readRoles(OPERATOR_ROLES, input.roles), now })
    const details = { staffId: stored.staff_id, roles: stored.roles }
    return { changed: stored, action: 'staff.roles_set', details }
  })
  ctx.log.info({ staffId: row.staff_id, operatorId: row.operator_id, roles: row.roles }, 'staff roles set')
  return staffView(row)
}

async function upsertOperatorStaff(
  tx: Tx,
  { operatorId }: Employer,
  { email, roles, now }: { email: string; roles: readonly OperatorRole[]; now: Date },
): Promise<StaffRow> {
  const found = await findStaffByEmail(tx, operatorId, email)
  const names = { external_id: null, display_name: null }
  if (!found) return insertOperatorStaff(tx, { operator_id: operatorId, email, ...names, roles, now })
  if (found.external_id !== null) {
    throw invalidField(
      'email',
      `belongs to staff ${found.staff_id}, who signs in by single sign-on; grant roles by staff id`,
    )
  }
  await markEnabled(tx, found.staff_id)
  return updateOperatorStaff(tx, { operator_id: operatorId, staff_id: found.staff_id }, { roles })
}

/**
 * Replaces the roles of a member of an operator's staff, and enables them again if they were disabled. Throws a 422 for an unknown id or
 * role.
 */
export async function grantRoles(
  ctx: Context,
  { staffId, roles }: { staffId: number; roles: readonly string[] },
  employer: Employer,
): Promise<Staff> {
  const granted = readRoles(OPERATOR_ROLES, roles)
  const row = await changeStaff(ctx, employer, async (tx) => {
    await getNamed(tx, employer.operatorId, { staffId })
    await markEnabled(tx, staffId)
    const key = { operator_id: employer.operatorId, staff_id: staffId }
    const changed = await updateOperatorStaff(tx, key, { roles: granted })
    return { changed, action: 'staff.roles_set', details: { staffId, roles: granted } }
  })
  ctx.log.info({ staffId, operatorId: employer.operatorId, roles: granted }, 'staff roles set')
  return staffView(row)
}

/** Staff of the platform when `operatorId` is null. Throws a 422 that names the field. */
async function getNamed(tx: Tx, operatorId: number | null, name: StaffName): Promise<StaffRow> {
  if ('staffId' in name) {
    const found = await findStaffById(tx, operatorId, name.staffId)
    if (!found) throw invalidField('staffId', 'belongs to no member of staff')
    return found
  }
  const found = await findStaffByEmail(tx, operatorId, readEmail(name.email))
  if (!found) throw invalidField('email', 'belongs to no member of staff')
  return found
}

/** Disables a member of staff: their sessions, links and tickets end. Throws a 422 for an unknown person. */
export async function disableStaff(
  ctx: Context,
  name: StaffName,
  employer: Employer | null = null,
): Promise<{ staffId: number }> {
  const operatorId = employer?.operatorId ?? null
  const now = ctx.clock.now()
  const staffId = await changeStaff(ctx, employer, async (tx) => {
    const { staff_id } = await getNamed(tx, operatorId, name)
    // Links and tickets first, as a sign-in does, so that the two cannot deadlock.
    await markLinksUsed(tx, staff_id, now)
    await markTicketsUsed(tx, staff_id, now)
    await markDisabled(tx, staff_id, now)
    await markStaffSessionsEnded(tx, staff_id, now)
    return { changed: staff_id, action: 'staff.disabled', details: { staffId: staff_id } }
  })
  ctx.log.info({ staffId, operatorId }, 'staff disabled')
  return { staffId }
}

type Change<T> = { changed: T; action: string; details: object }

/** Changes staff in one transaction and records it in the operator's audit log; the platform has no log of its own. */
async function changeStaff<T>(
  ctx: Context,
  employer: Employer | null,
  change: (tx: Tx) => Promise<Change<T>>,
): Promise<T> {
  return ctx.systemTx(async (tx) => {
    if (employer === null) return (await change(tx)).changed
    const { operatorId, actor } = employer
    await lockStaffOf(tx, operatorId)
    const { changed, action, details } = await change(tx)
    await appendAudit(ctx, tx, operatorId, { actor, action, details, at: ctx.clock.now() })
    return changed
  })
}

/** The member of the platform's staff with this e-mail, or null when there is none who is enabled. Throws a 422 for an invalid address. */
export async function findColleague(ctx: Context, email: string): Promise<Staff | null> {
  const row = await ctx.systemTx((tx) => findStaffByEmail(tx, null, readEmail(email)))
  const staff = row && staffView(row)
  return staff && !staff.isDisabled ? staff : null
}

/** Staff of the platform, or of an operator, by e-mail. */
export async function listStaff(ctx: Context, operatorId: number | null): Promise<Staff[]> {
  return (await ctx.systemTx((tx) => listStaffRows(tx, operatorId))).map(staffView)
}
