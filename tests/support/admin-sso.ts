import assert from 'node:assert/strict'
import type { SignedIn } from '@coffer/contract/admin'
import { askDesk, type DeskAnswer } from './staff.ts'
import type { TestOperator, World } from './world.ts'

/** The response to opening a link of single sign-on. */
export type Opened = { status: number; location: string | null; cookie: string | null; headers: Headers; text: string }

type Wish = Parameters<TestOperator['coffer']['createAdminSsoLink']>[0]

/** A fresh link for a member of an operator's staff. */
export async function ssoLink(operator: TestOperator, wish: Wish): Promise<string> {
  return (await operator.coffer.createAdminSsoLink(wish)).ssoUrl
}

/** Opens a link at this process, as a browser does, but follows no redirect. */
export async function openSso(
  { baseUrl }: World,
  ssoUrl: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Opened> {
  const { pathname, search } = new URL(ssoUrl)
  const answer = await fetch(baseUrl + pathname + search, { method, headers, redirect: 'manual' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? null
  const { status } = answer
  return {
    status,
    location: answer.headers.get('location'),
    cookie,
    headers: answer.headers,
    text: await answer.text(),
  }
}

export function getMe(world: World, cookie: string | null): Promise<DeskAnswer> {
  return askDesk(world, 'GET', '/me', { cookie })
}

/** The member of staff that a link signs in. */
export async function signInBySso(world: World, operator: TestOperator, wish: Wish) {
  const { status, cookie, text } = await openSso(world, await ssoLink(operator, wish))
  assert.equal(status, 303, text)
  const { body } = await getMe(world, cookie)
  const { staff, csrfToken: csrf } = body as unknown as SignedIn
  return { cookie, staff, csrf }
}
