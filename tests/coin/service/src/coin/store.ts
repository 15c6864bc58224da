import type { WinnableType } from '../catalog/index.ts'
import type { Tx } from '../platform/index.ts'

type CoinTossesTable = {
  operator_id: number
  round_id: number
  item_id: number
  name: string
  image_url: string | null
  type: WinnableType
  value_minor: number
  operator_value_minor: number
  rolled_bps: number | null
  won_inventory_item_id: number | null
}

declare module '../platform/database.ts' {
  interface Tables {
    coin_tosses: CoinTossesTable
  }
}

export type TossRecord = CoinTossesTable

export async function insertToss(tx: Tx, row: TossRecord): Promise<void> {
  await tx.insertInto('coin_tosses').values(row).execute()
}

/** Tosses of these rounds. */
export function listTosses(tx: Tx, operatorId: number, roundIds: readonly number[]): Promise<TossRecord[]> {
  return tx
    .selectFrom('coin_tosses')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('round_id', '=', eb.fn.any(eb.val([...roundIds]))))
    .execute()
}

/** Writes how a coin landed that was not tossed before; true when it was so. */
export async function updateToss(
  tx: Tx,
  toss: TossRecord,
  landed: Pick<TossRecord, 'rolled_bps' | 'won_inventory_item_id'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('coin_tosses')
    .set(landed)
    .where('operator_id', '=', toss.operator_id)
    .where('round_id', '=', toss.round_id)
    .where('rolled_bps', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
