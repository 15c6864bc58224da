import type { StaffRow as ShownStaff, StaffSessionRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { later, type PageRequest, pageOf } from '../kernel/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { getStaffByName } from './change-staff.ts'
import type { Employer } from './employer.ts'
import { listOpenSessions } from './session-store.ts'
import { operatorRolesOf, platformRolesOf } from './staff.ts'
import { isStaffSessionOver } from './staff-session.ts'
import { listStaffPage, openLinksOf, type StaffRow } from './store.ts'

/** A page of staff for the admin, newest first. */
export async function showStaff(
  ctx: Context,
  { operatorId }: Employer,
  page: PageRequest,
): Promise<{ members: ShownStaff[]; cursor: CursorPair }> {
  return ctx.systemTx(async (tx) => {
    const operator = await operatorOf(tx, operatorId)
    const found = await listStaffPage(tx, operatorId, page)
    const { rows, cursor } = pageOf(found, page, ({ staff_id }) => ({ sort: null, id: staff_id }))
    const links = await openLinksOf(
      tx,
      rows.map(({ staff_id }) => staff_id),
      ctx.clock.now(),
    )
    return { members: rows.map((row) => shown(row, operator, links)), cursor }
  })
}

/** A member of staff with their sessions. Throws STAFF_NOT_FOUND. */
export async function showPerson(
  ctx: Context,
  employer: Employer,
  staffId: number,
): Promise<{ staff: ShownStaff; sessions: StaffSessionRow[] }> {
  return ctx.systemTx(async (tx) => {
    const row = await getStaffByName(tx, employer, { staffId })
    const operator = await operatorOf(tx, employer.operatorId)
    const links = await openLinksOf(tx, [staffId], ctx.clock.now())
    const current = employer.session?.sessionHash ?? null
    return { staff: shown(row, operator, links), sessions: await sessionsOf(ctx, tx, { staffId, current }) }
  })
}

/** The open sessions of a member of staff, last used first. `current` is the hash of the session of the request. */
export async function sessionsOf(
  ctx: Context,
  tx: Tx,
  { staffId, current }: { staffId: number; current: Buffer | null },
): Promise<StaffSessionRow[]> {
  const now = ctx.clock.now()
  const begunAfter = later(now, -ctx.limits.staffAbsoluteMs)
  const rows = await listOpenSessions(tx, staffId, { begunAfter, count: ctx.limits.staffSessionsShownCount })
  return rows
    .filter((row) => !isStaffSessionOver(row, ctx.limits, now))
    .map((row) => ({
      sessionId: row.session_id,
      isCurrent: current?.equals(row.token_hash) === true,
      signedInAt: row.created_at.toISOString(),
      lastSeenAt: row.seen_at.toISOString(),
      expiresAt: later(row.created_at, ctx.limits.staffAbsoluteMs).toISOString(),
      address: row.address,
      userAgent: row.user_agent,
    }))
}

async function operatorOf(tx: Tx, operatorId: number | null): Promise<Operator | null> {
  return operatorId === null ? null : getOperator(tx, operatorId)
}

function shown(row: StaffRow, operator: Operator | null, links: ReadonlyMap<number, Date>): ShownStaff {
  return {
    staffId: row.staff_id,
    email: row.email,
    displayName: row.display_name,
    externalId: row.external_id,
    operator: operator && { slug: operator.slug, name: operator.name },
    roles: [...(operator === null ? platformRolesOf(row) : operatorRolesOf(row, operator))],
    hasDefaultRoles: row.roles === null,
    isDisabled: row.disabled_at !== null,
    createdAt: row.added_at.toISOString(),
    lastSignedInAt: row.signed_in_at?.toISOString() ?? null,
    linkExpiresAt: links.get(row.staff_id)?.toISOString() ?? null,
  }
}
