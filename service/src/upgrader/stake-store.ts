import type { Tx } from '../platform/index.ts'

type UpgraderStakesTable = {
  operator_id: number
  round_id: number
  position: number
  inventory_item_id: number
  counted_minor: number
  operator_counted_minor: number
  item_value_minor: number
  price_fall_minor: number
  price_rise_minor: number
  credits_share_minor: number
}

declare module '../platform/database.ts' {
  interface Tables {
    upgrader_stakes: UpgraderStakesTable
  }
}

export type StakeRecord = UpgraderStakesTable

export async function insertStakes(tx: Tx, rows: StakeRecord[]): Promise<void> {
  await tx.insertInto('upgrader_stakes').values(rows).execute()
}

/** Items staked in a round, in the order in which they were named; none in a round played with balance. */
export function listStakes(tx: Tx, operatorId: number, roundId: number): Promise<StakeRecord[]> {
  return tx
    .selectFrom('upgrader_stakes')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('round_id', '=', roundId)
    .orderBy('position')
    .execute()
}
