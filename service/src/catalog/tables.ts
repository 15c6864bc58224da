import type { ItemType } from '@coffer/contract/shapes'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../platform/index.ts'

type CatalogueItemsTable = {
  operator_id: number
  item_id: GeneratedAlways<number>
  key: string
  name: string
  type: ItemType
  value_minor: number
  currency: string
  image_url: string | null
  image_url_in_file: string | null
  shipping_cost_minor: number | null
  is_collectible: boolean
  collectible_category: string | null
  metadata: Json<Record<string, unknown> | null>
  stock: number | null
  /** What the catalogue file said last. */
  stock_in_file: number | null
  shipping_cost_in_file: number | null
  value_in_file: number
  upgrader_prize: boolean
  cashback: boolean
  archived_at: Date | null
  created_at: Date
}

type ItemRevisionsTable = {
  operator_id: number
  revision_id: GeneratedAlways<number>
  item_id: number
  value_minor: number
  currency: string
  recorded_at: Date
}

/** A value that waits or waited for a second person. */
export type HeldValuesTable = {
  operator_id: number
  held_value_id: GeneratedAlways<number>
  item_id: number
  from_minor: number
  value_minor: number
  currency: string
  recorded_at: Date | null
  asked_by: string
  asked_at: Date
  expires_at: Date
  state: 'waiting' | 'approved' | 'replaced' | 'declined'
  approved_by: string | null
  approved_at: Date | null
  revision_id: number | null
  /** Null for values of API keys and of files. */
  reason: string | null
}

type BoxAttributesTable = {
  operator_id: number
  name: string
  type: 'boolean' | 'number' | 'text'
  default_value: Json<boolean | number | string>
}

/** The price and the prizes of a box in a catalogue file, by keys of items. */
export type OfferInFile = { priceMinor: number; prizes: readonly (readonly [item: string, chanceUnits: number])[] }

type BoxesTable = {
  operator_id: number
  box_id: GeneratedAlways<number>
  key: string
  slug: string
  name: string
  description: string | null
  image_url: string | null
  refundable: boolean
  attributes: Json<Record<string, boolean | number | string>>
  live_version_id: number | null
  event_sequence: Generated<number>
  archived_at: Date | null
  /** What it returns at current values; null exactly while there is no live version. */
  current_rtp_bps: number | null
  unprofitable_since: Date | null
  paused_at: Date | null
  created_at: Date
  /** What the catalogue file said last; null for a box of an older version. */
  in_file: Json<Record<string, unknown>> | null
  /** Price and prizes of the last catalogue file; null before the first. */
  offer_in_file: Json<OfferInFile> | null
  /** False while the box was archived when a file stated them, so that they were not published. */
  is_offer_applied: Generated<boolean>
}

type ScheduledVersionsTable = {
  operator_id: number
  scheduled_version_id: GeneratedAlways<number>
  box_id: number
  price_minor: number
  currency: string
  prizes: Json<{ itemId: number; chanceUnits: number }[]>
  publish_at: Date
  scheduled_by: string
  scheduled_at: Date
  reason: string | null
  state: 'waiting' | 'published' | 'refused' | 'cancelled' | 'replaced'
  box_version_id: number | null
  faults: ColumnType<readonly string[] | null, null, string>
}

type BoxVersionsTable = {
  operator_id: number
  box_version_id: number
  box_id: number
  version_number: number
  price_minor: number
  currency: string
  rtp_bps: number
  max_prize_minor: number
  snapshot: string
  snapshot_hash: string
  published_at: Date
}

type BoxVersionPrizesTable = {
  operator_id: number
  box_version_id: number
  position: number
  item_id: number
  chance_units: number
  range_start: number
  range_end: number
  name: string
  type: ItemType
  value_minor: number
  value_in_file: number
}

declare module '../platform/database.ts' {
  interface Tables {
    catalogue_items: CatalogueItemsTable
    item_revisions: ItemRevisionsTable
    held_values: HeldValuesTable
    box_attributes: BoxAttributesTable
    boxes: BoxesTable
    scheduled_versions: ScheduledVersionsTable
    box_versions: BoxVersionsTable
    box_version_prizes: BoxVersionPrizesTable
  }
}
