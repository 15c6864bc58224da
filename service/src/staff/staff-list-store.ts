import type { STAFF_LIST, StaffStatus } from '@coffer/contract/list'
import type { StaffRole } from '@coffer/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Cursor, PageRequest } from '../kernel/index.ts'
import { beyondCursor, type OrderTerm, orderBy, type Tx } from '../platform/index.ts'
import { type StaffRow, selectStaff } from './store.ts'

export type StaffSort = (typeof STAFF_LIST.sorts)[number]

/** Filter of the staff list. */
export type StaffCondition = {
  /** Null: the platform. */
  operatorId: number | null
  /** Part of an e-mail, a name or an external id, ignoring case. */
  search: string | null
  role: StaffRole | null
  status: StaffStatus | null
  /** The roles of those to whom none was granted. */
  defaultRoles: readonly StaffRole[]
}

const STATUS = sql`case when staff.disabled_at is not null then 'disabled' when staff.signed_in_at is null then 'invited' else 'active' end`
const EMAIL = sql`coalesce(operator_staff.email, staff.email)`
/** Text that a search for staff matches. */
export const STAFF_NAMES = sql`concat_ws(' ', ${EMAIL}, operator_staff.display_name, operator_staff.external_id)`

/** Reads a page of staff and one more row, which shows that another page exists. */
export async function listStaffPage(
  tx: Tx,
  filter: StaffCondition,
  sort: StaffSort,
  { limit, cursor }: Pick<PageRequest, 'limit' | 'cursor'>,
): Promise<StaffRow[]> {
  const backwards = cursor?.direction === 'prev'
  const order = orderOf(sort, filter.operatorId, cursor)
  const conditions = conditionsOf(filter)
  if (cursor) conditions.push(beyondCursor(order, backwards))
  return selectStaff(tx)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy(orderBy(order, backwards))
    .limit(limit + 1)
    .execute()
}

function conditionsOf({ operatorId, search, role, status, defaultRoles }: StaffCondition): RawBuilder<unknown>[] {
  const roles = sql`coalesce(operator_staff.roles, staff.roles, ${[...defaultRoles]}::text[])`
  return [
    sql`operator_staff.operator_id is not distinct from ${operatorId}`,
    ...(search === null ? [] : [sql`strpos(lower(${STAFF_NAMES}), lower(${search})) > 0`]),
    ...(role === null ? [] : [sql`${role} = any(${roles})`]),
    ...(status === null ? [] : [sql`${STATUS} = ${status}`]),
  ]
}

/** Sort value of staff who have never signed in. */
const NEVER_MS = -1

/** Ids ascend as people are added. Texts compare by code points, whatever the database's own order is. */
function orderOf(sort: StaffSort, operatorId: number | null, cursor: Cursor | null): OrderTerm[] {
  const descending = sort.startsWith('-')
  const id = sql`${cursor?.id ?? null}::bigint`
  const byId = { key: sql`staff.staff_id`, descending, value: id }
  if (sort.endsWith('createdAt')) return [byId]
  if (sort.endsWith('lastSignedInAt')) {
    const key = sql`coalesce(extract(epoch from staff.signed_in_at) * 1000, ${NEVER_MS})`
    return [{ key, descending, value: sql`${cursor?.sort ?? null}::numeric` }, byId]
  }
  const key = sql`coalesce(${EMAIL}, '') collate "C"`
  // Addresses contain the cursor, and must not contain an e-mail. Only an id of the same employer is looked up: the place of any other in the
  // order would reveal its e-mail.
  const value = sql`(select ${key} from staff left join operator_staff using (staff_id)
    where staff.staff_id = ${id} and operator_staff.operator_id is not distinct from ${operatorId})`
  return [{ key, descending, value }, byId]
}

/** The value that the cursor of a row carries, beside its id. */
export function sortValueOf({ signed_in_at }: StaffRow, sort: StaffSort): number | null {
  return sortTypeOf(sort) === null ? null : (signed_in_at?.getTime() ?? NEVER_MS)
}

export function sortTypeOf(sort: StaffSort): 'number' | null {
  return sort.endsWith('lastSignedInAt') ? 'number' : null
}
