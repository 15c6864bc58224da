import assert from 'node:assert/strict'
import type { AdminPlayer, AdminPlayerRow, PlayerSpend } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import type { DeskAnswer, DeskBrowser } from './staff.ts'

type Page = { players: AdminPlayerRow[]; cursor: CursorPair }

/** The body of an answer that succeeded. */
export function bodyOf<Body>(answer: DeskAnswer): Body {
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Body
}

/** The external IDs of players. */
export function namesOf(rows: readonly Pick<AdminPlayerRow, 'playerExternalId'>[]): string[] {
  return rows.map(({ playerExternalId }) => playerExternalId)
}

/** Reads and restricts players, named by their external IDs, as a member of staff. `current`: the one who is signed in now. */
export function playersAs(current: () => DeskBrowser) {
  const pageOf = async (body: object, desk = current()) => bodyOf<Page>(await desk.post('/players/list', body))
  const idOf = async (search: string, desk = current()) => (await pageOf({ search }, desk)).players[0]!.playerId
  const playerOf = async (name: string) =>
    bodyOf<{ player: AdminPlayer }>(await current().get(`/players/${await idOf(name)}`)).player
  const spendOf = async (name: string) =>
    bodyOf<{ spend: PlayerSpend[] }>(await current().get(`/players/${await idOf(name)}/spend`)).spend
  /** Changes restrictions, as a dialog that was opened now does. */
  const restrict = async (name: string, change: object, desk = current()) => {
    const { playerId, restrictionVersion: version, currency } = await playerOf(name)
    const basis = { reason: 'Asked by telephone', version, currency }
    return desk.post(`/players/${playerId}/restrictions`, { ...basis, ...change })
  }
  return { pageOf, idOf, playerOf, spendOf, restrict }
}
