import { actorIdOf } from '../audit/index.ts'
import { bearerToken, later, Refusal } from '../kernel/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { changeStaff, getOtherStaff, type StaffName } from './change-staff.ts'
import { type Employer, PLATFORM_FROM_CLI } from './employer.ts'
import { deleteExpiredLinks, insertLink, markLinksUsed } from './store.ts'

export type LoginLink = { loginUrl: string; expiresAt: Date }

/**
 * Creates a login link for a member of staff. It works once, and replaces any earlier one. In the admin, staff of the platform get one only
 * until their first sign-in: an administrator who could open the account of a reviewer could give both opinions of four eyes. Throws
 * STAFF_NOT_FOUND, STAFF_OWN_ACCOUNT, STAFF_DISABLED, STAFF_SIGNED_IN_BEFORE, STAFF_FORBIDDEN, or a 422 for an invalid e-mail address.
 */
export async function mintStaffLink(
  ctx: Context,
  name: StaffName,
  employer: Employer = PLATFORM_FROM_CLI,
): Promise<LoginLink> {
  const { link, staffId } = await changeStaff(ctx, employer, async (tx) => {
    const { staff_id, operator_id, disabled_at, signed_in_at } = await getOtherStaff(tx, employer, name)
    if (disabled_at !== null) throw new Refusal('STAFF_DISABLED')
    if (employer.session && operator_id === null && signed_in_at !== null) throw new Refusal('STAFF_SIGNED_IN_BEFORE')
    const changed = { link: await addLink(ctx, tx, staff_id, employer), staffId: staff_id }
    return { changed, entry: { action: 'staff.link_created', details: { staffId: staff_id } } }
  })
  ctx.log.info({ staffId, actor: actorIdOf(employer.actor) }, 'staff login link created')
  return link
}

/** Adds a login link in place of any earlier one. The token is in the fragment, which reaches no server and no log. */
export async function addLink(ctx: Context, tx: Tx, staffId: number, { session }: Employer): Promise<LoginLink> {
  const token = bearerToken('st', ctx.random)
  const now = ctx.clock.now()
  const expiresAt = later(now, ctx.limits.staffLinkMs)
  await deleteExpiredLinks(tx, staffId, now)
  await markLinksUsed(tx, staffId, now)
  const life = { created_at: now, expires_at: expiresAt, used_at: null }
  const created_by = session?.staffId ?? null
  await insertLink(tx, { token_hash: tokenHash(token), staff_id: staffId, created_by, ...life })
  return { loginUrl: `${ctx.config.baseUrl}/admin/#token=${token}`, expiresAt }
}
