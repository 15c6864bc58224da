import type { WinnableType } from '../catalog/index.ts'
import type { Tx } from '../platform/index.ts'

type RoundDealsTable = {
  operator_id: number
  round_id: number
  chance_bps: number
  fee_bps: number
  no_loss: boolean
  nuggets_cost_percent: number
  target_item_id: number
  target_name: string
  target_type: WinnableType
  target_image_url: string | null
  target_value_minor: number
  operator_target_value_minor: number
  rolled_bps: number | null
  won_inventory_item_id: number | null
}

declare module '../platform/database.ts' {
  interface Tables {
    round_deals: RoundDealsTable
  }
}

/** What an Upgrader round aims at, and how it was rolled. */
export type DealRecord = RoundDealsTable

export type NewDeal = Omit<DealRecord, 'rolled_bps' | 'won_inventory_item_id'>

export async function insertDeal(tx: Tx, row: NewDeal): Promise<void> {
  await tx
    .insertInto('round_deals')
    .values({ ...row, rolled_bps: null, won_inventory_item_id: null })
    .execute()
}

export function getDeal(tx: Tx, round: Pick<DealRecord, 'operator_id' | 'round_id'>): Promise<DealRecord> {
  return tx
    .selectFrom('round_deals')
    .selectAll()
    .where('operator_id', '=', round.operator_id)
    .where('round_id', '=', round.round_id)
    .executeTakeFirstOrThrow()
}

/** Deals of those of these rounds that have one, by round. */
export async function listDeals(
  tx: Tx,
  operatorId: number,
  roundIds: readonly number[],
): Promise<Map<number, DealRecord>> {
  if (roundIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('round_deals')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('round_id', '=', eb.fn.any(eb.val([...roundIds]))))
    .execute()
  return new Map(rows.map((row) => [row.round_id, row]))
}

/** Writes the roll of a deal that was not rolled before; true when it was so. */
export async function updateRoll(
  tx: Tx,
  deal: Pick<DealRecord, 'operator_id' | 'round_id'>,
  roll: { rolled_bps: number; won_inventory_item_id: number | null },
): Promise<boolean> {
  const result = await tx
    .updateTable('round_deals')
    .set(roll)
    .where('operator_id', '=', deal.operator_id)
    .where('round_id', '=', deal.round_id)
    .where('rolled_bps', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
