import type { GameKey } from '@coffer/contract/games'
import { formatRate, type Rate } from '@coffer/contract/rates'
import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import { assert, type Owner } from '../kernel/index.ts'
import { askFor, inLockOrder, listKnownHashes, lookup, many, type Tx } from '../platform/index.ts'

import type { SessionLife } from './session.ts'

declare module '../platform/database.ts' {
  interface Tables {
    launches: LaunchesTable
    sessions: SessionsTable
  }
}

type LaunchesTable = {
  operator_id: number
  launch_id: Generated<number>
  player_id: number
  token_hash: Buffer
  game_key: GameKey
  box_id: number | null
  auto_open: boolean
  locale: string
  currency: string
  return_url: string | null
  free_opens_granted: number
  free_opens_used: number
  created_at: Date
  expires_at: Date
  consumed_at: Date | null
}

type SessionsTable = {
  operator_id: number
  session_id: Generated<number>
  player_id: number
  launch_id: number
  token_hash: Buffer
  currency: string
  /** numerator/denominator, from `rate_from` to the session's currency. */
  rate: string
  /** The operator's currency when the rate was pinned. */
  rate_from: string
  rate_pinned_at: Date
  created_at: Date
  seen_at: Date
  ends_at: Date
  revoked_at: Date | null
  /** The operator's last entry in the history when the session began; 0 when there was none. */
  history_after: number
}

export type LaunchRow = Selectable<LaunchesTable>
export type SessionRow = Selectable<SessionsTable> &
  Pick<LaunchRow, 'game_key' | 'box_id' | 'auto_open' | 'locale' | 'return_url'>

export async function insertLaunch(tx: Tx, row: Insertable<LaunchesTable>): Promise<void> {
  await tx.insertInto('launches').values(row).execute()
}

/** Sessions of a player that were not revoked and have not reached their end. */
export function listSessionLives(tx: Tx, owner: Owner, now: Date): Promise<SessionLife[]> {
  return tx
    .selectFrom('sessions')
    .select(['seen_at', 'ends_at', 'revoked_at'])
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .execute()
}

/** Consumes a launch token, once. Null when it is unknown, consumed or expired. Finds whose it is: for system transactions. */
export async function takeLaunch(tx: Tx, tokenHash: Buffer, now: Date): Promise<LaunchRow | null> {
  const taken = await tx
    .updateTable('launches')
    .set({ consumed_at: now })
    .where('token_hash', '=', tokenHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return taken ?? null
}

/** Whose launch token it is, whatever became of it. For system transactions. */
export async function findOperatorOfLaunch(tx: Tx, tokenHash: Buffer): Promise<number | null> {
  const found = await tx
    .selectFrom('launches')
    .select('operator_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return found?.operator_id ?? null
}

/** Whether a launch token was consumed. Null when it is unknown. For system transactions. */
export async function findLaunchUse(tx: Tx, tokenHash: Buffer): Promise<{ consumed: boolean } | null> {
  const found = await tx
    .selectFrom('launches')
    .select('consumed_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return found ? { consumed: found.consumed_at !== null } : null
}

export async function insertSession(tx: Tx, row: Insertable<SessionsTable>): Promise<void> {
  await tx.insertInto('sessions').values(row).execute()
}

const FIND_SESSIONS = lookup<{ token_hash: string }, SessionRow>`
  select asked.place, session.*
  from rows as asked (place int, token_hash text)
  cross join lateral (
    select s.*, l.game_key, l.box_id, l.auto_open, l.locale, l.return_url
    from sessions s join launches l on l.operator_id = s.operator_id and l.launch_id = s.launch_id
    where s.token_hash = decode(asked.token_hash, 'hex')
    limit 1
  ) session`

/** A session with what its launch says, living or not. For system transactions. */
export async function findSession(tx: Tx, tokenHash: Buffer): Promise<SessionRow | null> {
  const [found] = await askFor(tx, FIND_SESSIONS, { token_hash: tokenHash.toString('hex') })
  return found ?? null
}

const MARK_SEEN = many<{ operator_id: number; session_id: number; now: Date; unless_after: Date }, object>`
  with seen as (
    select s.operator_id, s.session_id, used.now, used.place
    from rows as used (place int, operator_id bigint, session_id bigint, now timestamptz, unless_after timestamptz)
    join sessions s on s.operator_id = used.operator_id and s.session_id = used.session_id
    where s.seen_at <= used.unless_after
    for no key update of s skip locked
  )
  update sessions session set seen_at = seen.now from seen
  where session.operator_id = seen.operator_id and session.session_id = seen.session_id
  returning seen.place`

/**
 * Writes the last use of a session, unless another request has just written it, or somebody has the row: whoever waited would hold up
 * everybody whose sessions are looked for.
 */
export async function markSeen(
  tx: Tx,
  session: { operatorId: number; sessionId: number },
  seen: { now: Date; unlessAfter: Date },
): Promise<void> {
  await askFor(tx, MARK_SEEN, {
    ...{ operator_id: session.operatorId, session_id: session.sessionId },
    ...{ now: seen.now, unless_after: seen.unlessAfter },
  })
}

/** Ends a session; one that was revoked before stays as it is. False when the token is unknown. For the system. */
export async function markRevoked(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every session of a player that may still live. */
export async function revokeSessions(tx: Tx, owner: Owner, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .execute()
}

/** Leaves so many sessions of a player beside the one of this token, and ends those that have been unused for the longest. */
export async function revokeSessionsBeyond(
  tx: Tx,
  owner: Owner,
  { tokenHash, othersCount, now }: { tokenHash: Buffer; othersCount: number; now: Date },
): Promise<void> {
  const living = tx
    .selectFrom('sessions')
    .select('session_id')
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where('token_hash', '<>', tokenHash)
    .orderBy('seen_at', 'desc')
    .orderBy('session_id', 'desc')
    .offset(othersCount)
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('session_id', 'in', living)
    .execute()
}

export async function markCurrency(
  tx: Tx,
  session: { owner: Owner; sessionId: number },
  pin: { currency: string; rate: Rate; from: string; at: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ currency: pin.currency, rate: formatRate(pin.rate), rate_from: pin.from, rate_pinned_at: pin.at })
    .where('operator_id', '=', session.owner.operatorId)
    .where('player_id', '=', session.owner.playerId)
    .where('session_id', '=', session.sessionId)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, 'an authenticated session exists')
}

export type Grant = Pick<LaunchRow, 'box_id' | 'free_opens_granted' | 'free_opens_used'>

function grantOf(tx: Tx, owner: Owner, launchId: number) {
  return tx
    .selectFrom('launches')
    .select(['box_id', 'free_opens_granted', 'free_opens_used'])
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('launch_id', '=', launchId)
}

const FIND_GRANTS = lookup<{ operator_id: number; player_id: number; launch_id: number }, Grant>`
  select place, box_id, free_opens_granted, free_opens_used
  from rows as asked (place int, operator_id bigint, player_id bigint, launch_id bigint)
  join launches using (operator_id, player_id, launch_id)`

export async function findGrant(tx: Tx, owner: Owner, launchId: number): Promise<Grant | null> {
  const { operatorId, playerId } = owner
  const [found] = await askFor(tx, FIND_GRANTS, { operator_id: operatorId, player_id: playerId, launch_id: launchId })
  return found ?? null
}

/** A grant that has units left for one of these boxes, kept from others until this transaction ends. Null when there is none. */
export async function lockGrant(
  tx: Tx,
  owner: Owner,
  launchId: number,
  boxIds: readonly number[],
): Promise<Grant | null> {
  inLockOrder(tx, 'free opens of a launch', launchId)
  const locked = await grantOf(tx, owner, launchId)
    .where((eb) => eb('box_id', '=', eb.fn.any(eb.val([...boxIds]))))
    .where('free_opens_used', '<', (eb) => eb.ref('free_opens_granted'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked ?? null
}

/** Uses units of a grant, all or none. Gives what is left, or null when there are too few. */
export async function takeUnits(tx: Tx, owner: Owner, launchId: number, count: number): Promise<number | null> {
  const taken = await tx
    .updateTable('launches')
    .set((eb) => ({ free_opens_used: eb('free_opens_used', '+', count) }))
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('launch_id', '=', launchId)
    .where((eb) => eb(eb('free_opens_used', '+', count), '<=', eb.ref('free_opens_granted')))
    .returning(['free_opens_granted', 'free_opens_used'])
    .executeTakeFirst()
  return taken ? taken.free_opens_granted - taken.free_opens_used : null
}

/** Launches behind `after`, up to the first one that was made later than `before`: they stand in the order of their making. */
export async function listLaunchesBefore(
  tx: Tx,
  operatorId: number,
  { after, before, limit }: { after: number; before: Date; limit: number },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('launches')
    .select(['launch_id', 'created_at'])
    .where('operator_id', '=', operatorId)
    .where('launch_id', '>', after)
    .orderBy('launch_id')
    .limit(limit)
    .execute()
  const young = rows.findIndex((row) => row.created_at >= before)
  return (young < 0 ? rows : rows.slice(0, young)).map((row) => row.launch_id)
}

/** Deletes launches with their sessions, but what another process is deleting. Returns how many launches. For system transactions. */
export async function deleteLaunches(tx: Tx, operatorId: number, launchIds: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with going as (
      select launch_id from launches
      where operator_id = ${operatorId} and launch_id = any (${[...launchIds]}::bigint[])
      for update skip locked
    ), gone as (
      delete from sessions where operator_id = ${operatorId} and launch_id = any (array(select launch_id from going))
    )
    delete from launches
    where operator_id = ${operatorId} and launch_id = any (array(select launch_id from going))`.execute(tx)
  return Number(numAffectedRows)
}

/** Those of these hashes that are of a session, living or not. For system transactions. */
export function listKnownSessions(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('sessions'), 'token_hash', hashes)
}

/** Those of these hashes that are of a launch. For system transactions. */
export function listKnownLaunches(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('launches'), 'token_hash', hashes)
}
