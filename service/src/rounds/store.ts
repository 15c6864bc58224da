import type { GameKey } from '@coffer/contract/games'
import type { Funding, ItemType } from '@coffer/contract/shapes'
import { type Generated, sql } from 'kysely'
import { assertMove, type Cursor, type Owner } from '../kernel/index.ts'
import { askFor, inLockOrder, lookup, many, readMerged, type Tx, takeId, write } from '../platform/index.ts'
import type { Amount } from '../players/index.ts'
import { COUNTED_STATES, ROUND_MOVES, type RoundMode, type RoundState } from './round.ts'

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

/** An id that no other round gets. */
export function takeRoundId(tx: Tx): Promise<number> {
  return takeId(tx, 'rounds_round_id_seq')
}

const INSERT_ROUNDS = many<NewRound & { round_id: number }>`
  insert into rounds (operator_id, round_id, public_id, player_id, game_key, mode, state, funding, launch_id,
    client_action_id, currency, operator_currency, rate, bet_minor, payout_minor, operator_bet_minor,
    operator_payout_minor, created_at)
  overriding system value
  select operator_id, round_id, public_id, player_id, game_key, mode, 'pending', funding, launch_id,
    client_action_id, currency, operator_currency, rate, bet_minor, 0, operator_bet_minor, 0, created_at
  from rows as row (operator_id bigint, round_id bigint, public_id text, player_id bigint,
    game_key text, mode text, funding text, launch_id bigint, client_action_id text, currency text,
    operator_currency text, rate text, bet_minor bigint, operator_bet_minor bigint, created_at timestamptz)`

/** Records a round under an id that was taken for it. */
export function insertRound(tx: Tx, roundId: number, row: NewRound): RoundRecord {
  write(tx, INSERT_ROUNDS, { ...row, round_id: roundId })
  return {
    ...row,
    ...{ round_id: roundId, state: 'pending', payout_minor: 0, operator_payout_minor: 0 },
    ...{ pair_id: null, nonce: null, server_seed_hash: null, client_seed: null, facts: null, settled_at: null },
    ...{ refunded_minor: null, refunded_at: null },
  }
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

/** An id that no other reel gets. */
export function takeReelId(tx: Tx): Promise<number> {
  return takeId(tx, 'round_reels_reel_id_seq')
}

const INSERT_REELS = many<NewReel & { reel_id: number }>`
  insert into round_reels (operator_id, reel_id, round_id, reel_index, box_id, box_version_id, snapshot_hash, price_minor,
    paid_minor)
  overriding system value
  select operator_id, reel_id, round_id, reel_index, box_id, box_version_id, snapshot_hash, price_minor, paid_minor
  from rows as row (operator_id bigint, reel_id bigint, round_id bigint, reel_index int,
    box_id bigint, box_version_id bigint, snapshot_hash text, price_minor bigint, paid_minor bigint)`

/** Records a reel under an id that was taken for it. */
export function insertReel(tx: Tx, reelId: number, row: NewReel): ReelRecord {
  write(tx, INSERT_REELS, { ...row, reel_id: reelId })
  const nothing = { item_id: null, item_name: null, item_type: null, item_value_minor: null, inventory_item_id: null }
  return { ...row, reel_id: reelId, raw_draw: null, chance_units: null, ...nothing }
}

function ofPlayer(tx: Tx, owner: Owner) {
  return tx
    .selectFrom('rounds')
    .selectAll()
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
}

const LOCK_ROUNDS = many<{ operator_id: number; player_id: number; public_id: string }, RoundRecord>`
  select asked.place, round.*
  from rows as asked (place int, operator_id bigint, player_id bigint, public_id text)
  join rounds round using (operator_id, player_id, public_id)
  order by round.operator_id, round.public_id
  for update of round`

/** Of several that are locked at once, by ascending id. */
export async function lockRound(tx: Tx, owner: Owner, publicId: string): Promise<RoundRecord | undefined> {
  inLockOrder(tx, 'round or intent', publicId)
  const { operatorId, playerId } = owner
  const [locked] = await askFor(tx, LOCK_ROUNDS, {
    operator_id: operatorId,
    player_id: playerId,
    public_id: publicId,
  })
  return locked
}

export function findRound(tx: Tx, owner: Owner, publicId: string): Promise<RoundRecord | undefined> {
  return ofPlayer(tx, owner).where('public_id', '=', publicId).executeTakeFirst()
}

/** Amounts of a round, in the currency that the operator had when it was played. */
export type RoundAmounts = Pick<
  RoundRecord,
  'public_id' | 'game_key' | 'funding' | 'operator_currency' | 'operator_bet_minor' | 'operator_payout_minor'
>

/** Rounds by their public ids, in no order. */
export async function listRoundAmounts(tx: Tx, operatorId: number, ids: readonly string[]): Promise<RoundAmounts[]> {
  const { rows } = await sql<RoundAmounts>`
    select public_id, game_key, funding, operator_currency, operator_bet_minor, operator_payout_minor
    from rounds where operator_id = ${operatorId} and public_id = any(${[...ids]}::text[])`.execute(tx)
  return rows
}

export function findNewestPending(tx: Tx, owner: Owner): Promise<RoundRecord | undefined> {
  return ofPlayer(tx, owner).where('state', '=', PENDING).orderBy('round_id', 'desc').limit(1).executeTakeFirst()
}

/** For public proofs: a round of any of these operators. */
export function findRoundAnywhere(
  tx: Tx,
  operatorIds: readonly number[],
  publicId: string,
): Promise<RoundRecord | undefined> {
  return tx
    .selectFrom('rounds')
    .selectAll()
    .where((eb) => eb('operator_id', '=', eb.fn.any(eb.val([...operatorIds]))))
    .where('public_id', '=', publicId)
    .executeTakeFirst()
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

const LIST_REELS = lookup<{ operator_id: number; round_ids: readonly number[] }, ReelRecord>`
  select asked.place, reel.*
  from rows as asked (place int, operator_id bigint, round_ids bigint[])
  cross join unnest(asked.round_ids) as wanted (round_id)
  join round_reels reel on reel.operator_id = asked.operator_id and reel.round_id = wanted.round_id
  order by reel.round_id, reel.reel_index`

/** Reels of several rounds, each round's by reel index. */
export function listReels(tx: Tx, operatorId: number, roundIds: readonly number[]): Promise<ReelRecord[]> {
  if (roundIds.length === 0) return Promise.resolve([])
  return askFor(tx, LIST_REELS, { operator_id: operatorId, round_ids: roundIds })
}

type Moving = Pick<
  RoundRecord,
  | 'operator_id'
  | 'round_id'
  | 'state'
  | 'payout_minor'
  | 'operator_payout_minor'
  | 'pair_id'
  | 'nonce'
  | 'server_seed_hash'
  | 'client_seed'
  | 'facts'
  | 'refunded_minor'
  | 'refunded_at'
  | 'settled_at'
>

const UPDATE_ROUNDS = many<Moving & { was: RoundState }>`
  with moving as (
    select * from rows as row (operator_id bigint, round_id bigint, was text, state text,
      payout_minor bigint, operator_payout_minor bigint, pair_id bigint, nonce bigint, server_seed_hash text,
      client_seed text, facts text, refunded_minor bigint, refunded_at timestamptz, settled_at timestamptz)
  ), moved as (
    update rounds round set state = moving.state, payout_minor = moving.payout_minor,
      operator_payout_minor = moving.operator_payout_minor, pair_id = moving.pair_id, nonce = moving.nonce,
      server_seed_hash = moving.server_seed_hash, client_seed = moving.client_seed, facts = moving.facts,
      refunded_minor = moving.refunded_minor, refunded_at = moving.refunded_at, settled_at = moving.settled_at
    from moving
    where round.operator_id = moving.operator_id and round.round_id = moving.round_id and round.state = moving.was
    returning 1
  )
  select exactly((select count(*) from moved), (select count(*) from moving), 'a locked round moves')`

/** Moves a locked round by the transition table and gives it as it is now. */
export function moveRound(
  tx: Tx,
  locked: RoundRecord,
  to: RoundState,
  columns: Partial<Omit<Moving, 'operator_id' | 'round_id' | 'state'>> = {},
): RoundRecord {
  assertMove(ROUND_MOVES, locked.state, to)
  const round = { ...locked, ...columns, state: to }
  const { operator_id, round_id, state, payout_minor, operator_payout_minor, pair_id, nonce, facts } = round
  const { server_seed_hash, client_seed, refunded_minor, refunded_at, settled_at } = round
  write(tx, UPDATE_ROUNDS, {
    ...{ operator_id, round_id, was: locked.state, state, payout_minor, operator_payout_minor, pair_id, nonce, facts },
    ...{ server_seed_hash, client_seed, refunded_minor, refunded_at, settled_at },
  })
  return round
}

type Drawn = 'raw_draw' | 'chance_units' | 'item_id' | 'item_name' | 'item_type' | 'item_value_minor'
type ReelResult = { [Column in Drawn]: NonNullable<ReelRecord[Column]> } & Pick<ReelRecord, 'inventory_item_id'>

/** A reel with what its draw wrote on it. */
export type SettledReel = ReelRecord & ReelResult

type ReelKey = Pick<ReelRecord, 'operator_id' | 'round_id' | 'reel_index'>

const UPDATE_REELS = many<ReelKey & ReelResult>`
  with drawn as (
    select * from rows as row (operator_id bigint, round_id bigint, reel_index int, raw_draw bigint,
      chance_units int, item_id bigint, item_name text, item_type text, item_value_minor bigint, inventory_item_id bigint)
  ), updated as (
    update round_reels reel set raw_draw = drawn.raw_draw, chance_units = drawn.chance_units, item_id = drawn.item_id,
      item_name = drawn.item_name, item_type = drawn.item_type, item_value_minor = drawn.item_value_minor,
      inventory_item_id = drawn.inventory_item_id
    from drawn
    where reel.operator_id = drawn.operator_id and reel.round_id = drawn.round_id and reel.reel_index = drawn.reel_index
    returning 1
  )
  select exactly((select count(*) from updated), (select count(*) from drawn), 'a drawn reel exists')`

/** Writes on a reel what its draw came to. */
export function updateReel(tx: Tx, reel: SettledReel): void {
  const { operator_id, round_id, reel_index, raw_draw, chance_units } = reel
  const { item_id, item_name, item_type, item_value_minor, inventory_item_id } = reel
  write(tx, UPDATE_REELS, {
    ...{ operator_id, round_id, reel_index, raw_draw, chance_units },
    ...{ item_id, item_name, item_type, item_value_minor, inventory_item_id },
  })
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

/**
 * Bets of the player's own money in a currency that the operator has, or had then; opens of either funding. An Upgrader round has no
 * reels and counts as one open.
 */
export type Bets = Amount & { opensCount: number }

/** Literals: a plan that is kept for any value could not know how rare each of them is. */
const COUNTED = COUNTED_STATES.map((state) => sql.lit(state))

/** The newest round of a player that counts and was made before a time; 0 when there is none. Each state is looked up on its own. */
export async function findNewestBefore(tx: Tx, owner: Owner, before: Date): Promise<number> {
  const newest = COUNTED.map(
    (state) => sql`(
      select round_id from rounds
      where operator_id = ${owner.operatorId} and player_id = ${owner.playerId} and state = ${state} and created_at < ${before}
      order by round_id desc limit 1)`,
  )
  const { rows } = await sql<{ newest: number | null }>`
    select max(round_id) as newest from (${sql.join(newest, sql` union all `)}) r`.execute(tx)
  return rows[0]?.newest ?? 0
}

/** What a player has bet since a time with rounds beyond one of them, by currency. */
export async function sumBets(tx: Tx, owner: Owner, since: Date, afterRoundId: number): Promise<Bets[]> {
  const { rows } = await sql<Bets>`
    select r.operator_currency as currency,
      coalesce(sum(r.operator_bet_minor) filter (where r.funding = 'player' and r.mode <> 'items'), 0)::int8 as minor,
      sum(greatest(reels.count, 1))::int8 as "opensCount"
    from rounds r cross join lateral (
      select count(*) from round_reels l where l.operator_id = r.operator_id and l.round_id = r.round_id
    ) reels
    where r.operator_id = ${owner.operatorId} and r.player_id = ${owner.playerId} and r.state in (${sql.join(COUNTED)})
      and r.round_id > ${afterRoundId} and r.created_at >= ${since}
    group by r.operator_currency order by r.operator_currency`.execute(tx)
  return rows
}
