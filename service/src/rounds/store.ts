import type { GameKey } from '@coffer/contract/games'
import type { Funding, ItemType } from '@coffer/contract/shapes'
import { type Generated, sql } from 'kysely'
import type { Cursor, Owner } from '../kernel/index.ts'
import { inLockOrder, readMerged, type Tx } from '../platform/index.ts'
import type { RoundMode, RoundState } from './round.ts'

type RoundsTable = {
  operator_id: number
  round_id: Generated<number>
  public_id: string
  player_id: number
  game_key: GameKey
  mode: RoundMode
  state: RoundState
  funding: Funding
  launch_id: number | null
  client_action_id: string
  currency: string
  operator_currency: string
  rate: string
  bet_minor: number
  payout_minor: number
  operator_bet_minor: number
  operator_payout_minor: number
  pair_id: number | null
  nonce: number | null
  server_seed_hash: string | null
  client_seed: string | null
  facts: string | null
  refunded_minor: number | null
  refunded_at: Date | null
  created_at: Date
  settled_at: Date | null
}

type RoundReelsTable = {
  operator_id: number
  reel_id: Generated<number>
  round_id: number
  reel_index: number
  box_id: number
  box_version_id: number
  snapshot_hash: string
  price_minor: number
  paid_minor: number
  raw_draw: number | null
  chance_units: number | null
  item_id: number | null
  item_name: string | null
  item_type: ItemType | null
  item_value_minor: number | null
  inventory_item_id: number | null
}

declare module '../platform/database.ts' {
  interface Tables {
    rounds: RoundsTable
    round_reels: RoundReelsTable
  }
}

/** Literals, as the conditions of the partial indexes have them: a plan that is kept for any value could not use those. */
const PENDING = sql.lit('pending' as const)
const HELD = sql.lit('held' as const)

export type RoundRecord = Omit<RoundsTable, 'round_id'> & { round_id: number }
export type ReelRecord = Omit<RoundReelsTable, 'reel_id'> & { reel_id: number }

export type NewRound = Pick<
  RoundRecord,
  | 'operator_id'
  | 'public_id'
  | 'player_id'
  | 'game_key'
  | 'mode'
  | 'funding'
  | 'launch_id'
  | 'client_action_id'
  | 'currency'
  | 'operator_currency'
  | 'rate'
  | 'bet_minor'
  | 'operator_bet_minor'
  | 'created_at'
>

export function insertRound(tx: Tx, row: NewRound): Promise<RoundRecord> {
  return tx
    .insertInto('rounds')
    .values({ ...row, state: 'pending', payout_minor: 0, operator_payout_minor: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type NewReel = Pick<
  ReelRecord,
  | 'operator_id'
  | 'round_id'
  | 'reel_index'
  | 'box_id'
  | 'box_version_id'
  | 'snapshot_hash'
  | 'price_minor'
  | 'paid_minor'
>

export async function insertReels(tx: Tx, rows: NewReel[]): Promise<void> {
  await tx.insertInto('round_reels').values(rows).execute()
}

function ofPlayer(tx: Tx, owner: Owner) {
  return tx
    .selectFrom('rounds')
    .selectAll()
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
}

export function lockRound(tx: Tx, owner: Owner, publicId: string): Promise<RoundRecord | undefined> {
  inLockOrder(tx, 'round or intent', publicId)
  return ofPlayer(tx, owner).where('public_id', '=', publicId).forUpdate().executeTakeFirst()
}

export function findRound(tx: Tx, owner: Owner, publicId: string): Promise<RoundRecord | undefined> {
  return ofPlayer(tx, owner).where('public_id', '=', publicId).executeTakeFirst()
}

export function findNewestPending(tx: Tx, owner: Owner): Promise<RoundRecord | undefined> {
  return ofPlayer(tx, owner).where('state', '=', PENDING).orderBy('round_id', 'desc').limit(1).executeTakeFirst()
}

/** For public proofs: a round of any operator. */
export function findRoundAnywhere(tx: Tx, publicId: string): Promise<RoundRecord | undefined> {
  return tx.selectFrom('rounds').selectAll().where('public_id', '=', publicId).executeTakeFirst()
}

/** `limit + 1` rounds beyond the cursor, newest first, or in reverse for `prev`. */
export function listRounds(
  tx: Tx,
  { operatorId, playerId }: Owner,
  states: readonly RoundState[],
  page: { limit: number; cursor: Cursor | null },
): Promise<RoundRecord[]> {
  const list = {
    table: 'rounds' as const,
    id: 'round_id',
    equal: { operator_id: operatorId, player_id: playerId },
    among: { state: states },
  }
  return readMerged(tx, list, page)
}

/** Reels of several rounds, each round's by reel index. */
export function listReels(tx: Tx, operatorId: number, roundIds: readonly number[]): Promise<ReelRecord[]> {
  if (roundIds.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('round_reels')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('round_id', 'in', roundIds)
    .orderBy('round_id')
    .orderBy('reel_index')
    .execute()
}

/** Moves a round that is in the expected state; true when it was. */
export async function updateRound(
  tx: Tx,
  round: Pick<RoundRecord, 'operator_id' | 'round_id' | 'state'>,
  to: RoundState,
  columns: Partial<RoundRecord>,
): Promise<boolean> {
  const result = await tx
    .updateTable('rounds')
    .set({ ...columns, state: to })
    .where('operator_id', '=', round.operator_id)
    .where('round_id', '=', round.round_id)
    .where('state', '=', round.state)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type Drawn = 'raw_draw' | 'chance_units' | 'item_id' | 'item_name' | 'item_type' | 'item_value_minor'
type ReelResult = { [Column in Drawn]: NonNullable<ReelRecord[Column]> } & Pick<ReelRecord, 'inventory_item_id'>

/** A reel with what its draw wrote on it. */
export type SettledReel = ReelRecord & ReelResult

/** Writes on a reel what its draw came to. */
export async function updateReel(tx: Tx, reel: SettledReel): Promise<void> {
  const { raw_draw, chance_units, item_id, item_name, item_type, item_value_minor, inventory_item_id } = reel
  await tx
    .updateTable('round_reels')
    .set({ raw_draw, chance_units, item_id, item_name, item_type, item_value_minor, inventory_item_id })
    .where('operator_id', '=', reel.operator_id)
    .where('reel_id', '=', reel.reel_id)
    .execute()
}

export type HeldSince = { owner: Owner; roundId: number; publicId: string }

/** Rounds beyond a round that have been held since before a time, oldest first. */
export async function listHeldBefore(
  tx: Tx,
  operatorId: number,
  before: Date,
  page: { afterRoundId: number; count: number },
): Promise<HeldSince[]> {
  const rows = await tx
    .selectFrom('rounds')
    .select(['player_id', 'round_id', 'public_id'])
    .where('operator_id', '=', operatorId)
    .where('state', '=', HELD)
    .where('created_at', '<', before)
    .where('round_id', '>', page.afterRoundId)
    .orderBy('round_id')
    .limit(page.count)
    .execute()
  return rows.map(({ player_id: playerId, round_id: roundId, public_id: publicId }) => {
    return { owner: { operatorId, playerId }, roundId, publicId }
  })
}

/** Those of these launches that a round names. */
export async function listLaunchesOfRounds(
  tx: Tx,
  operatorId: number,
  launchIds: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('rounds')
    .select('launch_id')
    .distinct()
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('launch_id', '=', eb.fn.any(eb.val([...launchIds]))))
    .$narrowType<{ launch_id: number }>()
    .execute()
  return rows.map((row) => row.launch_id)
}
