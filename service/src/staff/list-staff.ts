import type { StaffRow as ShownStaff, StaffSessionRow } from '@coffer/contract/admin'
import type { StaffStatus } from '@coffer/contract/list'
import type { StaffRole } from '@coffer/contract/permissions'
import type { CursorPair } from '@coffer/contract/shapes'
import { later, pageOf, readPage } from '../kernel/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { getStaffByName } from './change-staff.ts'
import type { Employer } from './employer.ts'
import { exportList } from './export-list.ts'
import { listOpenSessions } from './session-store.ts'
import { operatorRolesOf, platformRolesOf } from './staff.ts'
import { listStaffPage, type StaffSort, sortTypeOf, sortValueOf } from './staff-list-store.ts'
import { isStaffSessionOver } from './staff-session.ts'
import { openLinksOf, type StaffRow } from './store.ts'

export type StaffListFilters = {
  search?: string | undefined
  role?: StaffRole | undefined
  status?: StaffStatus | undefined
}
type StaffPage = { members: ShownStaff[]; cursor: CursorPair }

/** A page of the staff that match the filters. Throws a 422 for a cursor of another list. */
export async function showStaff(
  ctx: Context,
  { operatorId }: Employer,
  request: StaffListFilters & { sort: StaffSort; limit?: number | undefined; cursor?: string | undefined },
): Promise<StaffPage> {
  const { search = null, role = null, status = null, sort } = request
  // Without the text that is searched for: addresses contain the cursor, and a hash of a name can be guessed.
  const page = readPage(request, ['staff', operatorId, role, status, sort], ctx.limits.pageCount, sortTypeOf(sort))
  return ctx.systemTx(async (tx) => {
    const operator = await operatorOf(tx, operatorId)
    const defaultRoles = operator?.settings.adminSso.defaultRoles ?? []
    const found = await listStaffPage(tx, { operatorId, search, role, status, defaultRoles }, sort, page)
    const { rows, cursor } = pageOf(found, page, (row) => ({ sort: sortValueOf(row, sort), id: row.staff_id }))
    const links = await openLinksOf(
      tx,
      rows.map(({ staff_id }) => staff_id),
      ctx.clock.now(),
    )
    return { members: rows.map((row) => shown(row, operator, links)), cursor }
  })
}

/** All staff that match the filters, newest first. */
export async function exportStaff(
  ctx: Context,
  employer: Employer,
  filters: StaffListFilters,
): Promise<AsyncIterable<ShownStaff>> {
  const { role = null, status = null, search } = filters
  return exportList(ctx, employer, {
    action: 'staff.exported',
    details: { role, status, hasSearch: search !== undefined },
    readPage: async (cursor) => {
      const limit = ctx.limits.exportPageCount
      const { members, ...page } = await showStaff(ctx, employer, { ...filters, sort: '-createdAt', limit, cursor })
      return { rows: members, ...page }
    },
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

function statusOf({ disabled_at, signed_in_at }: StaffRow): StaffStatus {
  if (disabled_at !== null) return 'disabled'
  return signed_in_at === null ? 'invited' : 'active'
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
    status: statusOf(row),
    createdAt: row.added_at.toISOString(),
    lastSignedInAt: row.signed_in_at?.toISOString() ?? null,
    linkExpiresAt: links.get(row.staff_id)?.toISOString() ?? null,
  }
}
