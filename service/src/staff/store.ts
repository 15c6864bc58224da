import type { OperatorRole, PlatformRole } from '@coffer/contract/roles'
import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import { present } from '../kernel/index.ts'
import { inLockOrder, listKnownHashes, type Tx } from '../platform/index.ts'

declare module '../platform/database.ts' {
  interface Tables {
    staff: StaffTable
    operator_staff: OperatorStaffTable
    staff_links: StaffLinksTable
    staff_tickets: StaffTicketsTable
  }
}

/** An account that can sign in. E-mail and roles are those of the platform's staff, and null for an operator's. */
type StaffTable = {
  staff_id: Generated<number>
  email: string | null
  roles: readonly PlatformRole[] | null
  created_at: Date
  disabled_at: Date | null
  signed_in_at: Date | null
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
  created_by: number | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

type StaffTicketsTable = Omit<StaffLinksTable, 'created_by'> & { return_path: string }

/** Only system transactions may read and write the accounts, their links and tickets. */

/** A member of staff: of an operator unless `operator_id` is null. */
export type StaffRow = Pick<Selectable<StaffTable>, 'staff_id' | 'disabled_at' | 'signed_in_at'> & {
  added_at: Date
  operator_id: number | null
  external_id: string | null
  display_name: string | null
  email: string | null
  roles: readonly (PlatformRole | OperatorRole)[] | null
  has_passkeys: boolean
}

/** Selects staff of the platform and of operators. */
export function selectStaff(tx: Tx) {
  return tx
    .selectFrom('staff')
    .leftJoin('operator_staff', 'operator_staff.staff_id', 'staff.staff_id')
    .select(['staff.staff_id', 'staff.disabled_at', 'staff.signed_in_at', 'staff.created_at as added_at'])
    .select(['operator_staff.operator_id', 'operator_staff.external_id', 'operator_staff.display_name'])
    .select((eb) => [
      eb.fn.coalesce('operator_staff.email', 'staff.email').as('email'),
      sql<StaffRow['roles']>`coalesce(operator_staff.roles, staff.roles)`.as('roles'),
      sql<boolean>`exists (select from staff_passkeys where staff_passkeys.staff_id = staff.staff_id)`.as(
        'has_passkeys',
      ),
    ])
}

/** Locks the staff of an operator, or of the platform, until the transaction ends: no other one adds or changes them. */
export async function lockStaffOf(tx: Tx, operatorId: number | null): Promise<void> {
  const employer = operatorId ?? 'platform'
  inLockOrder(tx, 'staff of an operator', employer)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff:${employer}`}, 0))`.execute(tx)
}

/** Adds a member of the platform's staff. Run under {@link lockStaffOf}. */
export async function insertPlatformStaff(
  tx: Tx,
  { email, roles, now }: { email: string; roles: readonly PlatformRole[]; now: Date },
): Promise<StaffRow> {
  const { staff_id } = await tx
    .insertInto('staff')
    .values({ email, roles, created_at: now, disabled_at: null, signed_in_at: null })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  return getStaff(tx, staff_id)
}

/** Changes a member of the platform's staff. Run under {@link lockStaffOf}. */
export async function updatePlatformRoles(tx: Tx, staffId: number, roles: readonly PlatformRole[]): Promise<StaffRow> {
  await tx.updateTable('staff').set({ roles }).where('staff_id', '=', staffId).execute()
  return getStaff(tx, staffId)
}

/** Adds a member of an operator's staff. Run under {@link lockStaffOf}. */
export async function insertOperatorStaff(
  tx: Tx,
  { now, ...person }: Omit<OperatorStaffTable, 'staff_id'> & { now: Date },
): Promise<StaffRow> {
  const { staff_id } = await tx
    .insertInto('staff')
    .values({ email: null, roles: null, created_at: now, disabled_at: null, signed_in_at: null })
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

/** Staff of the platform or of any operator. */
export async function findStaffOfAnyEmployer(tx: Tx, staffId: number): Promise<StaffRow | null> {
  const found = await selectStaff(tx).where('staff.staff_id', '=', staffId).executeTakeFirst()
  return found ?? null
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

/** Locks an account until the transaction ends. Serialises signing in, disabling and ending several sessions. */
export async function lockStaff(tx: Tx, staffId: number): Promise<StaffRow> {
  return selectStaff(tx).where('staff.staff_id', '=', staffId).forNoKeyUpdate('staff').executeTakeFirstOrThrow()
}

export async function markSignedIn(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx.updateTable('staff').set({ signed_in_at: now }).where('staff_id', '=', staffId).execute()
}

export async function countEnabledStaff(tx: Tx, operatorId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('operator_staff')
    .innerJoin('staff', 'staff.staff_id', 'operator_staff.staff_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operator_staff.operator_id', '=', operatorId)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
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

/** The moments at which login links that can still be used expire, by the ids of the people that they are for. */
export async function openLinksOf(tx: Tx, staffIds: readonly number[], now: Date): Promise<Map<number, Date>> {
  const rows = await tx
    .selectFrom('staff_links')
    .select(['staff_id', 'expires_at'])
    .where((eb) => eb('staff_id', '=', eb.fn.any(eb.val([...staffIds]))))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return new Map(rows.map(({ staff_id, expires_at }) => [staff_id, expires_at]))
}

/** Ends the links that a member of staff created for others and that were not used. */
export async function markLinksByUsed(tx: Tx, creatorId: number, now: Date): Promise<void> {
  await tx
    .updateTable('staff_links')
    .set({ used_at: now })
    .where('created_by', '=', creatorId)
    .where('used_at', 'is', null)
    .execute()
}

export async function deleteExpiredLinks(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx.deleteFrom('staff_links').where('staff_id', '=', staffId).where('expires_at', '<=', now).execute()
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

/** Returns those of these hashes that belong to a ticket. */
export function listKnownTickets(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('staff_tickets'), 'token_hash', hashes)
}
