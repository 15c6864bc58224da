import { invalidField } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { readEmail } from './staff.ts'
import { findStaffByEmail, markDisabled, markLinksUsed, markStaffSessionsEnded } from './store.ts'

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
