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

/** Reads a page of staff and one more row, which shows that another page exists. */
export async function listStaffPage(
  tx: Tx,
  filter: StaffCondition,
  sort: StaffSort,
  { limit, cursor }: Pick<PageRequest, 'limit' | 'cursor'>,
): Promise<StaffRow[]> {
  const backwards = cursor?.direction === 'prev'
  const order = orderOf(sort, cursor)
  const conditions = conditionsOf(filter)
  if (cursor) conditions.push(beyondCursor(order, backwards))
  return selectStaff(tx)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy(orderBy(order, backwards))
    .limit(limit + 1)
    .execute()
}

function conditionsOf({ operatorId, search, role, status, defaultRoles }: StaffCondition): RawBuilder<unknown>[] {
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
  const id = sql`${cursor?.id ?? null}::bigint`
  const byId = { key: sql`staff.staff_id`, descending, value: id }
  if (sort.endsWith('createdAt')) return [byId]
  const key = sort.endsWith('email')
    ? sql`coalesce(${EMAIL}, '') collate "C"`
    : sql`coalesce(staff.signed_in_at, '-infinity')`
  // Looked up by the id: addresses contain the cursor, and must not contain an e-mail.
  const value = sql`(select ${key} from staff left join operator_staff using (staff_id) where staff.staff_id = ${id})`
  return [{ key, descending, value }, byId]
}
