import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { SignedIn, StaffRow, StaffSessionRow } from '@coffer/contract/admin'
import type { StaffRole } from '@coffer/contract/permissions'
import type { Limits } from '@coffer/service/kernel'
import { createStaff, mintStaffLink, PLATFORM_FROM_CLI } from '../../service/src/staff/index.ts'
import { startWorld, type TestOperator, type World } from './world.ts'

export type DeskAnswer = {
  status: number
  headers: Headers
  body: { error: { code: string } } & Record<string, unknown>
  /** The body as it was sent. */
  text: string
}

/** What of a call to `/api/admin` is not as our page sends it; null leaves a header out. A body of bytes is sent as it is. */
export type DeskWish = { body?: object; origin?: string | null; csrf?: string | null; cookie?: string | null }

/** A browser in which somebody of the staff works. */
export type DeskBrowser = SignedIn & {
  /** As `name=value`. */
  cookie: string
  get(path: string): Promise<DeskAnswer>
  post(path: string, body?: object, wish?: DeskWish): Promise<DeskAnswer>
}

/** Creates a member of the platform's staff, or of an operator's, with these roles. Returns the token of their login link. */
export async function staffLink(
  world: World,
  email: string,
  roles: StaffRole[] = ['kyc_reviewer'],
  operator: TestOperator | null = null,
): Promise<string> {
  const { ctx } = world.service
  const employer = operator === null ? PLATFORM_FROM_CLI : { operatorId: operator.operatorId, actor: 'test' }
  const { staffId } = await createStaff(ctx, { email, roles }, employer)
  return tokenOf((await mintStaffLink(ctx, { staffId }, employer)).loginUrl)
}

/** The token of a login link. */
export function tokenOf(loginUrl: string): string {
  return new URL(loginUrl).hash.replace('#token=', '')
}

/** Sends what a page of ours would send, but for what is wished. */
export async function askDesk(world: World, method: string, path: string, wish: DeskWish = {}): Promise<DeskAnswer> {
  const { origin = new URL(world.service.ctx.config.baseUrl).origin, csrf = null, cookie = null, body } = wish
  const isBytes = body instanceof Uint8Array
  const headers = {
    ...(origin !== null && method !== 'GET' && { origin }),
    ...(csrf !== null && { 'x-csrf-token': csrf }),
    ...(cookie !== null && { cookie }),
    ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
  }
  const sent = body === undefined ? {} : { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }
  const answer = await fetch(`${world.service.url}/api/admin${path}`, { method, headers, ...sent })
  const text = await answer.text()
  assert.notEqual(answer.status, 500, `${path} met a bug: ${text}`)
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : null, text }
}

export function trySignIn(world: World, token: string, wish: DeskWish = {}): Promise<DeskAnswer> {
  return askDesk(world, 'POST', '/sign-in', { body: { token }, ...wish })
}

/** Creates somebody of the staff, of the platform unless an operator is named, and signs them in. */
export async function startDesk(
  world: World,
  email: string,
  roles?: StaffRole[],
  operator?: TestOperator,
): Promise<DeskBrowser> {
  return openDesk(world, await staffLink(world, email, roles, operator))
}

/** Signs in with the token of a login link. */
export async function openDesk(world: World, token: string): Promise<DeskBrowser> {
  return deskOf(world, await trySignIn(world, token))
}

/** The browser that a sign-in was answered to. */
export function deskOf(world: World, answer: DeskAnswer): DeskBrowser {
  assert.equal(answer.status, 200, answer.text)
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

/** A world with one operator, and its owner signed in. */
export async function startOwner(t: TestContext, limits: Partial<Limits> = {}) {
  const world = await startWorld(t, { wallet: false, service: { limits } })
  const aurum = world.operator
  return { world, aurum, owner: await startDesk(world, 'owner@aurum.example', ['owner'], aurum) }
}

/** The fields that a change or a read is refused because of. */
export async function faultyFields(desk: DeskBrowser, path: string, body: object): Promise<string[]> {
  const { status, body: answer, text } = await desk.post(path, body)
  assert.equal(status, 422, text)
  return Object.keys((answer.error as unknown as { fields: object }).fields)
}

type Detail = { staff: StaffRow; sessions: StaffSessionRow[]; link: { loginUrl: string; expiresAt: string } }

/** A member of staff, as a route answered with them. */
export function detailOf({ status, body }: DeskAnswer): Detail {
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body as unknown as Detail
}
