import type { InventoryRow } from '@coffer/contract/shapes'
import type { InventoryDetail } from '@coffer/contract/vault'
import { type CatalogueItem, publicMetadata } from '../catalog/index.ts'
import type { InventoryRecord } from './store.ts'

/** The layout of a collectible's metadata. */
const SCHEMA_VERSION = 1

/** A row with what only the backend API tells (interface §2.4, "Item detail additions"). */
export function inventoryDetail(
  row: InventoryRow,
  record: InventoryRecord,
  { collectibleCategory, metadata }: CatalogueItem,
): InventoryDetail {
  const category = record.is_collectible ? collectibleCategory : null
  const shown = publicMetadata(metadata)
  const reserved = record.is_collectible ? { category, schema_version: SCHEMA_VERSION } : {}
  return {
    ...row,
    wonAt: row.createdAt,
    sourceBoxName: record.box_name,
    collectibleCategory: category,
    metadata: shown && { ...shown, ...reserved },
  }
}
