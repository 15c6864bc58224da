import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import './tables.ts'

/** A value that an item has had, in the currency that the catalogue had then. */
export type Revision = { revisionId: number; valueMinor: number; currency: string; recordedAt: Date }

/** The newest values of an item, at most `count`, oldest first. */
export async function listRevisions(tx: Tx, operatorId: number, itemId: number, count: number): Promise<Revision[]> {
  const newestFirst = await tx
    .selectFrom('item_revisions')
    .select(['revision_id as revisionId', 'value_minor as valueMinor', 'currency', 'recorded_at as recordedAt'])
    .where('operator_id', '=', operatorId)
    .where('item_id', '=', itemId)
    .orderBy('revision_id', 'desc')
    .limit(count)
    .execute()
  return newestFirst.reverse()
}

export type LastValue = { itemId: number; currency: string; valueMinor: number }

/** The last value that each of these items had in each of these currencies, where it had one. */
export async function listLastValues(
  tx: Tx,
  operatorId: number,
  { itemIds, currencies }: { itemIds: readonly number[]; currencies: readonly string[] },
): Promise<LastValue[]> {
  const { rows } = await sql<LastValue>`
    select distinct on (item_id, currency) item_id as "itemId", currency, value_minor as "valueMinor"
    from item_revisions
    where operator_id = ${operatorId} and item_id = any(${[...itemIds]}::bigint[])
      and currency = any(${[...currencies]}::text[])
    order by item_id, currency, revision_id desc`.execute(tx)
  return rows
}
