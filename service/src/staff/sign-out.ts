import type { Context } from '../platform/index.ts'
import type { StaffSession } from './staff-session.ts'
import { markStaffSessionEnded } from './store.ts'

export async function signOut(ctx: Context, session: StaffSession): Promise<void> {
  await ctx.systemTx((tx) => markStaffSessionEnded(tx, session.sessionHash, ctx.clock.now()))
}
