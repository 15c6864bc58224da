import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import { WINNABLE_TYPES } from './upgrader-prize.ts'
import './tables.ts'

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
