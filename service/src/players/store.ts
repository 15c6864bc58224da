import type { RestrictionKind } from '@coffer/contract/player-names'
import { type Generated, type RawBuilder, sql } from 'kysely'
import { type Cursor, type Owner, present } from '../kernel/index.ts'
import { askFor, inLockOrder, lookup, many, type Tx } from '../platform/index.ts'
import type { Restrictions } from './restriction.ts'

declare module '../platform/database.ts' {
  interface Tables {
    players: PlayersTable
  }
}

type PlayersTable = {
  operator_id: number
  player_id: Generated<number>
  external_id: string
  created_at: Date
}

/** A person who plays at an operator, known to Coffer only by the operator's own id. */
export type Player = {
  playerId: number
  /** The operator's opaque, stable id: 1 to 190 characters. */
  externalId: string
}

const COLUMNS = ['player_id as playerId', 'external_id as externalId'] as const

export async function findPlayer(tx: Tx, operatorId: number, externalId: string): Promise<Player | null> {
  const found = await tx
    .selectFrom('players')
    .select(COLUMNS)
    .where('operator_id', '=', operatorId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return found ?? null
}

/** A player by Coffer's own number; null when the operator has none. */
export async function findPlayerById(tx: Tx, owner: Owner): Promise<(Player & { createdAt: Date }) | null> {
  const found = await playerOf(tx, owner).select('created_at as createdAt').executeTakeFirst()
  return found ?? null
}

/** The player of this external id, made on first sight. One row however many ask at once. */
export async function ensurePlayer(tx: Tx, operatorId: number, externalId: string, now: Date): Promise<Player> {
  const known = await findPlayer(tx, operatorId, externalId)
  if (known) return known
  const inserted = await tx
    .insertInto('players')
    .values({ operator_id: operatorId, external_id: externalId, created_at: now })
    .onConflict((conflict) => conflict.columns(['operator_id', 'external_id']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return inserted ?? present(await findPlayer(tx, operatorId, externalId), 'a player that could not be inserted exists')
}

/** The ids of players by their external ids, made on first sight, in two statements however many there are. */
export async function ensurePlayers(
  tx: Tx,
  operatorId: number,
  externalIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  // In one order, so that two who make the same players at once wait for each other and never both ways.
  await sql`
    insert into players (operator_id, external_id, created_at)
    select ${operatorId}::bigint, external_id, ${now}::timestamptz
    from unnest(${[...externalIds]}::text[]) as named (external_id) order by external_id
    on conflict (operator_id, external_id) do nothing`.execute(tx)
  const players = await tx
    .selectFrom('players')
    .select(COLUMNS)
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('external_id', '=', eb.fn.any(eb.val([...externalIds]))))
    .execute()
  return new Map(players.map(({ playerId, externalId }) => [externalId, playerId]))
}

/** The players with this external id, of each operator at most one. Run as the system. */
export async function findPlayersOfOperators(
  tx: Tx,
  operatorIds: readonly number[],
  externalId: string,
): Promise<Owner[]> {
  // Each operator's index entry is looked up: the index starts with the operator.
  const { rows } = await sql<Owner>`
    select operator_id as "operatorId", player_id as "playerId" from players
    where operator_id = any(${[...operatorIds]}::bigint[]) and external_id = ${externalId}`.execute(tx)
  return rows
}

/** The external ids of players that rows refer to. */
export async function externalIdsOf(
  tx: Tx,
  operatorId: number,
  playerIds: readonly number[],
): Promise<Map<number, string>> {
  const players = await tx
    .selectFrom('players')
    .select(COLUMNS)
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('player_id', '=', eb.fn.any(eb.val([...playerIds]))))
    .execute()
  return new Map(players.map(({ playerId, externalId }) => [playerId, externalId]))
}

function playerOf(tx: Tx, owner: Owner) {
  return tx
    .selectFrom('players')
    .select(COLUMNS)
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
}

type Key = { operator_id: number; player_id: number }

const keyOf = ({ operatorId, playerId }: Owner): Key => ({ operator_id: operatorId, player_id: playerId })

const FIND_PLAYERS = lookup<Key, Player>`
  select place, player_id as "playerId", external_id as "externalId"
  from rows as asked (place int, operator_id bigint, player_id bigint)
  join players using (operator_id, player_id)`

/** The player of a row that refers to one. */
export async function getPlayer(tx: Tx, owner: Owner): Promise<Player> {
  const [found] = await askFor(tx, FIND_PLAYERS, keyOf(owner))
  return present(found, 'a player that is referred to exists')
}

const SHARE_PLAYERS = many<Key, object>`
  select place from rows as asked (place int, operator_id bigint, player_id bigint)
  join players using (operator_id, player_id)
  order by operator_id, player_id
  for key share of players`

/** The restrictions of this player do not change until the transaction ends. */
export async function sharePlayer(tx: Tx, owner: Owner): Promise<void> {
  await askFor(tx, SHARE_PLAYERS, keyOf(owner))
}

/**
 * Waits for every transaction that shares this player, or has written a row that refers to them, which is the same to the database;
 * none begins until this one ends.
 */
export async function lockPlayer(tx: Tx, owner: Owner): Promise<void> {
  inLockOrder(tx, 'player', owner.playerId)
  await playerOf(tx, owner).forUpdate().execute()
}

/**
 * What is done for one player under this lock comes one after the other, and a change of restrictions waits for it. Rows that refer to the
 * player may be written meanwhile.
 */
export async function lockPlayerForWork(tx: Tx, owner: Owner): Promise<void> {
  inLockOrder(tx, 'player', owner.playerId)
  await playerOf(tx, owner).forNoKeyUpdate().execute()
}

/** A player with their restrictions as they are stored; the columns are null for one who has never had any. */
export type PlayerRecord = { playerId: number; externalId: string; createdAt: Date } & {
  [Name in keyof Restrictions]: Restrictions[Name] | null
}

/** A search of the players of an operator. */
type PlayerSearch = {
  operatorId: number
  /** Null: every player. */
  playerId: number | null
  /** Players with this kind of restriction now; null: with any or none. */
  restriction: RestrictionKind | null
  now: Date
}

/** Reads a page of players, the newest first, and one more row, which shows that another page exists; in reverse for `prev`. */
export async function searchPlayers(
  tx: Tx,
  { operatorId, playerId, restriction, now }: PlayerSearch,
  { limit, cursor }: { limit: number; cursor: Cursor | null },
): Promise<PlayerRecord[]> {
  const backwards = cursor?.direction === 'prev'
  const order = backwards ? sql`asc` : sql`desc`
  const conditions = [
    sql`operator_id = ${operatorId}`,
    ...(playerId === null ? [] : [sql`player_id = ${playerId}`]),
    ...(restriction === null ? [] : [isRestricted(restriction, now)]),
    ...(cursor === null ? [] : [sql`player_id ${backwards ? sql`>` : sql`<`} ${cursor.id}`]),
  ]
  const { rows } = await sql<PlayerRecord>`
    select player.player_id as "playerId", player.external_id as "externalId", player.created_at as "createdAt",
      self_excluded as "selfExcluded", cool_off_until as "coolOffUntil", daily_spend_minor as "dailySpendMinor",
      daily_spend_currency as "dailySpendCurrency", daily_opens_count as "dailyOpensCount"
    from (
      select operator_id, player_id from ${sql.table(restriction === null ? 'players' : 'restrictions')}
      where ${sql.join(conditions, sql` and `)} order by player_id ${order} limit ${limit + 1}
    ) found
    join players player using (operator_id, player_id)
    left join lateral (
      -- The offset keeps the planner, which does not know the limit, from joining all restrictions of the operator.
      select * from restrictions where operator_id = found.operator_id and player_id = found.player_id offset 0
    ) restricted on true
    order by player.player_id ${order}`.execute(tx)
  return rows
}

/** Each has an index of the restrictions for which it is true. */
function isRestricted(kind: RestrictionKind, now: Date): RawBuilder<unknown> {
  switch (kind) {
    case 'excluded':
      return sql`self_excluded`
    case 'cool_off':
      return sql`cool_off_until > ${now}`
    case 'capped':
      return sql`(daily_spend_minor is not null or daily_opens_count is not null)`
  }
}
