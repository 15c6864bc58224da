import type { AuditAction, AuditObject } from '@coffer/contract/audit'
import type { AUDIT_LIST } from '@coffer/contract/list'
import { type RawBuilder, sql } from 'kysely'
import { endOfDay, type PageRequest, startOfDay } from '../kernel/index.ts'
import { beyondCursor, type OrderTerm, orderBy, type Tx } from '../platform/index.ts'
import { detailsContaining } from './audit-object.ts'
import type { AuditRow } from './store.ts'

export type AuditSort = (typeof AUDIT_LIST.sorts)[number]

export type AuditFilters = {
  action?: AuditAction | undefined
  /** Of the entries about an object, only those with these actions. Undefined: all. */
  actions?: readonly AuditAction[] | undefined
  /** Undefined: all. */
  actorIds?: readonly string[] | undefined
  /** Id of an object. */
  object?: string | undefined
  /** Kind of the object; undefined: any. */
  objectType?: AuditObject | undefined
  /** Days in UTC, `YYYY-MM-DD`, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** Reads a page of the entries of a log and one more row, which shows that another page exists. */
export async function listAuditPage(
  tx: Tx,
  logId: number,
  { sort, ...filters }: AuditFilters & { sort: AuditSort },
  { limit, cursor }: Pick<PageRequest, 'limit' | 'cursor'>,
): Promise<AuditRow[]> {
  const backwards = cursor?.direction === 'prev'
  const value = sql`${cursor?.id ?? null}::bigint`
  const order: OrderTerm[] = [{ key: sql`entry_number`, descending: sort.startsWith('-'), value }]
  const conditions = [sql`operator_id = ${logId}`, ...conditionsOf(filters)]
  if (cursor) conditions.push(beyondCursor(order, backwards))
  return tx
    .selectFrom(entriesOf(logId, filters).as('entries'))
    .selectAll()
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy(orderBy(order, backwards))
    .limit(limit + 1)
    .execute()
}

/**
 * The audit log; only the entries that name the object, where one is given. These are found before anything is sorted: for the sake of the
 * limit PostgreSQL would read the log in its order instead, and compare the details of every entry.
 */
function entriesOf(logId: number, { object, objectType, actions }: AuditFilters): RawBuilder<AuditRow> {
  if (object === undefined) return sql<AuditRow>`audit_log`
  const ofActions = actions === undefined ? sql`true` : sql`action = any(${[...actions]}::text[])`
  const found = sql`
    select * from audit_log where operator_id = ${logId} and ${namesObject(object, objectType)} and ${ofActions}`
  return sql<AuditRow>`(with found as materialized (${found}) select * from found)`
}

function conditionsOf({ action, actorIds, from, to }: AuditFilters): RawBuilder<unknown>[] {
  return [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actorIds === undefined ? [] : [sql`actor = any(${[...actorIds]}::text[])`]),
    ...(from === undefined ? [] : [sql`at >= ${startOfDay(from)}`]),
    ...(to === undefined ? [] : [sql`at < ${endOfDay(to)}`]),
  ]
}

/** Each part can use the index of the details. */
function namesObject(id: string, type: AuditObject | undefined): RawBuilder<unknown> {
  const parts = detailsContaining(id, type).map((shape) => sql`details @> ${JSON.stringify(shape)}::jsonb`)
  return sql`(${sql.join(parts, sql` or `)})`
}
