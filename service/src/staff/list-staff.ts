import type { Context } from '../platform/index.ts'
import type { Staff } from './staff.ts'
import { listStaffRows } from './store.ts'
import { staffView } from './view.ts'

/** Everybody, by e-mail. */
export async function listStaff(ctx: Context): Promise<Staff[]> {
  return (await ctx.systemTx(listStaffRows)).map(staffView)
}
