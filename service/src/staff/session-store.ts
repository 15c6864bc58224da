import type { Generated, Insertable, Selectable } from 'kysely'
import { listKnownHashes, type Tx } from '../platform/index.ts'
import type { StaffSessionLife } from './staff-session.ts'
import { type StaffRow, selectStaff } from './store.ts'

declare module '../platform/database.ts' {
  interface Tables {
    staff_sessions: StaffSessionsTable
  }
}

/** Only system transactions may read and write it. */
type StaffSessionsTable = {
  token_hash: Buffer
  session_id: Generated<number>
  staff_id: number
  created_at: Date
  seen_at: Date
  ended_at: Date | null
  confirmed_at: Date | null
  address: string | null
  user_agent: string | null
}

export async function insertStaffSession(tx: Tx, row: Insertable<StaffSessionsTable>): Promise<void> {
  await tx.insertInto('staff_sessions').values(row).execute()
}

/** A session with its person, ended or not. */
export async function findStaffSession(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ person: StaffRow; life: StaffSessionLife; confirmedAt: Date | null } | null> {
  const found = await selectStaff(tx)
    .innerJoin('staff_sessions', 'staff_sessions.staff_id', 'staff.staff_id')
    .select(['staff_sessions.created_at', 'staff_sessions.seen_at', 'staff_sessions.ended_at'])
    .select('staff_sessions.confirmed_at')
    .where('staff_sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!found) return null
  const { created_at, seen_at, ended_at, confirmed_at, ...person } = found
  return { person, life: { created_at, seen_at, ended_at }, confirmedAt: confirmed_at }
}

/** Writes the last use of a session, unless another request has just written it. */
export async function markStaffSeen(tx: Tx, tokenHash: Buffer, seen: { now: Date; unlessAfter: Date }): Promise<void> {
  await tx
    .updateTable('staff_sessions')
    .set({ seen_at: seen.now })
    .where('token_hash', '=', tokenHash)
    .where('seen_at', '<=', seen.unlessAfter)
    .execute()
}

/** Writes that the person of a session has used a passkey. */
export async function markStaffConfirmed(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('staff_sessions').set({ confirmed_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Returns whose session it was; null when it had ended before, or is unknown. */
export async function markStaffSessionEnded(tx: Tx, tokenHash: Buffer, now: Date): Promise<number | null> {
  const ended = await tx
    .updateTable('staff_sessions')
    .set({ ended_at: now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst()
  return ended?.staff_id ?? null
}

/** Ends the sessions of a member of staff, or one of them, or all but one. Returns the number of rows that it changed. */
export async function markStaffSessionsEnded(
  tx: Tx,
  staffId: number,
  { now, sessionId, except }: { now: Date; sessionId?: number | undefined; except?: Buffer },
): Promise<number> {
  const open = tx
    .updateTable('staff_sessions')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId as number))
    .$if(except !== undefined, (query) => query.where('token_hash', '!=', except as Buffer))
  const { numUpdatedRows } = await open.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Sessions of a member of staff that were not ended, last used first. Some may have been idle for too long. */
export async function listOpenSessions(
  tx: Tx,
  staffId: number,
  { begunAfter, count }: { begunAfter: Date; count: number },
): Promise<Selectable<StaffSessionsTable>[]> {
  return tx
    .selectFrom('staff_sessions')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('created_at', '>', begunAfter)
    .orderBy('seen_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(count)
    .execute()
}

/** Deletes sessions that began before this moment. Sessions that another transaction deletes are left to it. */
export async function deleteOldSessions(tx: Tx, before: Date, count: number): Promise<void> {
  const old = tx
    .selectFrom('staff_sessions')
    .select('token_hash')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(count)
    .forUpdate()
    .skipLocked()
  await tx.deleteFrom('staff_sessions').where('token_hash', 'in', old).execute()
}

/** Those of these hashes that are of a session. */
export function listKnownStaffSessions(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('staff_sessions'), 'token_hash', hashes)
}
