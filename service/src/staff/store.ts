import type { PlatformRole } from '@coffer/contract/admin'
import type { Generated, Insertable, Selectable } from 'kysely'
import { listKnownHashes, type Tx } from '../platform/index.ts'

declare module '../platform/database.ts' {
  interface Tables {
    staff: StaffTable
    staff_links: StaffLinksTable
    staff_sessions: StaffSessionsTable
  }
}

type StaffTable = {
  staff_id: Generated<number>
  email: string
  roles: readonly PlatformRole[]
  created_at: Date
  disabled_at: Date | null
}

type StaffLinksTable = {
  token_hash: Buffer
  staff_id: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

type StaffSessionsTable = {
  token_hash: Buffer
  staff_id: number
  created_at: Date
  seen_at: Date
  ended_at: Date | null
}

/** Staff belong to the platform: every statement here is for system transactions. */

export type StaffRow = Selectable<StaffTable>
type StaffSessionRow = Selectable<StaffSessionsTable> & Pick<StaffRow, 'email' | 'roles' | 'disabled_at'>

/** Adds a person, or sets the roles of one who is there and lets them in again. */
export async function upsertStaff(
  tx: Tx,
  person: { email: string; roles: readonly PlatformRole[]; now: Date },
): Promise<StaffRow> {
  const { email, roles, now } = person
  return tx
    .insertInto('staff')
    .values({ email, roles, created_at: now, disabled_at: null })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ roles, disabled_at: null }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findStaffByEmail(tx: Tx, email: string): Promise<StaffRow | null> {
  return (await tx.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

/** Kept from being disabled until this transaction ends. */
export async function lockStaff(tx: Tx, staffId: number): Promise<StaffRow> {
  return tx.selectFrom('staff').selectAll().where('staff_id', '=', staffId).forShare().executeTakeFirstOrThrow()
}

export async function listStaffRows(tx: Tx): Promise<StaffRow[]> {
  return tx.selectFrom('staff').selectAll().orderBy('email').execute()
}

/** The e-mail addresses of these people, by who they are. */
export async function emailsOfStaff(tx: Tx, staffIds: readonly number[]): Promise<Map<number, string>> {
  if (staffIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('staff')
    .select(['staff_id', 'email'])
    .where((eb) => eb('staff_id', '=', eb.fn.any(eb.val([...staffIds]))))
    .execute()
  return new Map(rows.map(({ staff_id, email }) => [staff_id, email]))
}

export async function markDisabled(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx
    .updateTable('staff')
    .set((eb) => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(now)) }))
    .where('staff_id', '=', staffId)
    .execute()
}

export async function insertLink(tx: Tx, row: Insertable<StaffLinksTable>): Promise<void> {
  await tx.insertInto('staff_links').values(row).execute()
}

/** Uses up a link, once. Null when it is unknown, used or expired; else whose it was. */
export async function takeLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<number | null> {
  const taken = await tx
    .updateTable('staff_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('staff_id')
    .executeTakeFirst()
  return taken?.staff_id ?? null
}

/** Whatever link of a person is left works no more. */
export async function markLinksUsed(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx
    .updateTable('staff_links')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
}

export async function insertStaffSession(tx: Tx, row: Insertable<StaffSessionsTable>): Promise<void> {
  await tx.insertInto('staff_sessions').values(row).execute()
}

/** A session with what its person may do, living or not. */
export async function findStaffSession(tx: Tx, tokenHash: Buffer): Promise<StaffSessionRow | null> {
  const found = await tx
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.staff_id', 'staff_sessions.staff_id')
    .selectAll('staff_sessions')
    .select(['staff.email', 'staff.roles', 'staff.disabled_at'])
    .where('staff_sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return found ?? null
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

export async function markStaffSessionEnded(tx: Tx, tokenHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('staff_sessions')
    .set({ ended_at: now })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute()
}

export async function markStaffSessionsEnded(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx
    .updateTable('staff_sessions')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Those of these hashes that are of a session. */
export function listKnownStaffSessions(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('staff_sessions'), 'token_hash', hashes)
}
