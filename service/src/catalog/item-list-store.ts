import type { ItemStatus, ItemType, StockStatus, ValueStatus } from '@coffer/contract/item-names'
import { STOCK_MAX } from '@coffer/contract/limits'
import type { ITEM_LIST } from '@coffer/contract/list'
import { type RawBuilder, sql } from 'kysely'
import type { Cursor, PageRequest } from '../kernel/index.ts'
import { beyondCursor, type OrderTerm, orderBy, type Tx } from '../platform/index.ts'
import { SORT_TEXT_CHARACTERS } from './box-query.ts'
import './tables.ts'

export type ItemSort = (typeof ITEM_LIST.sorts)[number]

/** Every part that is not null must match. */
export type ItemCondition = {
  operatorId: number
  /** Part of a key or a name, ignoring case. */
  search: string | null
  status: ItemStatus | null
  type: ItemType | null
  stock: StockStatus | null
  value: ValueStatus | null
}

/** An item as a list shows it. */
export type ListedItem = {
  itemId: number
  key: string
  name: string
  type: ItemType
  valueMinor: number
  /** A value that can be approved now. */
  heldValueMinor: number | null
  currency: string
  stock: number | null
  shippingCostMinor: number | null
  isCollectible: boolean
  collectibleCategory: string | null
  cashback: boolean
  upgraderPrize: boolean
  createdAt: Date
  archivedAt: Date | null
  imageUrl: string | null
}

/** Sort value of items that are not counted: they always have more. */
const NOT_COUNTED = STOCK_MAX + 1

const COLUMNS = sql`item.item_id as "itemId", item.key, item.name, item.type, item.value_minor as "valueMinor",
  item.currency, item.stock, item.shipping_cost_minor as "shippingCostMinor",
  item.is_collectible as "isCollectible", item.collectible_category as "collectibleCategory", item.cashback,
  item.upgrader_prize as "upgraderPrize", item.created_at as "createdAt", item.archived_at as "archivedAt",
  item.image_url as "imageUrl"`

/** Reads a page of items and one more row, which shows that another page exists. */
export async function listItemPage(
  tx: Tx,
  condition: ItemCondition & { now: Date },
  sort: ItemSort,
  { limit, cursor }: Pick<PageRequest, 'limit' | 'cursor'>,
): Promise<ListedItem[]> {
  const backwards = cursor?.direction === 'prev'
  const order = orderOf(sort, cursor)
  const conditions = conditionsOf(condition)
  if (cursor) conditions.push(beyondCursor(order, backwards))
  const { rows } = await sql<ListedItem>`
    ${listedItems(condition.now)}
    where ${sql.join(conditions, sql` and `)}
    order by ${orderBy(order, backwards)}
    limit ${limit + 1}`.execute(tx)
  return rows
}

/** Reads the items with these keys. */
export async function listItemsByKeys(
  tx: Tx,
  { operatorId, keys, now }: { operatorId: number; keys: readonly string[]; now: Date },
): Promise<ListedItem[]> {
  const { rows } = await sql<ListedItem>`
    ${listedItems(now)}
    where item.operator_id = ${operatorId} and item.key = any(${[...keys]}::text[])
    order by item.item_id`.execute(tx)
  return rows
}

function listedItems(now: Date): RawBuilder<unknown> {
  return sql`
    select ${COLUMNS}, held.value_minor as "heldValueMinor"
    from catalogue_items item
    left join held_values held
      on held.operator_id = item.operator_id and held.item_id = item.item_id and held.state = 'waiting'
      and held.expires_at > ${now} and held.from_minor = item.value_minor and held.currency = item.currency`
}

function conditionsOf({ operatorId, search, status, type, stock, value }: ItemCondition): RawBuilder<unknown>[] {
  return [
    sql`item.operator_id = ${operatorId}`,
    ...(search === null
      ? []
      : [sql`(strpos(lower(item.name), lower(${search})) > 0 or strpos(lower(item.key), lower(${search})) > 0)`]),
    ...(status === null
      ? []
      : [status === 'active' ? sql`item.archived_at is null` : sql`item.archived_at is not null`]),
    ...(type === null ? [] : [sql`item.type = ${type}`]),
    ...(stock === null ? [] : [STOCK_CONDITIONS[stock]]),
    ...(value === null ? [] : [sql`held.held_value_id is not null`]),
  ]
}

const STOCK_CONDITIONS: Readonly<Record<StockStatus, RawBuilder<unknown>>> = {
  in_stock: sql`item.stock > 0`,
  out_of_stock: sql`item.stock = 0`,
  not_counted: sql`item.stock is null`,
}

/** Ids ascend as items are added. Texts compare by code points, independently of the collation of the database. */
function orderOf(sort: ItemSort, cursor: Cursor | null): OrderTerm[] {
  const descending = sort.startsWith('-')
  const byId = { key: sql`item.item_id`, descending, value: sql`${cursor?.id ?? null}::bigint` }
  const value = cursor?.sort ?? null
  switch (sort) {
    case '-createdAt':
      return [byId]
    case 'name':
      return [
        { key: sql`left(item.name, ${SORT_TEXT_CHARACTERS}) collate "C"`, descending, value: sql`${value}::text` },
        byId,
      ]
    case 'valueMinor':
    case '-valueMinor':
      return [{ key: sql`item.value_minor`, descending, value: sql`${value}::numeric` }, byId]
    case 'stock':
    case '-stock':
      return [{ key: sql`coalesce(item.stock, ${NOT_COUNTED})`, descending, value: sql`${value}::numeric` }, byId]
  }
}

export function sortTypeOf(sort: ItemSort): 'string' | 'number' | null {
  if (sort === '-createdAt') return null
  return sort === 'name' ? 'string' : 'number'
}

/** The value that a row is sorted by: the same that the query compares. */
export function sortValueOf({ name, valueMinor, stock }: ListedItem, sort: ItemSort): Cursor['sort'] {
  if (sort === '-createdAt') return null
  if (sort === 'name') return [...name].slice(0, SORT_TEXT_CHARACTERS).join('')
  return sort.endsWith('valueMinor') ? valueMinor : (stock ?? NOT_COUNTED)
}

/** An item with what only its own screen shows. */
export type FoundItem = Omit<ListedItem, 'heldValueMinor'> & {
  metadata: Record<string, unknown> | null
  /** The newest revision. */
  revisionId: number
}

export async function findListedItem(tx: Tx, operatorId: number, itemId: number): Promise<FoundItem | null> {
  const { rows } = await sql<FoundItem>`
    select ${COLUMNS}, item.metadata, newest.revision_id as "revisionId"
    from catalogue_items item
    cross join lateral (
      select revision_id from item_revisions
      where operator_id = item.operator_id and item_id = item.item_id
      order by revision_id desc limit 1
    ) newest
    where item.operator_id = ${operatorId} and item.item_id = ${itemId}`.execute(tx)
  return rows[0] ?? null
}
