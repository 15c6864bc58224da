import { bearerToken, invalidField, later } from '../kernel/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { readEmail } from './staff.ts'
import { findStaffByEmail, insertLink, markLinksUsed } from './store.ts'

/**
 * A link that signs a member of staff in, once. It takes the place of any that they had. The token stands in the fragment, which no
 * server and no log ever gets. Throws a 422 when the e-mail is nobody's, or its owner is disabled.
 */
export async function mintStaffLink(ctx: Context, email: string): Promise<{ loginUrl: string; expiresAt: Date }> {
  const token = bearerToken('st', ctx.random)
  const now = ctx.clock.now()
  const expiresAt = later(now, ctx.limits.staffLinkMs)
  const normal = readEmail(email)
  const staffId = await ctx.systemTx(async (tx) => {
    const found = await findStaffByEmail(tx, normal)
    if (!found) throw invalidField('email', 'belongs to no member of staff')
    if (found.disabled_at !== null) throw invalidField('email', 'is disabled; create them again to let them in')
    const { staff_id } = found
    await markLinksUsed(tx, staff_id, now)
    const row = { token_hash: tokenHash(token), staff_id, created_at: now, expires_at: expiresAt, used_at: null }
    await insertLink(tx, row)
    return staff_id
  })
  ctx.log.info({ staffId }, 'a login link of a member of staff was made')
  return { loginUrl: `${ctx.config.baseUrl}/admin/#token=${token}`, expiresAt }
}
