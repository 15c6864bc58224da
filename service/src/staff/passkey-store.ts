import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/index.ts'

declare module '../platform/database.ts' {
  interface Tables {
    staff_passkeys: PasskeysTable
    staff_recovery_codes: RecoveryCodesTable
    staff_challenges: ChallengesTable
  }
}

/** Only system transactions may read and write passkeys, recovery codes and challenges. */

type PasskeysTable = {
  passkey_id: Generated<number>
  staff_id: number
  credential_id: Buffer
  /** In COSE form. */
  public_key: Buffer
  /** Uses that the authenticator counted; 0 for one that does not count. */
  sign_count: number
  transports: readonly string[]
  name: string
  created_at: Date
  used_at: Date | null
}
export type PasskeyRow = Selectable<PasskeysTable>

type RecoveryCodesTable = { code_hash: Buffer; staff_id: number; created_at: Date; used_at: Date | null }

/** `sign_in`: any passkey signs in. `confirm`: one of the session's person. `create`: a new one is added. */
export type ChallengePurpose = 'sign_in' | 'confirm' | 'create'

type ChallengesTable = {
  challenge_hash: Buffer
  purpose: ChallengePurpose
  session_hash: Buffer | null
  expires_at: Date
}

/** A challenge as it was issued: for this purpose, and for this session unless it is null. */
export type Challenge = { hash: Buffer; purpose: ChallengePurpose; sessionHash: Buffer | null }

/** Stores a challenge, and deletes up to `deletedCount` expired ones. */
export async function insertChallenge(
  tx: Tx,
  { hash, purpose, sessionHash }: Challenge,
  { now, expiresAt, deletedCount }: { now: Date; expiresAt: Date; deletedCount: number },
): Promise<void> {
  await sql`delete from staff_challenges where challenge_hash = any(array(
    select challenge_hash from staff_challenges where expires_at <= ${now}
      order by expires_at limit ${deletedCount}
  ))`.execute(tx)
  const row = { challenge_hash: hash, purpose, session_hash: sessionHash, expires_at: expiresAt }
  await tx.insertInto('staff_challenges').values(row).execute()
}

/** Uses up a challenge, once. Returns false when it is unknown, used, expired, or of another purpose or session. */
export async function takeChallenge(tx: Tx, { hash, purpose, sessionHash }: Challenge, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('session_hash', 'is not distinct from', sessionHash)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Adds a passkey. Returns null when it was added before, for any member of staff. */
export async function insertPasskey(tx: Tx, row: Insertable<PasskeysTable>): Promise<number | null> {
  const added = await tx
    .insertInto('staff_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return added?.passkey_id ?? null
}

/** The passkeys of a member of staff, oldest first. */
export function listPasskeyRows(tx: Tx, staffId: number): Promise<PasskeyRow[]> {
  return tx.selectFrom('staff_passkeys').selectAll().where('staff_id', '=', staffId).orderBy('passkey_id').execute()
}

/** The id of the member of staff who has a passkey, or null. */
export async function findPasskeyOwner(tx: Tx, credentialId: Buffer): Promise<number | null> {
  const found = await tx
    .selectFrom('staff_passkeys')
    .select('staff_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return found?.staff_id ?? null
}

/** Records a use. Run under the lock of the member of staff, so that counts do not go back. */
export async function markPasskeyUsed(
  tx: Tx,
  passkeyId: number,
  { signCount, now }: { signCount: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('staff_passkeys')
    .set({ sign_count: signCount, used_at: now })
    .where('passkey_id', '=', passkeyId)
    .execute()
}

/** Deletes a passkey of a member of staff, or all when `passkeyId` is omitted. Returns the number of deleted ones. */
export async function deletePasskeys(tx: Tx, staffId: number, passkeyId?: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_passkeys')
    .where('staff_id', '=', staffId)
    .$if(passkeyId !== undefined, (query) => query.where('passkey_id', '=', passkeyId as number))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Replaces the recovery codes of a member of staff; with none it deletes them. */
export async function replaceCodes(
  tx: Tx,
  staffId: number,
  { hashes, now }: { hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ code_hash, staff_id: staffId, created_at: now, used_at: null }))
  await tx.insertInto('staff_recovery_codes').values(rows).execute()
}

export async function countUnusedCodes(tx: Tx, staffId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('staff_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The id of the member of staff who has this unused recovery code, or null. */
export async function findCodeOwner(tx: Tx, codeHash: Buffer): Promise<number | null> {
  const found = await tx
    .selectFrom('staff_recovery_codes')
    .select('staff_id')
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return found?.staff_id ?? null
}

/** Uses up a recovery code of a member of staff, once. Returns false when it is unknown, used, or of another person. */
export async function takeCode(tx: Tx, staffId: number, codeHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_recovery_codes')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
