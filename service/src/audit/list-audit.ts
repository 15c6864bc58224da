import type { AuditChange, AuditRow as ShownRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { pageOf, readPage } from '../kernel/index.ts'
import { type Context, PLATFORM, type Tx } from '../platform/index.ts'
import { type AuditFilters, type AuditSort, listAuditPage } from './audit-list-store.ts'
import { objectOf } from './audit-object.ts'
import { type AuditRow, findEntry } from './store.ts'

export type AuditRequest = AuditFilters & { sort: AuditSort; limit?: number | undefined; cursor?: string | undefined }

/** A page of the entries of a log that match the filters. Throws a 422 for a cursor of another list. */
export async function listAudit(
  ctx: Pick<Context, 'limits'>,
  tx: Tx,
  operatorId: number | null,
  request: AuditRequest,
): Promise<{ entries: EntryView[]; cursor: CursorPair }> {
  const { action = null, actions = null, from = null, to = null, sort } = request
  // Without the texts that are searched for: URLs contain the cursor, and a hash of a name can be guessed.
  const page = readPage(request, ['audit', operatorId, action, actions, from, to, sort], ctx.limits.pageCount, null)
  const found = await listAuditPage(tx, operatorId ?? PLATFORM, request, page)
  const { rows, cursor } = pageOf(found, page, (row) => ({ sort: null, id: row.entry_number }))
  return { entries: rows.map(entryView), cursor }
}

export async function findAuditEntry(tx: Tx, operatorId: number | null, number: number): Promise<EntryView | null> {
  const row = await findEntry(tx, operatorId ?? PLATFORM, number)
  return row && entryView(row)
}

type Details = Readonly<Record<string, unknown>>

/** An entry as the admin shows it, without what is known of its actor. */
export type EntryView = Omit<ShownRow, 'actorName' | 'isPlatformStaff'>

function entryView(row: AuditRow): EntryView {
  const { object, others } = objectOf(row.details as Details)
  const { changes, details } = readChanges(others)
  const { reason, ...withoutReason } = details
  return {
    entryNumber: row.entry_number,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    objectType: object?.type ?? null,
    objectId: object?.id ?? null,
    reason: typeof reason === 'string' ? reason : null,
    changes,
    details: typeof reason === 'string' ? withoutReason : details,
    address: row.address,
    requestId: row.request_id,
  }
}

/**
 * Separates the changes in the details of an entry from its other details. Entries of one changed value have it as `from` and `to`; those whose
 * changed fields are personal data have the names of the fields as `changed`. Values of other shapes remain details.
 */
function readChanges({ from, to, changes, changed, ...details }: Details): {
  changes: AuditChange[]
  details: Details
} {
  const shown: AuditChange[] = []
  const others: Record<string, unknown> = { ...details }
  if (from !== undefined && to !== undefined) shown.push({ field: null, before: from, after: to })
  else Object.assign(others, from !== undefined && { from }, to !== undefined && { to })
  if (isListOf(changes, isChange)) shown.push(...changes.map(changeView))
  else if (changes !== undefined) others.changes = changes
  if (isListOf(changed, isText)) shown.push(...changed.map((field) => ({ field })))
  else if (changed !== undefined) others.changed = changed
  return { changes: shown, details: others }
}

/** Settings are named by a path, restrictions of players by a name. */
type Change = Partial<Record<'field' | 'path' | 'name', string>> & { from?: unknown; to?: unknown }

function changeView({ field, path, name, from, to }: Change): AuditChange {
  const shown = { field: field ?? path ?? name ?? null }
  // A value that is not set is missing on one side; personal data on both.
  if (from === undefined && to === undefined) return shown
  return { ...shown, before: from ?? null, after: to ?? null }
}

function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(isOne)
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null) return false
  const { field, path, name } = value as Record<string, unknown>
  return [field, path, name].some(isText)
}
