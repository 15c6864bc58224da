import type { WinnableType } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import { askFor, lookup, many, type Tx, write } from '../platform/index.ts'

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

const INSERT_DEALS = many<NewDeal>`
  insert into round_deals (operator_id, round_id, chance_bps, fee_bps, no_loss, nuggets_cost_percent, target_item_id,
    target_name, target_type, target_image_url, target_value_minor, operator_target_value_minor)
  select operator_id, round_id, chance_bps, fee_bps, no_loss, nuggets_cost_percent, target_item_id, target_name,
    target_type, target_image_url, target_value_minor, operator_target_value_minor
  from rows as row (operator_id bigint, round_id bigint, chance_bps int, fee_bps int,
    no_loss boolean, nuggets_cost_percent int, target_item_id bigint, target_name text, target_type text,
    target_image_url text, target_value_minor bigint, operator_target_value_minor bigint)`

export function insertDeal(tx: Tx, row: NewDeal): void {
  write(tx, INSERT_DEALS, row)
}

type DealKey = Pick<DealRecord, 'operator_id' | 'round_id'>

const GET_DEALS = lookup<DealKey, DealRecord>`
  select asked.place, deal.*
  from rows as asked (place int, operator_id bigint, round_id bigint)
  join round_deals deal using (operator_id, round_id)`

export async function getDeal(tx: Tx, { operator_id, round_id }: DealKey): Promise<DealRecord> {
  const [deal] = await askFor(tx, GET_DEALS, { operator_id, round_id })
  return present(deal, 'an Upgrader round has its deal')
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

type Roll = Pick<DealRecord, 'rolled_bps' | 'won_inventory_item_id'>

const UPDATE_ROLLS = many<DealKey & Roll>`
  with rolled as (
    select * from rows as row (operator_id bigint, round_id bigint, rolled_bps int,
      won_inventory_item_id bigint)
  ), updated as (
    update round_deals deal set rolled_bps = rolled.rolled_bps, won_inventory_item_id = rolled.won_inventory_item_id
    from rolled
    where deal.operator_id = rolled.operator_id and deal.round_id = rolled.round_id and deal.rolled_bps is null
    returning 1
  )
  select exactly((select count(*) from updated), (select count(*) from rolled), 'a deal is rolled once')`

/** Writes the roll of a deal that was not rolled before. */
export function updateRoll(tx: Tx, { operator_id, round_id }: DealKey, roll: Roll): void {
  write(tx, UPDATE_ROLLS, { operator_id, round_id, ...roll })
}
