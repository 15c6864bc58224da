import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import './tables.ts'

/** A box that is to be published in another currency. */
export type ActiveBox = { boxId: number; key: string; name: string; slug: string }

/** The boxes that have a live version and are not archived, whether they are paused or not, in the order in which they were made. */
export function listActiveBoxes(tx: Tx, operatorId: number): Promise<ActiveBox[]> {
  return tx
    .selectFrom('boxes')
    .select(['box_id as boxId', 'key', 'name', 'slug'])
    .where('operator_id', '=', operatorId)
    .where('live_version_id', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy('box_id')
    .execute()
}

/** The amounts of an item, in minor units of its currency. */
export type ItemAmounts = {
  itemId: number
  key: string
  valueMinor: number
  valueInFile: number
  shippingCostMinor: number | null
  shippingCostInFile: number | null
}

/** An item with the value that was stated of it last, in the currency of that day. */
export type PricedItem = ItemAmounts & { statedMinor: number; statedCurrency: string }

/** Locks all items of the operator, archived ones too, ascending by id. */
export async function lockAllItems(tx: Tx, operatorId: number): Promise<PricedItem[]> {
  const { rows } = await sql<PricedItem>`
    select i.item_id as "itemId", i.key, i.value_minor as "valueMinor", i.value_in_file as "valueInFile",
      i.shipping_cost_minor as "shippingCostMinor", i.shipping_cost_in_file as "shippingCostInFile",
      stated.value_minor as "statedMinor", stated.currency as "statedCurrency"
    from catalogue_items i
    cross join lateral (
      select r.value_minor, r.currency from item_revisions r
      where r.operator_id = i.operator_id and r.item_id = i.item_id order by r.revision_id desc limit 1
    ) stated
    where i.operator_id = ${operatorId}
    order by i.item_id
    for no key update of i`.execute(tx)
  return rows
}

/** Puts amounts in another currency in force. The history of an item gets no point: its value did not move. */
export async function updateAmounts(
  tx: Tx,
  operatorId: number,
  currency: string,
  items: readonly ItemAmounts[],
): Promise<void> {
  await sql`
    update catalogue_items i set currency = ${currency}, value_minor = now_is."valueMinor",
      value_in_file = now_is."valueInFile", shipping_cost_minor = now_is."shippingCostMinor",
      shipping_cost_in_file = now_is."shippingCostInFile"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as now_is ("itemId" bigint, "valueMinor" bigint,
      "valueInFile" bigint, "shippingCostMinor" bigint, "shippingCostInFile" bigint)
    where i.operator_id = ${operatorId} and i.item_id = now_is."itemId"`.execute(tx)
}

/** The price of a box in the last catalogue file. */
export type PriceInFile = { boxId: number; key: string; priceMinor: number }

/** Prices of all boxes of the last catalogue file, archived ones too, in the order in which the boxes were made. */
export async function listPricesInFile(tx: Tx, operatorId: number): Promise<PriceInFile[]> {
  const { rows } = await sql<PriceInFile>`
    select box_id as "boxId", key, (offer_in_file -> 'priceMinor')::bigint as "priceMinor"
    from boxes
    where operator_id = ${operatorId} and offer_in_file is not null
    order by box_id`.execute(tx)
  return rows
}

/** Records the prices of the last catalogue file in the new currency, so that a file with these prices is the same file. */
export async function updatePricesInFile(tx: Tx, operatorId: number, boxes: readonly PriceInFile[]): Promise<void> {
  await sql`
    update boxes set offer_in_file = jsonb_set(offer_in_file, '{priceMinor}', to_jsonb(now_is."priceMinor"))
    from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as now_is ("boxId" bigint, "priceMinor" bigint)
    where boxes.operator_id = ${operatorId} and boxes.box_id = now_is."boxId"`.execute(tx)
}
