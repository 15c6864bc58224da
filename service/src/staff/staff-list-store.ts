import type { STAFF_LIST, STAFF_STATUSES } from '@coffer/contract/list'
import type { StaffRole } from '@coffer/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Cursor, PageRequest } from '../kernel/index.ts'
import { beyond, type OrderTerm, orderBy, type Tx } from '../platform/index.ts'
import { type StaffRow, selectStaff } from './store.ts'

export type StaffSort = (typeof STAFF_LIST.sorts)[number]
export type StaffStatus = (typeof STAFF_STATUSES)[number]

/** Which staff a list contains: of an operator, or of the platform when `operatorId` is null. */
export type StaffFilter = {
  operatorId: number | null
  /** Part of an e-mail, a name or an external id, in any case; null: any. */
  search: string | null
  role: StaffRole | null
  status: StaffStatus | null
  /** The roles of those to whom none was granted. */
  defaultRoles: readonly StaffRole[]
}

const STATUS = sql`case when staff.disabled_at is not null then 'disabled' when staff.signed_in_at is null then 'invited' else 'active' end`
const EMAIL = sql`coalesce(operator_staff.email, staff.email)`

/** A page of staff, and one row more. */
export async function listStaffPage(
  tx: Tx,
  filter: StaffFilter,
  sort: StaffSort,
  { limit, cursor }: Pick<PageRequest, 'limit' | 'cursor'>,
): Promise<StaffRow[]> {
  const backwards = cursor?.direction === 'prev'
  const order = orderOf(sort, cursor)
  const conditions = conditionsOf(filter)
  if (cursor) conditions.push(beyond(order, backwards))
  return selectStaff(tx)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy(orderBy(order, backwards))
    .limit(limit + 1)
    .execute()
}

function conditionsOf({ operatorId, search, role, status, defaultRoles }: StaffFilter): RawBuilder<unknown>[] {
  const names = sql`concat_ws(' ', ${EMAIL}, operator_staff.display_name, operator_staff.external_id)`
  const roles = sql`coalesce(operator_staff.roles, staff.roles, ${[...defaultRoles]}::text[])`
  return [
    sql`operator_staff.operator_id is not distinct from ${operatorId}`,
    ...(search === null ? [] : [sql`strpos(lower(${names}), lower(${search})) > 0`]),
    ...(role === null ? [] : [sql`${role} = any(${roles})`]),
    ...(status === null ? [] : [sql`${STATUS} = ${status}`]),
  ]
}

/** Ids ascend as people are added. Texts compare by code points, whatever the database's own order is. */
function orderOf(sort: StaffSort, cursor: Cursor | null): OrderTerm[] {
  const descending = sort.startsWith('-')
  const byId = { key: sql`staff.staff_id`, descending, value: sql`${cursor?.id ?? null}::bigint` }
  const value = cursor?.sort ?? null
  switch (sort) {
    case 'createdAt':
    case '-createdAt':
      return [byId]
    case 'email':
    case '-email':
      return [{ key: sql`coalesce(${EMAIL}, '') collate "C"`, descending, value: sql`${value}::text` }, byId]
    case 'lastSignedInAt':
    case '-lastSignedInAt': {
      const key = sql`coalesce(extract(epoch from staff.signed_in_at) * 1000, ${NEVER_MS})`
      return [{ key, descending, value: sql`${value}::numeric` }, byId]
    }
  }
}

/** Stands for the sign-in of those who have never signed in. */
const NEVER_MS = -1

/** The value that a row is sorted by, as the cursor carries it: what {@link listStaffPage} compares. */
export function sortValueOf({ email, signed_in_at }: StaffRow, sort: StaffSort): string | number | null {
  const type = sortTypeOf(sort)
  if (type === null) return null
  return type === 'string' ? (email ?? '') : (signed_in_at?.getTime() ?? NEVER_MS)
}

export function sortTypeOf(sort: StaffSort): 'string' | 'number' | null {
  if (sort.endsWith('createdAt')) return null
  return sort.endsWith('email') ? 'string' : 'number'
}
