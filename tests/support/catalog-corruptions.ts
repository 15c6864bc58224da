import { type Corruption, copied } from './corruption.ts'

const VALUE =
  'The value in force of an item is that of its last revision, while both are of one currency, and its revisions go forward in time.'

/** What else cannot but be wrong when a published version is spoilt. */
export const STANDS =
  'A box stands as its live version makes it at current values: what it returns, and whether it is off sale for that.'

const LEAP =
  'A value that was approved stands in the history of its item as it was asked for, after the one that it rose from, approved in time by somebody else.'

export const CATALOG_CORRUPTIONS: readonly Corruption[] = [
  {
    invariant: LEAP,
    sql: [
      'alter table held_values drop constraint held_values_are_approved_by_a_second_person',
      `update held_values set approved_by = asked_by where state = 'approved'`,
    ],
  },
  { invariant: LEAP, sql: [`update held_values set expires_at = approved_at where state = 'approved'`] },
  { invariant: LEAP, sql: [`update held_values set value_minor = value_minor + 1 where state = 'approved'`] },
  { invariant: LEAP, sql: [`update held_values set from_minor = from_minor - 1 where state = 'approved'`] },
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
  {
    invariant: 'A box round is priced in one currency: that of every version that it opens.',
    sql: ["update rounds set operator_currency = 'USD' where operator_currency = 'EUR' and game_key = 'mystery_box'"],
  },
  {
    invariant: 'What can be bought and won now is priced in the currency of its operator.',
    sql: ["update catalogue_items set currency = 'USD' where currency = 'EUR' and not is_collectible"],
  },
]
