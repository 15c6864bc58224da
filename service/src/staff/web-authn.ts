import type { NewCredential, UsedCredential } from '@coffer/contract/admin'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import type { PasskeyRow } from './passkey-store.ts'

/**
 * Verification of passkeys (WebAuthn Level 3). The library loads slowly and most processes never need it, so it is loaded at the first
 * use.
 */

/** COSE algorithms: ES256, EdDSA and RS256. */
export const ALGORITHMS = [-7, -8, -257]

/** The site that passkeys belong to: the host of the admin, with its origin. */
export function siteOf({ config }: Context): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.baseUrl)
  return { id: hostname, origin }
}

/** Loads the library, so that a transaction does not wait for it. */
export async function loadWebAuthn(): Promise<void> {
  await import('@simplewebauthn/server')
}

/** Verifies a new passkey and returns its columns. No attestation is asked for, and none is trusted. Throws PASSKEY_REFUSED. */
export async function verifyNewPasskey(
  ctx: Context,
  credential: NewCredential,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'sign_count'>> {
  const site = siteOf(ctx)
  const challenge = challengeIn(credential)
  return orRefused(ctx, async () => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject))
    // Certificates would be checked against their issuers, who are asked over the network.
    if (attestation.get('attStmt').get('x5c') !== undefined) return null
    if (!['none', 'packed'].includes(attestation.get('fmt'))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {}, response: responseOf(credential) },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credential_id: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(publicKey),
      sign_count: counter,
    }
  })
}

/** Verifies a use of a passkey and returns its new sign count. Throws PASSKEY_REFUSED. */
export async function verifyUsedPasskey(
  ctx: Context,
  credential: UsedCredential,
  passkey: PasskeyRow,
): Promise<number> {
  const site = siteOf(ctx)
  const challenge = challengeIn(credential)
  const { userHandle, ...response } = credential.response
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(userHandleOf(passkey.staff_id))) {
    throw new Refusal('PASSKEY_REFUSED')
  }
  return orRefused(ctx, async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  })
}

/** The user handle of an account. It contains only the staff id. */
export function userHandleOf(staffId: number): Buffer {
  return Buffer.from(`staff:${staffId}`)
}

/** The challenge that a credential claims to answer. Throws PASSKEY_REFUSED when it names none, and when it was made in a frame of another site. */
export function challengeIn({ response }: NewCredential | UsedCredential): string {
  try {
    const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    const isFramed = data.crossOrigin === true || data.topOrigin !== undefined
    if (typeof data.challenge === 'string' && !isFramed) return data.challenge
  } catch {
    // Browsers send JSON.
  }
  throw new Refusal('PASSKEY_REFUSED')
}

function responseOf({ response: { clientDataJSON, attestationObject } }: NewCredential) {
  return { clientDataJSON, attestationObject }
}

/** Runs a verification. Throws PASSKEY_REFUSED when the library throws or the result is null. */
async function orRefused<T>(ctx: Context, verify: () => Promise<T | null>): Promise<T> {
  let reason: unknown = null
  try {
    const verified = await verify()
    if (verified !== null) return verified
  } catch (error) {
    reason = error
  }
  ctx.log.warn({ err: reason }, 'a passkey was refused')
  throw new Refusal('PASSKEY_REFUSED')
}
