import type { AuditAction } from '@coffer/contract/audit'
import type { AUDIT_LIST } from '@coffer/contract/list'
import { type RawBuilder, sql } from 'kysely'
import { later, type PageRequest } from '../kernel/index.ts'
import { beyondCursor, type OrderTerm, orderBy, type Tx } from '../platform/index.ts'
import { shapesNaming } from './audit-object.ts'
import type { AuditRow } from './store.ts'

export type AuditSort = (typeof AUDIT_LIST.sorts)[number]

export type AuditFilters = {
  action?: AuditAction | undefined
  /** Names of actors; undefined: all. */
  actors?: readonly string[] | undefined
  /** Id of what entries are about. */
  object?: string | undefined
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
    .selectFrom('audit_log')
    .selectAll()
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy(orderBy(order, backwards))
    .limit(limit + 1)
    .execute()
}

const DAY_MS = 86_400_000

function conditionsOf({ action, actors, object, from, to }: AuditFilters): RawBuilder<unknown>[] {
  const startOf = (day: string) => new Date(`${day}T00:00:00Z`)
  return [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actors === undefined ? [] : [sql`actor = any(${[...actors]}::text[])`]),
    ...(object === undefined ? [] : [namesObject(object)]),
    ...(from === undefined ? [] : [sql`at >= ${startOf(from)}`]),
    ...(to === undefined ? [] : [sql`at < ${later(startOf(to), DAY_MS)}`]),
  ]
}

/** Each part can use the index of the details; one condition for all of them could not. */
function namesObject(id: string): RawBuilder<unknown> {
  const parts = shapesNaming(id).map((shape) => sql`details @> ${JSON.stringify(shape)}::jsonb`)
  return sql`(${sql.join(parts, sql` or `)})`
}
