import type { CatalogueItem as FileItem } from '@coffer/contract/catalogue-file'
import type { ItemType } from '@coffer/contract/shapes'
import { present } from '../kernel/index.ts'
import type { Import } from './change.ts'
import { type ItemRow, type KnownItem, upsertItems } from './item-store.ts'
import { momentAfter } from './stated-value.ts'
import { type Leap, mostAfter, refuseLeaps } from './value-step.ts'
import { insertRevisions, listLastRevisions, type ValuedItem } from './value-store.ts'

/** An item as a box of the file may hold it: with the value in force, and what the file says of it. */
export type PrizeItem = { itemId: number; name: string; type: ItemType; valueMinor: number; valueInFile: number }

/** Writes the file's items, adds a revision to each that is new or changed its value, and answers all known ones by key. */
export async function importItems(
  run: Import,
  items: readonly FileItem[],
  known: readonly KnownItem[],
): Promise<Map<string, PrizeItem>> {
  const { tx, operator, now, imageUrlOf } = run
  const before = new Map(known.map((item) => [item.key, item]))
  const rows = items.map((item) => rowOf(item, operator.currency, imageUrlOf(item.imageUrl)))
  const stored = await upsertItems(tx, operator.operatorId, rows, now)
  const written = rows.map(({ key, name, type, value_minor, currency }): KnownItem => {
    const { itemId, valueMinor } = present(stored.get(key), 'a written item has an id')
    return { itemId, key, name, type, valueMinor, valueInFile: value_minor, currency }
  })
  const moved = written.filter(({ key, valueMinor, currency }) => {
    const was = before.get(key)
    return was?.valueMinor !== valueMinor || was.currency !== currency
  })
  refuseLeaps(leapsOf(run, items, { before, moved }))
  await addRevisions(run, moved)
  return new Map<string, PrizeItem>([...before, ...written.map((item): [string, PrizeItem] => [item.key, item])])
}

/** Values that the file puts too far above the last ones. */
function leapsOf(
  { operator }: Import,
  items: readonly FileItem[],
  { before, moved }: { before: ReadonlyMap<string, KnownItem>; moved: readonly KnownItem[] },
): Leap[] {
  return moved.flatMap(({ key, itemId, valueMinor, currency }) => {
    const lastMinor = before.get(key)?.valueMinor
    if (lastMinor === undefined || before.get(key)?.currency !== currency) return []
    const mostMinor = mostAfter(lastMinor, operator.settings.collectibles.maxStepBps)
    const path = `items.${items.findIndex((item) => item.key === key)}.valueMinor`
    const leap = { path, itemId, lastMinor, mostMinor, valueMinor, currency, recordedAt: null }
    return valueMinor > mostMinor ? [leap] : []
  })
}

async function addRevisions({ tx, operator, now }: Import, moved: readonly ValuedItem[]): Promise<void> {
  const last = await listLastRevisions(
    tx,
    operator.operatorId,
    moved.map(({ itemId }) => itemId),
  )
  const revisions = moved.map(({ itemId, valueMinor, currency }) => {
    const before = last.get(itemId)
    return { itemId, valueMinor, currency, recordedAt: before ? momentAfter(before.recordedAt, now) : now }
  })
  await insertRevisions(tx, operator.operatorId, revisions)
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
