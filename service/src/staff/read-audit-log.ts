import type { AuditRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { type AuditFilters, type AuditRequest, type EntryView, findAuditEntry, listAudit } from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { findActors, type NamedStaff, type StaffActor, staffAmong } from './actor-store.ts'
import type { Employer } from './employer.ts'
import { exportList } from './export-list.ts'

/** Reads audit logs for the admin and adds the names of actors. */

/** `actor`: the id of an actor, or part of the e-mail, name or external id of a member of staff. */
type Filters = Omit<AuditFilters, 'actorIds'> & { actor?: string | undefined }
type Page = { entries: AuditRow[]; cursor: CursorPair }

/** A page of the entries that match the filters. Throws a 422 for a cursor of another list. */
export async function showAudit(
  ctx: Context,
  employer: Employer,
  { actor, ...request }: Filters & Omit<AuditRequest, 'actorIds'>,
): Promise<Page> {
  return ctx.systemTx(async (tx) => {
    const staff = namedStaffOf(employer)
    const actorIds = actor === undefined ? undefined : await findActors(tx, staff, actor)
    const { entries, cursor } = await listAudit(ctx, tx, employer.operatorId, { ...request, actorIds })
    return { entries: await withActors(tx, staff, entries), cursor }
  })
}

/** One entry. Throws NOT_FOUND. */
export async function showAuditEntry(ctx: Context, employer: Employer, entryNumber: number): Promise<AuditRow> {
  return ctx.systemTx(async (tx) => {
    const found = await findAuditEntry(tx, employer.operatorId, entryNumber)
    if (!found) throw new Refusal('NOT_FOUND')
    const [entry] = await withActors(tx, namedStaffOf(employer), [found])
    return entry as AuditRow
  })
}

/** All entries that match the filters, newest first. */
export async function exportAudit(
  ctx: Context,
  employer: Employer,
  filters: Filters,
): Promise<AsyncIterable<AuditRow>> {
  const { action = null, from = null, to = null, actor, object } = filters
  return exportList(ctx, employer, {
    action: 'audit.exported',
    details: { action, period: { from, to }, hasActor: actor !== undefined, hasObject: object !== undefined },
    readPage: async (cursor) => {
      const limit = ctx.limits.exportPageCount
      const { entries, ...page } = await showAudit(ctx, employer, { ...filters, sort: '-entryNumber', limit, cursor })
      return { rows: entries, ...page }
    },
  })
}

/** The fields of an actor that a reader may see. */
export type ShownActor = Pick<AuditRow, 'actor' | 'actorName' | 'isPlatformStaff'>

/** An actor as the reader may see them. */
export async function showActor(ctx: Context, employer: Employer, actor: string): Promise<ShownActor> {
  const staff = await ctx.systemTx((tx) => staffAmong(tx, namedStaffOf(employer), [actor]))
  return shownActor(staff, actor)
}

function shownActor(staff: ReadonlyMap<string, StaffActor>, actor: string): ShownActor {
  const { name, isPlatformStaff } = staff.get(actor) ?? { name: null, isPlatformStaff: false }
  return { actor, actorName: name, isPlatformStaff }
}

function namedStaffOf({ operatorId, session }: Employer): NamedStaff {
  return { operatorId, includesPlatform: session?.operator === null }
}

/**
 * Adds what is known of actors. Operators see neither the names nor the network addresses of staff of the platform, and no opinion of a
 * reviewer before the decision.
 */
async function withActors(tx: Tx, reader: NamedStaff, entries: readonly EntryView[]): Promise<AuditRow[]> {
  const staff = await staffAmong(
    tx,
    reader,
    entries.map(({ actor }) => actor),
  )
  return entries.map((entry) => {
    const shown = { ...entry, ...shownActor(staff, entry.actor) }
    if (!shown.isPlatformStaff || reader.includesPlatform) return shown
    return { ...shown, address: null, details: entry.action === 'kyc.opinion_given' ? {} : entry.details }
  })
}
