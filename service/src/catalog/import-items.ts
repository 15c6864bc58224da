import type { CatalogueItem as FileItem } from '@coffer/contract/catalogue-file'
import type { ItemType } from '@coffer/contract/shapes'
import { present } from '../kernel/index.ts'
import type { Import } from './import.ts'
import { type ItemRow, insertRevisions, type KnownItem, upsertItems } from './item-store.ts'

/** An item as a box of the file may hold it. */
export type PrizeItem = { itemId: number; name: string; type: ItemType; valueMinor: number }

/** Writes the file's items, adds a revision to each that is new or changed its value, and answers all known ones by key. */
export async function importItems(
  { tx, operator, now, imageUrlOf }: Import,
  items: readonly FileItem[],
  known: readonly KnownItem[],
): Promise<Map<string, PrizeItem>> {
  const before = new Map(known.map((item) => [item.key, item]))
  const rows = items.map((item) => rowOf(item, operator.currency, imageUrlOf(item.imageUrl)))
  const ids = await upsertItems(tx, operator.operatorId, rows, now)
  const written = rows.map((row) => ({ ...row, itemId: present(ids.get(row.key), 'a written item has an id') }))
  const moved = written.filter(({ key, value_minor, currency }) => {
    const was = before.get(key)
    return was?.valueMinor !== value_minor || was.currency !== currency
  })
  const revisions = moved.map(({ itemId, value_minor, currency }) => ({ itemId, valueMinor: value_minor, currency }))
  await insertRevisions(tx, operator.operatorId, revisions, now)
  return new Map<string, PrizeItem>([
    ...before,
    ...written.map(({ key, itemId, name, type, value_minor }): [string, PrizeItem] => [
      key,
      { itemId, name, type, valueMinor: value_minor },
    ]),
  ])
}

function rowOf(item: FileItem, currency: string, imageUrl: string | null): ItemRow {
  return {
    ...{ key: item.key, name: item.name, type: item.type, value_minor: item.valueMinor, currency, image_url: imageUrl },
    shipping_cost_minor: item.shippingCostMinor ?? null,
    is_collectible: item.isCollectible ?? false,
    collectible_category: item.collectibleCategory ?? null,
    metadata: item.metadata ?? null,
    stock: item.stock ?? null,
    upgrader_prize: item.upgraderPrize ?? false,
    cashback: item.cashback ?? true,
    archived: item.archived ?? false,
  }
}
