import type { ItemType } from '@coffer/contract/shapes'
import { sql } from 'kysely'
import { askFor, lookup, type Tx } from '../platform/index.ts'
import './tables.ts'
import { WINNABLE_TYPES } from './item.ts'

/** An item of an operator as it stands now. `imageUrl` is as stored: a path that the service serves, or an address. */
export type CatalogueItem = {
  itemId: number
  key: string
  name: string
  type: ItemType
  imageUrl: string | null
  isCollectible: boolean
  collectibleCategory: string | null
  metadata: Record<string, unknown> | null
  cashback: boolean
  upgraderPrize: boolean
  archived: boolean
  /** Null when there is always one more. */
  stock: number | null
  shippingCostMinor: number | null
  valueMinor: number
  currency: string
  /** The newest revision, with the value that it holds: in another currency once the operator was converted to one. */
  revisionId: number
  revisionValueMinor: number
  revisionCurrency: string
}

const FIND_ITEMS = lookup<{ operator_id: number; item_ids: readonly number[] }, CatalogueItem>`
  select asked.place, i.item_id as "itemId", i.key, i.name, i.type, i.image_url as "imageUrl",
    i.is_collectible as "isCollectible",
    i.collectible_category as "collectibleCategory", i.metadata, i.cashback, i.upgrader_prize as "upgraderPrize",
    i.archived_at is not null as archived,
    i.stock, i.shipping_cost_minor as "shippingCostMinor", i.value_minor as "valueMinor", i.currency,
    newest.revision_id as "revisionId", newest.value_minor as "revisionValueMinor",
    newest.currency as "revisionCurrency"
  from rows as asked (place int, operator_id bigint, item_ids bigint[])
  cross join unnest(asked.item_ids) as wanted (item_id)
  join catalogue_items i on i.operator_id = asked.operator_id and i.item_id = wanted.item_id
  cross join lateral (
    select r.revision_id, r.value_minor, r.currency
    from item_revisions r
    where r.operator_id = i.operator_id and r.item_id = i.item_id
    order by r.revision_id desc
    limit 1
  ) newest`

/** Several items in one query; an id of no item of the operator is absent from the answer. */
export async function itemsByIds(
  tx: Tx,
  operatorId: number,
  ids: readonly number[],
): Promise<Map<number, CatalogueItem>> {
  if (ids.length === 0) return new Map()
  const found = await askFor(tx, FIND_ITEMS, { operator_id: operatorId, item_ids: ids })
  return new Map(found.map((item) => [item.itemId, item]))
}

/** What an import compares an item with. */
export type KnownItem = {
  itemId: number
  key: string
  name: string
  type: ItemType
  valueMinor: number
  /** What the catalogue file said last. */
  valueInFile: number
  currency: string
}

/** Locks the items of these keys, so that no value changes while they are compared. */
export function lockItemsByKeys(tx: Tx, operatorId: number, keys: readonly string[]): Promise<KnownItem[]> {
  return knownItems(tx, operatorId)
    .where((eb) => eb('key', '=', eb.fn.any(eb.val([...keys]))))
    .orderBy('item_id')
    .forNoKeyUpdate()
    .execute()
}

/** Items by their ids, without locking them; an id of no item of the operator is absent from the result. */
export async function knownItemsByIds(
  tx: Tx,
  operatorId: number,
  itemIds: readonly number[],
): Promise<Map<number, KnownItem>> {
  const items = await knownItems(tx, operatorId)
    .where((eb) => eb('item_id', '=', eb.fn.any(eb.val([...itemIds]))))
    .execute()
  return new Map(items.map((item) => [item.itemId, item]))
}

function knownItems(tx: Tx, operatorId: number) {
  return tx
    .selectFrom('catalogue_items')
    .select(['item_id as itemId', 'key', 'name', 'type', 'value_minor as valueMinor', 'currency'])
    .select('value_in_file as valueInFile')
    .where('operator_id', '=', operatorId)
}

/** An item as an import writes it. */
export type ItemRow = {
  key: string
  name: string
  type: ItemType
  value_minor: number
  currency: string
  image_url: string | null
  shipping_cost_minor: number | null
  is_collectible: boolean
  collectible_category: string | null
  metadata: Record<string, unknown> | null
  stock: number | null
  upgrader_prize: boolean
  cashback: boolean
  archived: boolean
}

/**
 * Writes items by key, all in one statement, and answers every key's id and the value in force. Value, stock, shipping cost and picture are put
 * in force when the file has another one than before: an unchanged file keeps those that were set since, and restores no stock that was shipped.
 */
export async function upsertItems(
  tx: Tx,
  operatorId: number,
  items: readonly ItemRow[],
  now: Date,
): Promise<Map<string, { itemId: number; valueMinor: number }>> {
  const { rows } = await sql<{ key: string; itemId: number; valueMinor: number }>`
    insert into catalogue_items (operator_id, key, name, type, value_minor, value_in_file, currency, image_url,
      image_url_in_file, shipping_cost_minor, shipping_cost_in_file, is_collectible, collectible_category, metadata, stock, stock_in_file,
      upgrader_prize, cashback, archived_at, created_at)
    select ${operatorId}::bigint, key, name, type, value_minor, value_minor, currency, image_url, image_url,
      shipping_cost_minor, shipping_cost_minor, is_collectible, collectible_category, metadata, stock, stock,
      upgrader_prize, cashback, case when archived then ${now}::timestamptz end, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (key text, name text, type text, value_minor bigint,
      currency text, image_url text, shipping_cost_minor bigint, is_collectible boolean, collectible_category text,
      metadata jsonb, stock bigint, upgrader_prize boolean, cashback boolean, archived boolean)
    on conflict (operator_id, key) do update set
      name = excluded.name, type = excluded.type, currency = excluded.currency,
      value_minor = case when excluded.value_minor <> catalogue_items.value_in_file then excluded.value_minor
        else catalogue_items.value_minor end,
      value_in_file = excluded.value_minor,
      image_url = case when excluded.image_url is distinct from catalogue_items.image_url_in_file then excluded.image_url
        else catalogue_items.image_url end,
      image_url_in_file = excluded.image_url,
      shipping_cost_minor = case when excluded.shipping_cost_minor is distinct from catalogue_items.shipping_cost_in_file
        then excluded.shipping_cost_minor else catalogue_items.shipping_cost_minor end,
      shipping_cost_in_file = excluded.shipping_cost_minor,
      is_collectible = excluded.is_collectible, collectible_category = excluded.collectible_category,
      metadata = excluded.metadata,
      stock = case when excluded.stock is distinct from catalogue_items.stock_in_file then excluded.stock
        else catalogue_items.stock end,
      stock_in_file = excluded.stock, upgrader_prize = excluded.upgrader_prize, cashback = excluded.cashback,
      archived_at = case when excluded.archived_at is not null
        then coalesce(catalogue_items.archived_at, excluded.archived_at) end
    returning key, item_id as "itemId", value_minor as "valueMinor"`.execute(tx)
  return new Map(rows.map(({ key, ...item }) => [key, item]))
}

/** The shipping cost of an item, locked. */
export function lockShippingCost(
  tx: Tx,
  operatorId: number,
  itemId: number,
): Promise<{ shippingCostMinor: number | null; currency: string } | undefined> {
  return tx
    .selectFrom('catalogue_items')
    .select(['shipping_cost_minor as shippingCostMinor', 'currency'])
    .where('operator_id', '=', operatorId)
    .where('item_id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateShippingCost(
  tx: Tx,
  operatorId: number,
  itemId: number,
  shippingCostMinor: number | null,
): Promise<void> {
  await tx
    .updateTable('catalogue_items')
    .set({ shipping_cost_minor: shippingCostMinor })
    .where('operator_id', '=', operatorId)
    .where('item_id', '=', itemId)
    .execute()
}

/** The picture of an item as stored, locked. */
export function lockPicture(
  tx: Tx,
  operatorId: number,
  itemId: number,
): Promise<{ imageUrl: string | null } | undefined> {
  return tx
    .selectFrom('catalogue_items')
    .select('image_url as imageUrl')
    .where('operator_id', '=', operatorId)
    .where('item_id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updatePicture(tx: Tx, operatorId: number, itemId: number, imageUrl: string): Promise<void> {
  await tx
    .updateTable('catalogue_items')
    .set({ image_url: imageUrl })
    .where('operator_id', '=', operatorId)
    .where('item_id', '=', itemId)
    .execute()
}

/** A prize that can be aimed at; the value in the operator's currency. */
export type UpgraderPrizeRow = { itemId: number; name: string; imageUrl: string | null; valueMinor: number }

/** A literal, as the condition of the partial index has it: a plan that is kept for any value could not use that. */
const MARKED = sql.lit(true)

/** Prizes whose value in a currency lies between two, both included: the highest first, and of one value the oldest. */
export function listUpgraderPrizes(
  tx: Tx,
  operatorId: number,
  { currency, fromMinor, toMinor, count }: { currency: string; fromMinor: number; toMinor: number; count: number },
): Promise<UpgraderPrizeRow[]> {
  return tx
    .selectFrom('catalogue_items')
    .select(['item_id as itemId', 'name', 'image_url as imageUrl', 'value_minor as valueMinor'])
    .where('operator_id', '=', operatorId)
    .where('upgrader_prize', '=', MARKED)
    .where('archived_at', 'is', null)
    .where('type', 'in', WINNABLE_TYPES)
    .where('currency', '=', currency)
    .where('value_minor', '>=', fromMinor)
    .where('value_minor', '<=', toMinor)
    .orderBy('value_minor', 'desc')
    .orderBy('item_id')
    .limit(count)
    .execute()
}
