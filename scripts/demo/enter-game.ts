import type { Person } from '@coffer/fixtures'
import type { Table } from './table.ts'

/** A player in the game, as its page calls the service. */
export type Game = { post(path: string, body?: object): Promise<unknown> }

/** Launches a player and exchanges the token, as the game does. */
export async function enterGame({ coffer, past }: Table, { externalId, currency }: Person): Promise<Game> {
  const wish = { playerExternalId: externalId, gameKey: 'mystery_box', target: {}, currency } as const
  const { launchToken } = await coffer.createLaunch(wish)
  const init = await post(`${past.url}/api/play/session/init`, {}, { launchToken })
  const { sessionToken } = init as { sessionToken: string }
  const headers = { authorization: `Bearer ${sessionToken}` }
  return { post: (path, body) => post(`${past.url}/api/play/${path}`, headers, body) }
}

async function post(url: string, headers: Record<string, string>, body?: object): Promise<unknown> {
  const sent = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, { method: 'POST', headers, ...sent })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
