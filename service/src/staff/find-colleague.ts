import type { Context } from '../platform/index.ts'
import { readEmail, type Staff } from './staff.ts'
import { findStaffByEmail } from './store.ts'
import { staffView } from './view.ts'

/** The member of staff with this e-mail address, or null when there is none who may work. Throws a 422 for what is no address. */
export async function findColleague(ctx: Context, email: string): Promise<Staff | null> {
  const row = await ctx.systemTx((tx) => findStaffByEmail(tx, readEmail(email)))
  const staff = row && staffView(row)
  return staff && !staff.isDisabled ? staff : null
}
