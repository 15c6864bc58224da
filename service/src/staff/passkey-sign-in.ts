import type { UsedCredential } from '@coffer/contract/admin'
import { Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { beginStaffSession, type SignedIn } from './begin-session.ts'
import { findCodeOwner, findPasskeyOwner, listPasskeyRows, markPasskeyUsed, takeCode } from './passkey-store.ts'
import { codeHash, consumeChallenge, lockOwnAccount } from './passkeys.ts'
import { markStaffConfirmed } from './session-store.ts'
import { readEmail } from './staff.ts'
import { recordOwnAction } from './staff-actor.ts'
import type { Client, StaffSession } from './staff-session.ts'
import { lockStaff, type StaffRow } from './store.ts'
import { challengeIn, loadWebAuthn, verifyUsedPasskey } from './web-authn.ts'

/** Signs in with a passkey. Throws PASSKEY_REFUSED, also for a disabled person. */
export async function signInWithPasskey(ctx: Context, credential: UsedCredential, client: Client): Promise<SignedIn> {
  const challenge = challengeIn(credential)
  await loadWebAuthn()
  await ctx.systemTx((tx) => consumeChallenge(ctx, tx, { challenge, purpose: 'sign_in', session: null }))
  const signedIn = await ctx.systemTx(async (tx) => {
    const staffId = await findPasskeyOwner(tx, Buffer.from(credential.id, 'base64url'))
    if (staffId === null) throw new Refusal('PASSKEY_REFUSED')
    const person = await lockStaff(tx, staffId)
    if (person.disabled_at !== null) throw new Refusal('PASSKEY_REFUSED')
    await verifyUse(ctx, tx, staffId, credential)
    return beginStaffSession(ctx, tx, { person, client, method: 'passkey' })
  })
  ctx.log.info({ staffId: signedIn.session.staffId }, 'a member of staff signed in with a passkey')
  return signedIn
}

/** Confirms the session with a passkey of its person. Returns the session as confirmed. Throws PASSKEY_REFUSED. */
export async function confirmSession(
  ctx: Context,
  session: StaffSession,
  credential: UsedCredential,
): Promise<StaffSession> {
  const challenge = challengeIn(credential)
  const { staffId, sessionHash } = session
  const confirmedAt = ctx.clock.now()
  await loadWebAuthn()
  await ctx.systemTx((tx) => consumeChallenge(ctx, tx, { challenge, purpose: 'confirm', session }))
  await ctx.systemTx(async (tx) => {
    await lockOwnAccount(ctx, tx, session, 'none')
    await verifyUse(ctx, tx, staffId, credential)
    await markStaffConfirmed(tx, sessionHash, confirmedAt)
    await recordOwnAction(ctx, tx, session, { action: 'staff.confirmed', details: { staffId } })
  })
  return { ...session, confirmedAt }
}

/** Signs in with a recovery code, once. Throws RECOVERY_CODE_INVALID, also for the e-mail of another person and for a disabled person. */
export async function signInWithRecoveryCode(
  ctx: Context,
  { email, code }: { email: string; code: string },
  client: Client,
): Promise<SignedIn> {
  const signedIn = await ctx.systemTx(async (tx) => {
    const person = await takeCodeOf(ctx, tx, email, code)
    return person && beginStaffSession(ctx, tx, { person, client, method: 'recovery_code' })
  })
  if (signedIn === null) {
    ctx.log.warn({ requestId: client.requestId }, 'a recovery code was refused')
    throw new Refusal('RECOVERY_CODE_INVALID')
  }
  ctx.log.warn({ staffId: signedIn.session.staffId }, 'a member of staff signed in with a recovery code')
  return signedIn
}

async function takeCodeOf(ctx: Context, tx: Tx, email: string, code: string): Promise<StaffRow | null> {
  const hash = codeHash(code)
  // The code first: the time of the answer does not show whether an e-mail is known.
  const staffId = await findCodeOwner(tx, hash)
  if (staffId === null) return null
  const person = await lockStaff(tx, staffId)
  if (person.disabled_at !== null || person.email !== readEmail(email)) return null
  const isTaken = await takeCode(tx, staffId, hash, ctx.clock.now())
  return isTaken ? person : null
}

/** Verifies a use of a passkey of this person, and records it. Run under the lock of the person. Throws PASSKEY_REFUSED. */
async function verifyUse(ctx: Context, tx: Tx, staffId: number, credential: UsedCredential): Promise<void> {
  const credentialId = Buffer.from(credential.id, 'base64url')
  const passkey = (await listPasskeyRows(tx, staffId)).find(({ credential_id }) => credential_id.equals(credentialId))
  if (!passkey) throw new Refusal('PASSKEY_REFUSED')
  const signCount = await verifyUsedPasskey(ctx, credential, passkey)
  await markPasskeyUsed(tx, passkey.passkey_id, { signCount, now: ctx.clock.now() })
}
