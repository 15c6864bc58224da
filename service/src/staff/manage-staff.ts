import { mayDo } from '@coffer/contract/permissions'
import { OPERATOR_ROLES, PLATFORM_ROLES } from '@coffer/contract/roles'
import { actorIdOf } from '../audit/index.ts'
import { invalidField, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { changeStaff, getOtherStaff, type StaffName } from './change-staff.ts'
import { type Employer, PLATFORM_FROM_CLI } from './employer.ts'
import { addLink, type LoginLink } from './login-link.ts'
import { deletePasskeys, replaceCodes } from './passkey-store.ts'
import { markStaffSessionsEnded } from './session-store.ts'
import { readEmail, readRoles, type Staff, staffView } from './staff.ts'
import {
  countEnabledStaff,
  findStaffByEmail,
  insertOperatorStaff,
  insertPlatformStaff,
  listStaffRows,
  markDisabled,
  markEnabled,
  markLinksByUsed,
  markLinksUsed,
  markTicketsUsed,
  type StaffRow,
  updateOperatorStaff,
  updatePlatformRoles,
} from './store.ts'

/**
 * Creates a member of staff. The same e-mail again replaces their roles, and enables them again if they were disabled. Throws
 * STAFF_LIMIT_REACHED, or a 422 for an invalid e-mail address or role, and for the e-mail of an operator's person who has signed in by
 * single sign-on: an e-mail that their backend sent must not receive roles that were meant for another person.
 */
export async function createStaff(
  ctx: Context,
  { email, roles }: { email: string; roles: readonly string[] },
  employer: Employer = PLATFORM_FROM_CLI,
): Promise<Staff> {
  const wanted = { email: readEmail(email), roles }
  const row = await changeStaff(ctx, employer, async (tx) => {
    const found = await findStaffByEmail(tx, employer.operatorId, wanted.email)
    if (!found) {
      const added = await addStaff(ctx, tx, employer.operatorId, wanted)
      return { changed: added, entry: invited(added) }
    }
    const changed = await replaceStaff(ctx, tx, found, roles)
    return { changed, entry: rolesSet(changed, found) }
  })
  logChange(ctx, 'staff roles set', row, employer)
  return staffView(row)
}

async function replaceStaff(ctx: Context, tx: Tx, found: StaffRow, roles: readonly string[]): Promise<StaffRow> {
  if (found.external_id !== null) {
    throw invalidField(
      'email',
      `belongs to staff ${found.staff_id}, who signs in by single sign-on; grant roles by staff id`,
    )
  }
  if (found.disabled_at !== null) await enable(ctx, tx, found)
  return updateRoles(ctx, tx, found, roles)
}

async function addStaff(
  ctx: Context,
  tx: Tx,
  operatorId: number | null,
  { email, roles }: { email: string; roles: readonly string[] },
): Promise<StaffRow> {
  const now = ctx.clock.now()
  if (operatorId === null) return insertPlatformStaff(tx, { email, roles: readRoles(PLATFORM_ROLES, roles), now })
  await refuseBeyondLimit(ctx, tx, operatorId)
  const granted = readRoles(OPERATOR_ROLES, roles)
  const names = { external_id: null, display_name: null }
  return insertOperatorStaff(tx, { operator_id: operatorId, email, ...names, roles: granted, now })
}

/** Throws STAFF_LIMIT_REACHED when the operator cannot have another account that is enabled. Run under the lock of its staff. */
export async function refuseBeyondLimit(ctx: Context, tx: Tx, operatorId: number): Promise<void> {
  const count = await countEnabledStaff(tx, operatorId)
  if (count >= ctx.limits.staffPerOperatorCount) throw new Refusal('STAFF_LIMIT_REACHED')
}

/**
 * Adds a member of staff, with a login link to hand over. Throws STAFF_EXISTS, STAFF_LIMIT_REACHED, STAFF_FORBIDDEN, or a 422
 * for an invalid e-mail address or role.
 */
export async function inviteStaff(
  ctx: Context,
  input: { email: string; roles: readonly string[] },
  employer: Employer,
): Promise<{ staffId: number; link: LoginLink }> {
  const email = readEmail(input.email)
  const { row, link } = await changeStaff(ctx, employer, async (tx) => {
    if (await findStaffByEmail(tx, employer.operatorId, email)) throw new Refusal('STAFF_EXISTS')
    const added = await addStaff(ctx, tx, employer.operatorId, { email, roles: input.roles })
    const changed = { row: added, link: await addLink(ctx, tx, added.staff_id, employer) }
    return { changed, entry: invited(added) }
  })
  logChange(ctx, 'staff invited', row, employer)
  return { staffId: row.staff_id, link }
}

/**
 * Replaces the roles of a member of staff. Null: the operator's default roles apply again. Throws STAFF_NOT_FOUND, STAFF_OWN_ACCOUNT,
 * STAFF_FORBIDDEN, or a 422 for an invalid role.
 */
export async function grantRoles(
  ctx: Context,
  { staffId, roles }: { staffId: number; roles: readonly string[] | null },
  employer: Employer,
): Promise<Staff> {
  const row = await changeStaff(ctx, employer, async (tx) => {
    const found = await getOtherStaff(tx, employer, { staffId })
    const changed = await updateRoles(ctx, tx, found, roles)
    return { changed, entry: rolesSet(changed, found) }
  })
  logChange(ctx, 'staff roles set', row, employer)
  return staffView(row)
}

/** Replaces roles, and ends the links that the person created when they may no longer manage staff. Throws a 422 for an invalid role. */
async function updateRoles(
  ctx: Context,
  tx: Tx,
  { staff_id, operator_id }: StaffRow,
  roles: readonly string[] | null,
): Promise<StaffRow> {
  const changed =
    operator_id === null
      ? await updatePlatformRoles(tx, staff_id, readRoles(PLATFORM_ROLES, roles ?? []))
      : await updateOperatorStaff(tx, { operator_id, staff_id }, { roles: roles && readRoles(OPERATOR_ROLES, roles) })
  if (!mayDo(changed.roles ?? [], 'staff.manage')) await markLinksByUsed(tx, staff_id, ctx.clock.now())
  return changed
}

function invited({ staff_id: staffId, roles }: StaffRow) {
  return { action: 'staff.invited' as const, details: { staffId, roles } }
}

/** Null when nothing has changed. */
function rolesSet({ staff_id: staffId, roles }: StaffRow, before: StaffRow) {
  const changes: object[] = []
  if (roles?.join() !== before.roles?.join()) changes.push({ field: 'roles', from: before.roles, to: roles })
  if (before.disabled_at !== null) changes.push({ field: 'isDisabled', from: true, to: false })
  return changes.length === 0 ? null : { action: 'staff.roles_set' as const, details: { staffId, changes } }
}

function logChange(
  ctx: Context,
  what: string,
  { staff_id: staffId, operator_id: operatorId, roles }: StaffRow,
  { actor }: Employer,
): void {
  ctx.log.info({ staffId, operatorId, roles, actor: actorIdOf(actor) }, what)
}

/**
 * Disables a member of staff: their sessions, links, tickets, passkeys and recovery codes end. Throws STAFF_NOT_FOUND, STAFF_OWN_ACCOUNT,
 * STAFF_FORBIDDEN, or a 422 for an invalid e-mail address.
 */
export async function disableStaff(
  ctx: Context,
  name: StaffName,
  employer: Employer = PLATFORM_FROM_CLI,
): Promise<{ staffId: number }> {
  const now = ctx.clock.now()
  const row = await changeStaff(ctx, employer, async (tx) => {
    const changed = await getOtherStaff(tx, employer, name)
    const { staff_id: staffId, disabled_at } = changed
    if (disabled_at !== null) return { changed, entry: null }
    // Links and tickets first, as a sign-in does, so that the two cannot deadlock.
    await markLinksUsed(tx, staffId, now)
    await markLinksByUsed(tx, staffId, now)
    await markTicketsUsed(tx, staffId, now)
    await markDisabled(tx, staffId, now)
    await markStaffSessionsEnded(tx, staffId, { now })
    await deletePasskeys(tx, staffId)
    await replaceCodes(tx, staffId, { hashes: [], now })
    return { changed, entry: { action: 'staff.disabled', details: { staffId } } }
  })
  logChange(ctx, 'staff disabled', row, employer)
  return { staffId: row.staff_id }
}

/**
 * Lets a disabled member of staff sign in again. Throws STAFF_NOT_FOUND, STAFF_OWN_ACCOUNT, STAFF_LIMIT_REACHED, STAFF_FORBIDDEN, or a 422 for
 * an invalid e-mail address.
 */
export async function enableStaff(
  ctx: Context,
  name: StaffName,
  employer: Employer = PLATFORM_FROM_CLI,
): Promise<{ staffId: number }> {
  const row = await changeStaff(ctx, employer, async (tx) => {
    const changed = await getOtherStaff(tx, employer, name)
    if (changed.disabled_at === null) return { changed, entry: null }
    await enable(ctx, tx, changed)
    return { changed, entry: { action: 'staff.enabled', details: { staffId: changed.staff_id } } }
  })
  logChange(ctx, 'staff enabled', row, employer)
  return { staffId: row.staff_id }
}

/** Throws STAFF_LIMIT_REACHED. */
async function enable(ctx: Context, tx: Tx, { staff_id, operator_id }: StaffRow): Promise<void> {
  if (operator_id !== null) await refuseBeyondLimit(ctx, tx, operator_id)
  await markEnabled(tx, staff_id)
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
