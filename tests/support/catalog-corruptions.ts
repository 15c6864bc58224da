import { type Corruption, copied } from './corruption.ts'

const VALUE =
  'The value in force of an item is that of its last revision, while both are of one currency, and its revisions go forward in time.'

/** What else cannot but be wrong when a published version is spoilt. */
export const STANDS =
  'A box stands as its live version makes it at current values: what it returns, and whether it is off sale for that.'

export const CATALOG_CORRUPTIONS: readonly Corruption[] = [
  {
    invariant: VALUE,
    sql: ['update catalogue_items set value_minor = value_minor + 1 where not is_collectible'],
  },
  { invariant: VALUE, sql: copied('item_revisions', 'true', 'revision_id = 900001') },
  {
    invariant: STANDS,
    sql: ['update boxes set current_rtp_bps = current_rtp_bps + 1'],
  },
  {
    invariant: STANDS,
    sql: ['update boxes set unprofitable_since = created_at, paused_at = created_at'],
  },
]
