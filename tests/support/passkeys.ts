import assert from 'node:assert/strict'
import type { CreationOptions, PasskeyList, RequestOptions, SignedIn } from '@coffer/contract/admin'
import { makePasskey, type Tampering, type TestPasskey } from './authenticator.ts'
import { askDesk, type DeskAnswer, type DeskBrowser } from './staff.ts'
import type { World } from './world.ts'

type Added = PasskeyList & { recoveryCodes: string[] | null; signedIn: SignedIn }

/** Creates a passkey in the session of a member of staff, and sends it. */
export async function tryAddPasskey(
  world: World,
  desk: DeskBrowser,
  { passkey = newPasskey(world), wish = {} }: { passkey?: TestPasskey; wish?: Tampering } = {},
): Promise<DeskAnswer> {
  const begun = await desk.post('/me/passkeys/options')
  if (begun.status !== 200) return begun
  const credential = passkey.create(begun.body.options as CreationOptions, wish)
  return desk.post('/me/passkeys', { name: 'Laptop', credential })
}

/** Adds a new passkey to the account of a member of staff. */
export async function addPasskey(world: World, desk: DeskBrowser): Promise<Added & { passkey: TestPasskey }> {
  const passkey = newPasskey(world)
  const answer = await tryAddPasskey(world, desk, { passkey })
  assert.equal(answer.status, 201, answer.text)
  return { ...(answer.body as unknown as Added), passkey }
}

export function newPasskey(world: World): TestPasskey {
  return makePasskey(new URL(world.service.ctx.config.baseUrl).origin)
}

/** Confirms a session with a passkey. */
export async function tryConfirm(desk: DeskBrowser, passkey: TestPasskey, wish: Tampering = {}): Promise<DeskAnswer> {
  const begun = await desk.post('/me/confirmation/options')
  if (begun.status !== 200) return begun
  return desk.post('/me/confirmation', { credential: passkey.use(begun.body.options as RequestOptions, wish) })
}

/** Options to sign in with any passkey. */
export async function signInOptions(world: World): Promise<RequestOptions> {
  const { body, status, text } = await askDesk(world, 'POST', '/sign-in/passkey/options')
  assert.equal(status, 200, text)
  return body.options as RequestOptions
}

export async function tryPasskeySignIn(world: World, passkey: TestPasskey, wish: Tampering = {}): Promise<DeskAnswer> {
  const credential = passkey.use(await signInOptions(world), wish)
  return askDesk(world, 'POST', '/sign-in/passkey', { body: { credential } })
}

export function tryRecoveryCode(world: World, email: string, code: string): Promise<DeskAnswer> {
  return askDesk(world, 'POST', '/sign-in/recovery-code', { body: { email, code } })
}
