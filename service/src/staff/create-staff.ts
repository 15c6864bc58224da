import type { Context } from '../platform/index.ts'
import { readEmail, readRoles, type Staff } from './staff.ts'
import { upsertStaff } from './store.ts'
import { staffView } from './view.ts'

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
