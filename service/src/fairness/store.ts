import { serverSeedHash } from '@coffer/fairness'
import { type Generated, type Insertable, sql } from 'kysely'
import { assert, type Owner, type PageRequest, present } from '../kernel/index.ts'
import { askFor, inLockOrder, lookup, many, type SealedColumn, type Tx, write } from '../platform/index.ts'
import type { ActivePair, PairState, Pairs, RevealedSeedPair } from './pair.ts'

declare module '../platform/database.ts' {
  interface Tables {
    seed_pairs: SeedPairsTable
  }
}

type SeedPairsTable = {
  operator_id: number
  pair_id: Generated<number>
  player_id: number
  state: PairState
  /** Null once the pair is revealed. */
  server_seed_sealed: Buffer | null
  server_seed_hash: string
  /** Null until the pair is revealed. */
  server_seed: string | null
  client_seed: string | null
  next_nonce: number
  created_at: Date
  active_since: Date | null
  revealed_at: Date | null
}

/** A seed opens for its own player only, and only beside the hash that is shown of it. */
export const SERVER_SEED: SealedColumn = {
  ...{ purpose: 'seed_pair', table: 'seed_pairs', column: 'server_seed_sealed', operator: 'operator_id' },
  ...{ key: 'pair_id', keyType: 'bigint', row: ['player_id', 'server_seed_hash'] },
  isTrue: (seed, [, hash]) => serverSeedHash(seed) === hash,
}

const ofPlayer = (tx: Tx, owner: Owner) =>
  tx.selectFrom('seed_pairs').where('operator_id', '=', owner.operatorId).where('player_id', '=', owner.playerId)

const updatePair = (tx: Tx, owner: Owner) =>
  tx.updateTable('seed_pairs').where('operator_id', '=', owner.operatorId).where('player_id', '=', owner.playerId)

export type NewPair = Insertable<SeedPairsTable>

/** Inserts a pair, unless the player already has one in its state. Throws on a seed that was there before. */
export async function insertPair(tx: Tx, row: NewPair): Promise<void> {
  await tx
    .insertInto('seed_pairs')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['operator_id', 'player_id']).where('state', '=', sql.lit(row.state)).doNothing(),
    )
    .execute()
}

type Key = { operator_id: number; player_id: number }

const keyOf = ({ operatorId, playerId }: Owner): Key => ({ operator_id: operatorId, player_id: playerId })

const LOCK_PAIRS = many<Key, object>`
  select place
  from (
    select * from rows as row (place int, operator_id bigint, player_id bigint)
    order by operator_id, player_id
  ) asked
  cross join lateral (
    select pair_id from seed_pairs pair
    where pair.operator_id = asked.operator_id and pair.player_id = asked.player_id
    order by pair_id
    limit 1
    for no key update
  ) oldest`

/**
 * Makes this transaction the only one that uses the player's pairs; false when the player has none yet.
 * The lock is on the oldest pair, which stays the same row through every rotation: whoever waited for the active pair's own row would
 * find it revealed, and the new active pair not yet in the snapshot of the waiting statement.
 */
export async function lockPairs(tx: Tx, owner: Owner): Promise<boolean> {
  inLockOrder(tx, 'seed pairs', owner.playerId)
  const locked = await askFor(tx, LOCK_PAIRS, keyOf(owner))
  return locked.length > 0
}

const ACTIVE_COLUMNS = [
  'pair_id as pairId',
  'server_seed_sealed as serverSeedSealed',
  'server_seed_hash as serverSeedHash',
  'client_seed as clientSeed',
  'next_nonce as nextNonce',
  'active_since as activeSince',
] as const

/** Both pairs in use, of one moment. Null when the player has none yet. */
export async function findPairs(tx: Tx, owner: Owner): Promise<Pairs | null> {
  const rows = await ofPlayer(tx, owner)
    .select(['state', ...ACTIVE_COLUMNS])
    .where('state', 'in', ['active', 'next'])
    .execute()
  if (rows.length === 0) return null
  const active = rows.find((row) => row.state === 'active')
  const next = rows.find((row) => row.state === 'next')
  assert(active && next, 'an active pair has a next one')
  return { active: readActive(active), next: { pairId: next.pairId, serverSeedHash: next.serverSeedHash } }
}

const FIND_ACTIVE = lookup<Key, ActiveRow>`
  select place, pair_id as "pairId", server_seed_sealed as "serverSeedSealed", server_seed_hash as "serverSeedHash",
    client_seed as "clientSeed", next_nonce as "nextNonce", active_since as "activeSince"
  from rows as asked (place int, operator_id bigint, player_id bigint)
  join seed_pairs pair using (operator_id, player_id)
  where pair.state = 'active'`

/** The pair that rounds are drawn with; null when the player has none yet. */
export async function findActive(tx: Tx, owner: Owner): Promise<ActivePair | null> {
  const [row] = await askFor(tx, FIND_ACTIVE, keyOf(owner))
  return row ? readActive(row) : null
}

const USE_NONCES = many<{ operator_id: number; pair_id: number; nonce: number }>`
  with used as (
    select * from rows as row (operator_id bigint, pair_id bigint, nonce bigint)
  ), moved as (
    update seed_pairs pair set next_nonce = used.nonce + 1
    from used
    where pair.operator_id = used.operator_id and pair.pair_id = used.pair_id
      and pair.state = 'active' and pair.next_nonce = used.nonce
    returning 1
  )
  select exactly((select count(*) from moved), (select count(*) from used), 'the next nonce of a locked pair is used')`

/** Moves the nonce of a player's active pair on by one. The pairs are locked, and this is how the pair was found after that. */
export function useNonce(tx: Tx, { operatorId }: Owner, { pairId, nextNonce }: ActivePair): void {
  write(tx, USE_NONCES, { operator_id: operatorId, pair_id: pairId, nonce: nextNonce })
}

type ActiveRow = Omit<ActivePair, 'serverSeedSealed' | 'clientSeed' | 'activeSince'> & {
  serverSeedSealed: Buffer | null
  clientSeed: string | null
  activeSince: Date | null
}

function readActive(row: ActiveRow): ActivePair {
  const { pairId, serverSeedHash, nextNonce } = row
  const serverSeedSealed = present(row.serverSeedSealed, 'the seed of a pair in use is kept')
  const clientSeed = present(row.clientSeed, 'an active pair has a client seed')
  const activeSince = present(row.activeSince, 'an active pair has a beginning')
  return { pairId, serverSeedSealed, serverSeedHash, nextNonce, clientSeed, activeSince }
}

export async function markRevealed(
  tx: Tx,
  owner: Owner,
  pairId: number,
  reveal: { serverSeed: string; at: Date },
): Promise<void> {
  const { numUpdatedRows } = await updatePair(tx, owner)
    .set({ state: 'revealed', server_seed: reveal.serverSeed, server_seed_sealed: null, revealed_at: reveal.at })
    .where('pair_id', '=', pairId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, 'a reveal hits the active pair')
}

export async function markActive(
  tx: Tx,
  owner: Owner,
  pairId: number,
  begin: { clientSeed: string; at: Date },
): Promise<void> {
  const { numUpdatedRows } = await updatePair(tx, owner)
    .set({ state: 'active', client_seed: begin.clientSeed, active_since: begin.at })
    .where('pair_id', '=', pairId)
    .where('state', '=', 'next')
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, 'the next pair becomes active')
}

/** One row more than the page, in the order that `pageOf` expects. */
export async function listRevealed(tx: Tx, owner: Owner, page: PageRequest): Promise<RevealedSeedPair[]> {
  const backwards = page.cursor?.direction === 'prev'
  let query = ofPlayer(tx, owner)
    .select([
      'pair_id as pairId',
      'server_seed as serverSeed',
      'server_seed_hash as serverSeedHash',
      'client_seed as clientSeed',
      'next_nonce as roundCount',
      'revealed_at as revealedAt',
    ])
    .$narrowType<{ serverSeed: string; clientSeed: string; revealedAt: Date }>()
    .where('state', '=', 'revealed')
    .orderBy('pair_id', backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
  if (page.cursor) query = query.where('pair_id', backwards ? '>' : '<', page.cursor.id)
  return query.execute()
}

/** The server seed of a pair, or null while it is secret. */
export async function revealedSeed(tx: Tx, operatorId: number, pairId: number): Promise<string | null> {
  const found = await tx
    .selectFrom('seed_pairs')
    .select('server_seed')
    .where('operator_id', '=', operatorId)
    .where('pair_id', '=', pairId)
    .where('state', '=', 'revealed')
    .executeTakeFirst()
  return found?.server_seed ?? null
}
