import type { OperatorRole, PlatformRole } from '@coffer/contract/roles'
import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import { present } from '../kernel/index.ts'
import { inLockOrder, listKnownHashes, type Tx } from '../platform/index.ts'
import type { StaffSessionLife } from './staff-session.ts'

declare module '../platform/database.ts' {
  interface Tables {
    staff: StaffTable
    operator_staff: OperatorStaffTable
    staff_links: StaffLinksTable
    staff_tickets: StaffTicketsTable
    staff_sessions: StaffSessionsTable
  }
}

/** An account that can sign in. E-mail and roles are those of the platform's staff, and null for an operator's. */
type StaffTable = {
  staff_id: Generated<number>
  email: string | null
  roles: readonly PlatformRole[] | null
  created_at: Date
  disabled_at: Date | null
}

/** Staff of an operator. Null roles: none were granted. */
type OperatorStaffTable = {
  operator_id: number
  staff_id: number
  external_id: string | null
  email: string | null
  display_name: string | null
  roles: readonly OperatorRole[] | null
}

type StaffLinksTable = {
  token_hash: Buffer
  staff_id: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

type StaffTicketsTable = StaffLinksTable & { return_path: string }

type StaffSessionsTable = {
  token_hash: Buffer
  staff_id: number
  created_at: Date
  seen_at: Date
  ended_at: Date | null
}

/** Only system transactions may read and write the accounts, their links, tickets and sessions. */

/** A member of staff: of an operator unless `operator_id` is null. */
export type StaffRow = Pick<Selectable<StaffTable>, 'staff_id' | 'disabled_at'> & {
  operator_id: number | null
  external_id: string | null
  display_name: string | null
  email: string | null
  roles: readonly (PlatformRole | OperatorRole)[] | null
}

function selectStaff(tx: Tx) {
  return tx
    .selectFrom('staff')
    .leftJoin('operator_staff', 'operator_staff.staff_id', 'staff.staff_id')
    .select(['staff.staff_id', 'staff.disabled_at'])
    .select(['operator_staff.operator_id', 'operator_staff.external_id', 'operator_staff.display_name'])
    .select((eb) => [
      eb.fn.coalesce('operator_staff.email', 'staff.email').as('email'),
      sql<StaffRow['roles']>`coalesce(operator_staff.roles, staff.roles)`.as('roles'),
    ])
}

/** Locks the staff of an operator until the transaction ends: no other one adds or changes them. */
export async function lockStaffOf(tx: Tx, operatorId: number): Promise<void> {
  inLockOrder(tx, 'staff of an operator', operatorId)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff:${operatorId}`}, 0))`.execute(tx)
}

/** Adds a member of the platform's staff, or sets the roles of one who exists and enables them again. */
export async function upsertPlatformStaff(
  tx: Tx,
  person: { email: string; roles: readonly PlatformRole[]; now: Date },
): Promise<StaffRow> {
  const { email, roles, now } = person
  const { staff_id } = await tx
    .insertInto('staff')
    .values({ email, roles, created_at: now, disabled_at: null })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ roles, disabled_at: null }))
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  return getStaff(tx, staff_id)
}

/** Adds a member of an operator's staff. Run under {@link lockStaffOf}. */
export async function insertOperatorStaff(
  tx: Tx,
  { now, ...person }: Omit<OperatorStaffTable, 'staff_id'> & { now: Date },
): Promise<StaffRow> {
  const { staff_id } = await tx
    .insertInto('staff')
    .values({ email: null, roles: null, created_at: now, disabled_at: null })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('operator_staff')
    .values({ ...person, staff_id })
    .execute()
  return getStaff(tx, staff_id)
}

/** Changes a member of an operator's staff. Run under {@link lockStaffOf}. */
export async function updateOperatorStaff(
  tx: Tx,
  { operator_id, staff_id }: Pick<OperatorStaffTable, 'operator_id' | 'staff_id'>,
  change: Partial<Omit<OperatorStaffTable, 'operator_id' | 'staff_id'>>,
): Promise<StaffRow> {
  await tx
    .updateTable('operator_staff')
    .set(change)
    .where('operator_id', '=', operator_id)
    .where('staff_id', '=', staff_id)
    .execute()
  return getStaff(tx, staff_id)
}

export async function markEnabled(tx: Tx, staffId: number): Promise<void> {
  await tx.updateTable('staff').set({ disabled_at: null }).where('staff_id', '=', staffId).execute()
}

async function getStaff(tx: Tx, staffId: number): Promise<StaffRow> {
  return selectStaff(tx).where('staff.staff_id', '=', staffId).executeTakeFirstOrThrow()
}

/** Staff of the platform when `operatorId` is null. */
export async function findStaffById(tx: Tx, operatorId: number | null, staffId: number): Promise<StaffRow | null> {
  const found = await selectStaff(tx)
    .where('operator_staff.operator_id', 'is not distinct from', operatorId)
    .where('staff.staff_id', '=', staffId)
    .executeTakeFirst()
  return found ?? null
}

/** Staff of the platform when `operatorId` is null. */
export async function findStaffByEmail(tx: Tx, operatorId: number | null, email: string): Promise<StaffRow | null> {
  const people = selectStaff(tx)
  const found = await (operatorId === null
    ? people.where('staff.email', '=', email)
    : people.where('operator_staff.operator_id', '=', operatorId).where('operator_staff.email', '=', email)
  ).executeTakeFirst()
  return found ?? null
}

export async function findStaffByExternalId(tx: Tx, operatorId: number, externalId: string): Promise<StaffRow | null> {
  const found = await selectStaff(tx)
    .where('operator_staff.operator_id', '=', operatorId)
    .where('operator_staff.external_id', '=', externalId)
    .executeTakeFirst()
  return found ?? null
}

/** Kept from being disabled until this transaction ends. */
export async function lockStaff(tx: Tx, staffId: number): Promise<StaffRow> {
  return selectStaff(tx).where('staff.staff_id', '=', staffId).forShare('staff').executeTakeFirstOrThrow()
}

/** Staff of the platform when `operatorId` is null. By e-mail; those without one last. */
export async function listStaffRows(tx: Tx, operatorId: number | null): Promise<StaffRow[]> {
  return selectStaff(tx)
    .where('operator_staff.operator_id', 'is not distinct from', operatorId)
    .orderBy('email', (order) => order.asc().nullsLast())
    .orderBy('staff.staff_id')
    .execute()
}

/** The e-mail addresses of these members of the platform's staff, by their ids. */
export async function emailsOfStaff(tx: Tx, staffIds: readonly number[]): Promise<Map<number, string>> {
  if (staffIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('staff')
    .select(['staff_id', 'email'])
    .where((eb) => eb('staff_id', '=', eb.fn.any(eb.val([...staffIds]))))
    .execute()
  return new Map(rows.map(({ staff_id, email }) => [staff_id, present(email, 'staff of the platform have an e-mail')]))
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

/** Ends the links of a person that were not used. */
export async function markLinksUsed(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx
    .updateTable('staff_links')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
}

export async function insertTicket(tx: Tx, row: Insertable<StaffTicketsTable>): Promise<void> {
  await tx.insertInto('staff_tickets').values(row).execute()
}

/** Uses up a ticket, once. Null when it is unknown, used or expired. */
export async function takeTicket(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<StaffTicketsTable, 'staff_id' | 'return_path'> | null> {
  const taken = await tx
    .updateTable('staff_tickets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['staff_id', 'return_path'])
    .executeTakeFirst()
  return taken ?? null
}

/** Ends the tickets of a person that were not used. */
export async function markTicketsUsed(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx
    .updateTable('staff_tickets')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteExpiredTickets(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx.deleteFrom('staff_tickets').where('staff_id', '=', staffId).where('expires_at', '<=', now).execute()
}

export async function insertStaffSession(tx: Tx, row: Insertable<StaffSessionsTable>): Promise<void> {
  await tx.insertInto('staff_sessions').values(row).execute()
}

/** A session with its person, ended or not. */
export async function findStaffSession(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ person: StaffRow; life: StaffSessionLife } | null> {
  const found = await selectStaff(tx)
    .innerJoin('staff_sessions', 'staff_sessions.staff_id', 'staff.staff_id')
    .select(['staff_sessions.created_at', 'staff_sessions.seen_at', 'staff_sessions.ended_at'])
    .where('staff_sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!found) return null
  const { created_at, seen_at, ended_at, ...person } = found
  return { person, life: { created_at, seen_at, ended_at } }
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

/** Returns those of these hashes that belong to a ticket. */
export function listKnownTickets(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('staff_tickets'), 'token_hash', hashes)
}

/** Those of these hashes that are of a session. */
export function listKnownStaffSessions(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('staff_sessions'), 'token_hash', hashes)
}
