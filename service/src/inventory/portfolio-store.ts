import { sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { ItemFilter } from './item-filter.ts'

/** Items of a player that are worth the same now: of one catalogue item, held in one currency. */
export type Holdings = {
  item_id: number
  currency: string
  itemCount: number
  /** An integer in decimal: it may be larger than any amount. */
  wonMinor: string
}

/** All matching items of a player, counted by catalogue item and currency. */
export async function sumHoldings(tx: Tx, owner: Owner, filter: ItemFilter): Promise<Holdings[]> {
  return tx
    .selectFrom('inventory_items')
    .select(['item_id', 'currency'])
    .select(sql<number>`count(*)`.as('itemCount'))
    .select(sql<string>`sum(won_value_minor)::text`.as('wonMinor'))
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where((eb) => eb('state', '=', eb.fn.any(eb.val([...filter.states]))))
    .where((eb) => eb('type', '=', eb.fn.any(eb.val([...filter.types]))))
    .where((eb) => eb('is_collectible', '=', eb.fn.any(eb.val([...filter.collectible]))))
    .groupBy(['item_id', 'currency'])
    .execute()
}
