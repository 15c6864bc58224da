import type { AuditRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import {
  type AuditFilters,
  type AuditRequest,
  appendAudit,
  type EntryView,
  findAuditEntry,
  listAudit,
  nameOf,
} from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { findActors, isStaffActor, type NamedStaff, namesOfActors } from './actor-store.ts'
import type { Employer } from './employer.ts'

/** The audit log of an employer as its staff read it, with names of people. */

/** `actor`: a name of an actor, or part of a person's e-mail, name or external id. */
type Filters = Omit<AuditFilters, 'actors'> & { actor?: string | undefined }
type Page = { entries: AuditRow[]; cursor: CursorPair }

/** A page of the entries that match the filters. Throws a 422 for a cursor of another list. */
export async function showAudit(
  ctx: Context,
  employer: Employer,
  { actor, ...request }: Filters & Omit<AuditRequest, 'actors'>,
): Promise<Page> {
  return ctx.systemTx(async (tx) => {
    const staff = namedStaffOf(employer)
    const actors = actor === undefined ? undefined : await findActors(tx, staff, actor)
    const { entries, cursor } = await listAudit(ctx, tx, employer.operatorId, { ...request, actors })
    return { entries: await withNames(tx, staff, entries), cursor }
  })
}

/** One entry. Throws NOT_FOUND. */
export async function showAuditEntry(ctx: Context, employer: Employer, entryNumber: number): Promise<AuditRow> {
  return ctx.systemTx(async (tx) => {
    const found = await findAuditEntry(tx, employer.operatorId, entryNumber)
    if (!found) throw new Refusal('NOT_FOUND')
    const [entry] = await withNames(tx, namedStaffOf(employer), [found])
    return entry as AuditRow
  })
}

/** All entries that match the filters, newest first, read page by page. The export is recorded before the first row. */
export async function exportAudit(
  ctx: Context,
  employer: Employer,
  filters: Filters,
): Promise<AsyncIterable<AuditRow>> {
  const { operatorId, actor } = employer
  const first = await showAudit(ctx, employer, exportRequest(ctx, filters))
  const { action = null, from = null, to = null } = filters
  // Not the texts that were searched for: they may be names, and the audit log is never changed.
  const details = {
    action,
    period: { from, to },
    hasActor: filters.actor !== undefined,
    hasObject: filters.object !== undefined,
  }
  const entry = { actor, action: 'audit.exported' as const, details, at: ctx.clock.now() }
  await ctx.systemTx((tx) => appendAudit(ctx, tx, operatorId, entry))
  ctx.log.info({ operatorId, actor: nameOf(actor), ...details }, 'audit log exported')
  return streamAudit(ctx, employer, filters, first)
}

function exportRequest(ctx: Context, filters: Filters, cursor?: string) {
  return { ...filters, sort: '-entryNumber' as const, limit: ctx.limits.exportPageCount, cursor }
}

async function* streamAudit(ctx: Context, employer: Employer, filters: Filters, first: Page): AsyncGenerator<AuditRow> {
  yield* first.entries
  for (let { next } = first.cursor; next !== null; ) {
    const { entries, cursor } = await showAudit(ctx, employer, exportRequest(ctx, filters, next))
    yield* entries
    next = cursor.next
  }
}

function namedStaffOf({ operatorId, session }: Employer): NamedStaff {
  return { operatorId, includesPlatform: session?.operator === null }
}

/** Adds the names of actors. Operators see neither the names nor the network addresses of staff of the platform. */
async function withNames(tx: Tx, staff: NamedStaff, entries: readonly EntryView[]): Promise<AuditRow[]> {
  const names = await namesOfActors(
    tx,
    staff,
    entries.map(({ actor }) => actor),
  )
  return entries.map((entry) => {
    const actorName = names.get(entry.actor) ?? null
    const isHidden = isStaffActor(entry.actor) && actorName === null
    return { ...entry, actorName, address: isHidden ? null : entry.address }
  })
}
