import assert from 'node:assert/strict'
import type { SignedIn } from '@coffer/contract/admin'
import type { PlatformRole } from '@coffer/contract/roles'
import { createStaff, mintStaffLink } from '../../service/src/staff/index.ts'
import type { World } from './world.ts'

export type DeskAnswer = {
  status: number
  headers: Headers
  body: { error: { code: string } } & Record<string, unknown>
}

/** What of a call to `/api/admin` is not as our page sends it; null leaves a header out. */
export type DeskWish = { body?: object; origin?: string | null; csrf?: string | null; cookie?: string | null }

/** A browser in which somebody of the staff works. */
export type DeskBrowser = SignedIn & {
  /** As `name=value`. */
  cookie: string
  get(path: string): Promise<DeskAnswer>
  post(path: string, body?: object, wish?: DeskWish): Promise<DeskAnswer>
}

/** Somebody of the staff with these roles, and the token of their login link. */
export async function staffLink(
  world: World,
  email: string,
  roles: PlatformRole[] = ['kyc_reviewer'],
): Promise<string> {
  await createStaff(world.service.ctx, { email, roles })
  const { loginUrl } = await mintStaffLink(world.service.ctx, email)
  return new URL(loginUrl).hash.replace('#token=', '')
}

/** Sends what a page of ours would send, but for what is wished. */
export async function askDesk(world: World, method: string, path: string, wish: DeskWish = {}): Promise<DeskAnswer> {
  const { origin = new URL(world.service.ctx.config.baseUrl).origin, csrf = null, cookie = null, body } = wish
  const headers = {
    ...(origin !== null && method !== 'GET' && { origin }),
    ...(csrf !== null && { 'x-csrf-token': csrf }),
    ...(cookie !== null && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${world.service.url}/api/admin${path}`, { method, headers, ...sent })
  const text = await answer.text()
  assert.notEqual(answer.status, 500, `${path} met a bug: ${text}`)
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : null }
}

export function trySignIn(world: World, token: string, wish: DeskWish = {}): Promise<DeskAnswer> {
  return askDesk(world, 'POST', '/sign-in', { body: { token }, ...wish })
}

/** Creates somebody of the staff and signs them in. */
export async function startDesk(world: World, email: string, roles?: PlatformRole[]): Promise<DeskBrowser> {
  const answer = await trySignIn(world, await staffLink(world, email, roles))
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]!
  const signedIn = answer.body as unknown as SignedIn
  return {
    ...signedIn,
    cookie,
    get: (path) => askDesk(world, 'GET', path, { cookie }),
    post: (path, body, wish) =>
      askDesk(world, 'POST', path, { cookie, csrf: signedIn.csrfToken, ...(body && { body }), ...wish }),
  }
}
