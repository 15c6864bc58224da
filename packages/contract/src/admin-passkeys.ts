import { z } from 'zod'
import { signedIn } from './admin-fields.ts'
import { defineAdminRoutes } from './route.ts'
import { emailAddress, id, idText, timestamp } from './shapes.ts'
import { lineText, wireText } from './text.ts'

/** Passkeys of the platform's staff (WebAuthn Level 3). Options and credentials have the JSON form that browsers read and write. */

/** Ways in which a browser reaches an authenticator. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const PUBLIC_KEY = 'public-key'

/** Bytes as base64url. */
const bytes = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'must be base64url' })
const credentialId = bytes(1400)

const descriptors = z.array(
  z.object({ id: z.string(), type: z.literal(PUBLIC_KEY), transports: z.array(z.enum(PASSKEY_TRANSPORTS)) }),
)
const challenge = z.string().meta({ description: 'Valid for five minutes, and once' })

const creationOptions = z
  .object({
    challenge,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal(PUBLIC_KEY), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: descriptors,
    authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
    attestation: z.literal('none'),
  })
  .meta({ description: 'For `navigator.credentials.create`' })

const requestOptions = z
  .object({
    challenge,
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: descriptors.meta({ description: 'Empty at the sign-in: any passkey of this site' }),
  })
  .meta({ description: 'For `navigator.credentials.get`' })

const credential = { id: credentialId, rawId: credentialId, type: z.literal(PUBLIC_KEY) }

const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(16_000),
    transports: z.array(wireText(1, 40)).max(20).optional(),
  }),
})

const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(8_000),
    userHandle: bytes(200).nullish(),
  }),
})

const passkey = z.object({
  passkeyId: id,
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
})
const passkeys = z.object({
  passkeys: z.array(passkey).meta({ description: 'Oldest first' }),
  recoveryCodesCount: z.int().meta({ description: 'Recovery codes that were not used' }),
})
const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each signs in once. They are not shown again, and replace earlier ones' })

/** Sign-in with a passkey, and management of the caller's own passkeys. */
export const passkeyRoutes = defineAdminRoutes({
  startPasskeySignIn: {
    method: 'POST',
    path: '/api/admin/sign-in/passkey/options',
    access: 'anyone',
    summary: 'Options to sign in with a passkey',
    success: { 200: z.object({ options: requestOptions }) },
    refusals: [],
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/api/admin/sign-in/passkey',
    access: 'anyone',
    summary: 'Sign in with a passkey',
    body: z.object({ credential: usedCredential }),
    success: { 200: signedIn },
    refusals: ['PASSKEY_REFUSED'],
  },
  signInWithRecoveryCode: {
    method: 'POST',
    path: '/api/admin/sign-in/recovery-code',
    access: 'anyone',
    summary: 'Sign in with a recovery code, once',
    body: z.object({ email: emailAddress, code: wireText(1, 100) }),
    success: { 200: signedIn },
    refusals: ['RECOVERY_CODE_INVALID'],
  },
  startConfirmation: {
    method: 'POST',
    path: '/api/admin/me/confirmation/options',
    access: 'staff',
    confirmation: 'none',
    summary: 'Options to confirm the session with a passkey',
    success: { 200: z.object({ options: requestOptions }) },
    refusals: ['PASSKEY_NOT_FOUND'],
  },
  confirmSession: {
    method: 'POST',
    path: '/api/admin/me/confirmation',
    access: 'staff',
    confirmation: 'none',
    summary: 'Confirm the session with a passkey',
    body: z.object({ credential: usedCredential }),
    success: { 200: signedIn },
    refusals: ['PASSKEY_REFUSED'],
  },
  listPasskeys: {
    method: 'GET',
    path: '/api/admin/me/passkeys',
    access: 'staff',
    summary: 'List your own passkeys',
    success: { 200: passkeys },
    refusals: [],
  },
  startPasskey: {
    method: 'POST',
    path: '/api/admin/me/passkeys/options',
    access: 'staff',
    confirmation: 'freshOrFirst',
    summary: 'Options to create a passkey',
    success: { 200: z.object({ options: creationOptions }) },
    refusals: ['PASSKEYS_FOR_PLATFORM_ONLY', 'PASSKEY_LIMIT_REACHED'],
  },
  addPasskey: {
    method: 'POST',
    path: '/api/admin/me/passkeys',
    access: 'staff',
    confirmation: 'freshOrFirst',
    summary:
      'Add a passkey, and confirm the session. The first one comes with recovery codes, and ends your other sessions',
    body: z.object({ name: lineText(1, 60), credential: newCredential }),
    success: { 201: passkeys.extend({ recoveryCodes: recoveryCodes.nullable(), signedIn }) },
    refusals: ['PASSKEYS_FOR_PLATFORM_ONLY', 'PASSKEY_REFUSED', 'PASSKEY_EXISTS', 'PASSKEY_LIMIT_REACHED'],
  },
  removePasskey: {
    method: 'POST',
    path: '/api/admin/me/passkeys/:passkeyId/remove',
    access: 'staff',
    confirmation: 'fresh',
    summary: 'Remove one of your own passkeys, but not the last one. Your other sessions end',
    params: z.object({ passkeyId: idText }),
    success: { 200: passkeys },
    refusals: ['PASSKEY_NOT_FOUND', 'PASSKEY_LAST'],
  },
  replaceRecoveryCodes: {
    method: 'POST',
    path: '/api/admin/me/recovery-codes',
    access: 'staff',
    confirmation: 'fresh',
    summary: 'Create new recovery codes; earlier ones become invalid. Your other sessions end',
    success: { 201: passkeys.extend({ recoveryCodes }) },
    refusals: ['PASSKEY_NOT_FOUND'],
  },
})

export type PasskeyList = z.infer<typeof passkeys>
export type CreationOptions = z.infer<typeof creationOptions>
export type RequestOptions = z.infer<typeof requestOptions>
export type NewCredential = z.infer<typeof newCredential>
export type UsedCredential = z.infer<typeof usedCredential>
