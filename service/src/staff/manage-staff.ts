import { invalidField } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { readEmail, readRoles, type Staff, staffView } from './staff.ts'
import {
  findStaffByEmail,
  listStaffRows,
  markDisabled,
  markLinksUsed,
  markStaffSessionsEnded,
  upsertStaff,
} from './store.ts'

/**
 * Somebody who works at a desk. The same e-mail again gets these roles in the place of the old ones, and is let in again if they were
 * disabled. Throws a 422 for what is no e-mail address or no role.
 */
export async function createStaff(ctx: Context, input: { email: string; roles: readonly string[] }): Promise<Staff> {
  const email = readEmail(input.email)
  const roles = readRoles(input.roles)
  const row = await ctx.systemTx((tx) => upsertStaff(tx, { email, roles, now: ctx.clock.now() }))
  ctx.log.info({ staffId: row.staff_id, roles }, 'the roles of a member of staff were set')
  return staffView(row)
}

/** Lets somebody in no more: their sessions and links end at once. Throws a 422 when the e-mail is nobody's. */
export async function disableStaff(ctx: Context, email: string): Promise<{ staffId: number }> {
  const normal = readEmail(email)
  const now = ctx.clock.now()
  const staffId = await ctx.systemTx(async (tx) => {
    const found = await findStaffByEmail(tx, normal)
    if (!found) throw invalidField('email', 'belongs to no member of staff')
    // Links first, as a sign-in does, so that neither waits for the other in a circle.
    await markLinksUsed(tx, found.staff_id, now)
    await markDisabled(tx, found.staff_id, now)
    await markStaffSessionsEnded(tx, found.staff_id, now)
    return found.staff_id
  })
  ctx.log.info({ staffId }, 'a member of staff was disabled')
  return { staffId }
}

/** The member of staff with this e-mail address, or null when there is none who may work. Throws a 422 for what is no address. */
export async function findColleague(ctx: Context, email: string): Promise<Staff | null> {
  const row = await ctx.systemTx((tx) => findStaffByEmail(tx, readEmail(email)))
  const staff = row && staffView(row)
  return staff && !staff.isDisabled ? staff : null
}

/** Everybody, by e-mail. */
export async function listStaff(ctx: Context): Promise<Staff[]> {
  return (await ctx.systemTx(listStaffRows)).map(staffView)
}
