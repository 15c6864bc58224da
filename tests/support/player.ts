import assert from 'node:assert/strict'
import type { Bootstrap } from '@coffer/contract/play'
import { playRoutes } from '@coffer/contract/play'
import type { CashedBackItem, CursorPair, ErrorAnswer, InventoryRow, OpenedRound } from '@coffer/contract/shapes'
import { errorAnswer } from '@coffer/contract/shapes'

/** An answer of the player API as a test sees it; its shape was checked against the contract. */
export type Answer<T> = { status: number; headers: Headers; text: string; body: T }

export type PlayRouteName = keyof typeof playRoutes

/** Calls a player route and checks whatever comes back against the contract. */
export async function callPlay<T = never>(
  baseUrl: string,
  name: PlayRouteName,
  options: { token?: string; path?: string; query?: string; body?: unknown; raw?: string; contentType?: string } = {},
): Promise<Answer<T & ErrorAnswer>> {
  const route = playRoutes[name]
  const sent = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await fetch(`${baseUrl}${options.path ?? route.path}${options.query ?? ''}`, {
    method: route.method,
    headers: {
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(sent === undefined ? {} : { 'content-type': options.contentType ?? 'application/json' }),
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const text = await response.text()
  const body = text === '' ? null : JSON.parse(text)
  const success = Object.entries(route.success).find(([status]) => Number(status) === response.status)
  if (success) success[1]?.parse(body)
  else errorAnswer.parse(body)
  assert.ok(response.headers.get('x-request-id'), 'every answer has a request id')
  assert.equal(
    response.headers.get('access-control-allow-origin'),
    '*',
    'every player answer is readable from any origin',
  )
  return { status: response.status, headers: response.headers, text, body }
}

/** A player in a session. */
export type Player = {
  externalId: string
  token: string
  bootstrap: Bootstrap
  call: <T = never>(name: PlayRouteName, options?: Parameters<typeof callPlay>[2]) => Promise<Answer<T & ErrorAnswer>>
  open(body: object): Promise<Answer<OpenedRound & ErrorAnswer>>
  inventory(query?: string): Promise<Answer<{ items: InventoryRow[]; cursor: CursorPair } & ErrorAnswer>>
  cashBack(
    id: number,
    body?: object,
  ): Promise<Answer<{ item: CashedBackItem; balanceAfterMinor: number | null } & ErrorAnswer>>
}

/** Exchanges a launch token, as the game does. */
export async function enter(baseUrl: string, externalId: string, launchToken: string): Promise<Player> {
  const init = await callPlay<Bootstrap>(baseUrl, 'initSession', { body: { launchToken } })
  assert.equal(init.status, 200, init.text)
  const token = init.body.sessionToken
  const call: Player['call'] = (name, options = {}) => callPlay(baseUrl, name, { token, ...options })
  return {
    externalId,
    token,
    bootstrap: init.body,
    call,
    open: (body) => call('openRound', { body }),
    inventory: (query = '') => call('listInventory', { query }),
    cashBack: (id, body) =>
      call('cashBackItem', { path: `/api/play/inventory/${id}/cashback`, ...(body ? { body } : {}) }),
  }
}
