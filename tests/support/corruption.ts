/** Something wrong that a superuser could do to a database, and who must report it. */
export type Corruption = {
  /** The invariant that must be the only one to report it. */
  invariant: string
  /** What else cannot but be wrong then. */
  also?: string[]
  sql: string[]
  healed?: boolean
}

/** The oldest item that is free, and was won. */
export const freeItem = `inventory_item_id = (select inventory_item_id from inventory_items where state = 'unresolved'
  and acquisition_type = 'game_win' order by 1 limit 1)`

/** The entry of a round tells whether a debit paid for it, so whoever is said to have paid must agree with it. */
export const DRAWN_STANDS_IN_HISTORY =
  'A settled round stands in the history as one open or upgrade, with the debit that paid for it then and what it paid out.'

/** A row once more under another id. */
export function copied(table: string, where: string, changes: string): string[] {
  return [
    `create temporary table copy on commit drop as select * from ${table} where ${where} order by 1, 2 limit 1`,
    `update copy set ${changes}`,
    `insert into ${table} overriding system value select * from copy`,
  ]
}
