import {
  type CreationOptions,
  type NewCredential,
  PASSKEY_TRANSPORTS,
  type PasskeyList,
  type RequestOptions,
} from '@coffer/contract/admin'
import { later, Refusal, randomCharacters } from '../kernel/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { changeStaff, getStaffByName, type StaffName } from './change-staff.ts'
import { PLATFORM_FROM_CLI } from './employer.ts'
import {
  type ChallengePurpose,
  countUnusedCodes,
  deletePasskeys,
  insertChallenge,
  insertPasskey,
  listPasskeyRows,
  type PasskeyRow,
  replaceCodes,
  takeChallenge,
} from './passkey-store.ts'
import { findStaffSession, markStaffConfirmed, markStaffSessionsEnded } from './session-store.ts'
import { recordOwnAction } from './staff-actor.ts'
import { type Demand, isStaffSessionOver, refuseUnconfirmed, type StaffSession } from './staff-session.ts'
import { lockStaff, markLinksByUsed, markLinksUsed } from './store.ts'
import { ALGORITHMS, challengeIn, siteOf, userHandleOf, verifyNewPasskey } from './web-authn.ts'

/** Passkeys of the platform's staff, and recovery codes for those who have lost theirs. */

const CHALLENGE_BYTES = 32

/** Creates a challenge, which can be used once, in the session if there is one. In base64url. */
async function createChallenge(ctx: Context, purpose: ChallengePurpose, session: StaffSession | null): Promise<string> {
  const challenge = ctx.random.bytes(CHALLENGE_BYTES).toString('base64url')
  const now = ctx.clock.now()
  const life = {
    now,
    expiresAt: later(now, ctx.limits.staffChallengeMs),
    deletedCount: ctx.limits.staffChallengesDeletedCount,
  }
  const issued = { hash: tokenHash(challenge), purpose, sessionHash: session?.sessionHash ?? null }
  await ctx.systemTx((tx) => insertChallenge(tx, issued, life))
  return challenge
}

/** Uses up the challenge that a credential answers. Throws PASSKEY_REFUSED. */
export async function consumeChallenge(
  ctx: Context,
  tx: Tx,
  { challenge, purpose, session }: { challenge: string; purpose: ChallengePurpose; session: StaffSession | null },
): Promise<void> {
  const issued = { hash: tokenHash(challenge), purpose, sessionHash: session?.sessionHash ?? null }
  if (!(await takeChallenge(tx, issued, ctx.clock.now()))) throw new Refusal('PASSKEY_REFUSED')
}

/** Options to sign in with any passkey of this site. */
export async function startPasskeySignIn(ctx: Context): Promise<RequestOptions> {
  return requestOptions(ctx, await createChallenge(ctx, 'sign_in', null), [])
}

/** Options to confirm the session with one of its person's passkeys. Throws PASSKEY_NOT_FOUND when they have none. */
export async function startConfirmation(ctx: Context, session: StaffSession): Promise<RequestOptions> {
  const passkeys = await ctx.systemTx((tx) => listPasskeyRows(tx, session.staffId))
  if (passkeys.length === 0) throw new Refusal('PASSKEY_NOT_FOUND')
  return requestOptions(ctx, await createChallenge(ctx, 'confirm', session), passkeys)
}

function requestOptions(ctx: Context, challenge: string, passkeys: readonly PasskeyRow[]): RequestOptions {
  return {
    challenge,
    rpId: siteOf(ctx).id,
    timeout: ctx.limits.staffChallengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(described),
  }
}

/** Options to create a passkey. Throws PASSKEYS_FOR_PLATFORM_ONLY, PASSKEY_LIMIT_REACHED. */
export async function startPasskey(ctx: Context, session: StaffSession): Promise<CreationOptions> {
  const email = emailOfPlatform(session)
  const passkeys = await ctx.systemTx((tx) => listPasskeyRows(tx, session.staffId))
  if (passkeys.length >= ctx.limits.staffPasskeysCount) throw new Refusal('PASSKEY_LIMIT_REACHED')
  return {
    challenge: await createChallenge(ctx, 'create', session),
    rp: { id: siteOf(ctx).id, name: 'Coffer admin' },
    user: { id: userHandleOf(session.staffId).toString('base64url'), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: ctx.limits.staffChallengeMs,
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  }
}

type AddedPasskey = PasskeyList & { recoveryCodes: string[] | null }

/**
 * Adds a passkey to the account of the session, and confirms the session. The first one comes with recovery codes, and ends the other sessions of the
 * person. Throws PASSKEYS_FOR_PLATFORM_ONLY, PASSKEY_REFUSED, PASSKEY_EXISTS, PASSKEY_LIMIT_REACHED, and as {@link lockOwnAccount}.
 */
export async function addPasskey(
  ctx: Context,
  session: StaffSession,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<AddedPasskey> {
  emailOfPlatform(session)
  const { staffId, sessionHash } = session
  const now = ctx.clock.now()
  // Used up even when the passkey is refused.
  const challenge = challengeIn(credential)
  await ctx.systemTx((tx) => consumeChallenge(ctx, tx, { challenge, purpose: 'create', session }))
  const verified = await verifyNewPasskey(ctx, credential)
  const transports = credential.response.transports ?? []
  return ctx.systemTx(async (tx) => {
    await lockOwnAccount(ctx, tx, session, 'freshOrFirst')
    const before = await listPasskeyRows(tx, staffId)
    if (before.length >= ctx.limits.staffPasskeysCount) throw new Refusal('PASSKEY_LIMIT_REACHED')
    const row = { staff_id: staffId, ...verified, transports, name, created_at: now, used_at: null }
    const passkeyId = await insertPasskey(tx, row)
    if (passkeyId === null) throw new Refusal('PASSKEY_EXISTS')
    await markStaffConfirmed(tx, sessionHash, now)
    const isFirst = before.length === 0
    if (isFirst) await markStaffSessionsEnded(tx, staffId, { now, except: sessionHash })
    const recoveryCodes = isFirst ? await createCodes(ctx, tx, staffId) : null
    const list = await listOf(tx, staffId)
    await recordOwnAction(ctx, tx, session, { action: 'staff.passkey_added', details: { staffId, passkeyId } })
    return { ...list, recoveryCodes }
  })
}

/**
 * Locks the account of a session for a change, and returns the session as it is then. Throws STAFF_SESSION_INVALID when it has ended since the
 * request was authenticated, PASSKEY_REQUIRED or CONFIRMATION_REQUIRED when it is not confirmed as demanded.
 */
export async function lockOwnAccount(
  ctx: Context,
  tx: Tx,
  session: StaffSession,
  demand: Demand,
): Promise<StaffSession> {
  await lockStaff(tx, session.staffId)
  const row = await findStaffSession(tx, session.sessionHash)
  if (!row || row.person.disabled_at !== null || isStaffSessionOver(row.life, ctx.limits, ctx.clock.now())) {
    throw new Refusal('STAFF_SESSION_INVALID')
  }
  const current = { ...session, hasPasskeys: row.person.has_passkeys, confirmedAt: row.confirmedAt }
  refuseUnconfirmed(ctx, current, demand)
  return current
}

/** The passkeys of the session's person, oldest first. */
export function listPasskeys(ctx: Context, { staffId }: StaffSession): Promise<PasskeyList> {
  return ctx.systemTx((tx) => listOf(tx, staffId))
}

/**
 * Removes a passkey of the session's person, and ends their other sessions. Throws PASSKEY_NOT_FOUND, PASSKEY_LAST, and as {@link lockOwnAccount}.
 */
export async function removePasskey(ctx: Context, session: StaffSession, passkeyId: number): Promise<PasskeyList> {
  const { staffId, sessionHash: except } = session
  return ctx.systemTx(async (tx) => {
    await lockOwnAccount(ctx, tx, session, 'fresh')
    const before = await listPasskeyRows(tx, staffId)
    if (!before.some(({ passkey_id }) => passkey_id === passkeyId)) throw new Refusal('PASSKEY_NOT_FOUND')
    if (before.length === 1) throw new Refusal('PASSKEY_LAST')
    await deletePasskeys(tx, staffId, passkeyId)
    await markStaffSessionsEnded(tx, staffId, { now: ctx.clock.now(), except })
    const list = await listOf(tx, staffId)
    await recordOwnAction(ctx, tx, session, { action: 'staff.passkey_removed', details: { staffId, passkeyId } })
    return list
  })
}

/**
 * Creates new recovery codes in place of earlier ones, and ends the other sessions of the person. Throws PASSKEY_NOT_FOUND for a person without a
 * passkey, and as {@link lockOwnAccount}.
 */
export async function replaceRecoveryCodes(
  ctx: Context,
  session: StaffSession,
): Promise<PasskeyList & { recoveryCodes: string[] }> {
  const { staffId, sessionHash: except } = session
  return ctx.systemTx(async (tx) => {
    const { hasPasskeys } = await lockOwnAccount(ctx, tx, session, 'fresh')
    if (!hasPasskeys) throw new Refusal('PASSKEY_NOT_FOUND')
    await markStaffSessionsEnded(tx, staffId, { now: ctx.clock.now(), except })
    const recoveryCodes = await createCodes(ctx, tx, staffId)
    const list = await listOf(tx, staffId)
    await recordOwnAction(ctx, tx, session, { action: 'staff.recovery_codes_replaced', details: { staffId } })
    return { ...list, recoveryCodes }
  })
}

/**
 * Removes the passkeys and recovery codes of a member of the platform's staff who has lost them. Ends their sessions, and the links for them and by
 * them. For the command line only: an administrator who could do it in the admin could then sign in as a reviewer. Throws STAFF_NOT_FOUND, or a 422
 * for an invalid e-mail address.
 */
export async function resetPasskeys(ctx: Context, name: StaffName): Promise<{ staffId: number; removedCount: number }> {
  const now = ctx.clock.now()
  const result = await changeStaff(ctx, PLATFORM_FROM_CLI, async (tx) => {
    const { staff_id: staffId } = await getStaffByName(tx, PLATFORM_FROM_CLI, name)
    await markLinksUsed(tx, staffId, now)
    await markLinksByUsed(tx, staffId, now)
    await lockStaff(tx, staffId)
    const removedCount = await deletePasskeys(tx, staffId)
    await replaceCodes(tx, staffId, { hashes: [], now })
    await markStaffSessionsEnded(tx, staffId, { now })
    const changed = { staffId, removedCount }
    return { changed, entry: { action: 'staff.passkeys_reset', details: changed } }
  })
  ctx.log.info({ ...result, actor: PLATFORM_FROM_CLI.actor }, 'passkeys of a member of staff reset')
  return result
}

const CODE_CHARACTERS = 16
const CODE_GROUP = /.{4}(?=.)/g

/** Creates recovery codes of 80 random bits, in place of earlier ones. Only their hashes are stored. */
async function createCodes(ctx: Context, tx: Tx, staffId: number): Promise<string[]> {
  const codes = Array.from({ length: ctx.limits.staffRecoveryCodesCount }, () =>
    randomCharacters(CODE_CHARACTERS, ctx.random).replace(CODE_GROUP, '$&-'),
  )
  await replaceCodes(tx, staffId, { hashes: codes.map(codeHash), now: ctx.clock.now() })
  return codes
}

/** The hash of a recovery code, however it is typed: in capitals, with spaces, without hyphens, or with letters in place of similar digits. */
export function codeHash(code: string): Buffer {
  return tokenHash(
    code
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replaceAll('o', '0')
      .replace(/[il]/g, '1'),
  )
}

async function listOf(tx: Tx, staffId: number): Promise<PasskeyList> {
  const rows = await listPasskeyRows(tx, staffId)
  const passkeys = rows.map(({ passkey_id, name, created_at, used_at }) => ({
    passkeyId: passkey_id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: used_at?.toISOString() ?? null,
  }))
  return { passkeys, recoveryCodesCount: await countUnusedCodes(tx, staffId) }
}

function described({ credential_id, transports }: PasskeyRow): RequestOptions['allowCredentials'][number] {
  return {
    id: credential_id.toString('base64url'),
    type: 'public-key',
    transports: PASSKEY_TRANSPORTS.filter((transport) => transports.includes(transport)),
  }
}

/** The e-mail of a member of the platform's staff. Throws PASSKEYS_FOR_PLATFORM_ONLY for staff of an operator. */
function emailOfPlatform(session: StaffSession): string {
  if (session.operator !== null) throw new Refusal('PASSKEYS_FOR_PLATFORM_ONLY')
  return session.email
}
