import type { AdminItemRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { pageOf, readPage } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import {
  type ItemCondition,
  type ItemSort,
  type ListedItem,
  listItemPage,
  listItemsByKeys,
  sortTypeOf,
  sortValueOf,
} from './item-list-store.ts'

type ItemPage = { items: AdminItemRow[]; cursor: CursorPair }

type Filters = { [Name in keyof Omit<ItemCondition, 'operatorId'>]?: ItemCondition[Name] | undefined }
type ItemPageRequest = Filters & { sort: ItemSort; limit?: number | undefined; cursor?: string | undefined }

/** A page of the items of an operator that match the filters. Throws a 422 for a cursor of another list. */
export function listItems(ctx: Context, operatorId: number, request: ItemPageRequest): Promise<ItemPage> {
  const { search = null, status = null, type = null, stock = null, value = null, sort } = request
  // Without the text that is searched for: URLs contain the cursor.
  const listed = ['items', operatorId, status, type, stock, value, sort]
  const page = readPage(request, listed, ctx.limits.pageCount, sortTypeOf(sort))
  const condition = { operatorId, search, status, type, stock, value }
  return ctx.tx(operatorId, async (tx) => {
    const found = await listItemPage(tx, { ...condition, now: ctx.clock.now() }, sort, page)
    const { rows, cursor } = pageOf(found, page, (item) => ({ sort: sortValueOf(item, sort), id: item.itemId }))
    return { items: rows.map(itemView), cursor }
  })
}

/** The items of an operator with these keys, archived ones included. */
export function findItems(ctx: Context, operatorId: number, keys: readonly string[]): Promise<AdminItemRow[]> {
  return ctx.tx(operatorId, async (tx) => {
    const found = await listItemsByKeys(tx, { operatorId, keys, now: ctx.clock.now() })
    return found.map(itemView)
  })
}

function itemView({ createdAt, archivedAt, ...item }: ListedItem): AdminItemRow {
  return { ...item, createdAt: createdAt.toISOString(), archivedAt: archivedAt?.toISOString() ?? null }
}
