import { createCoffer } from '@coffer/operator-sdk'
import { makeClient } from './client.ts'
import type { StageOperator } from './operators.ts'

/** A player in a session. */
export type Player = { token: string; boxVersionId: number }

const AT_ONCE = 8
let entered = 0

/** Launches players into sessions, as a casino and the game do it. */
export async function enterPlayers(baseUrl: string, operator: StageOperator, count: number): Promise<Player[]> {
  const coffer = createCoffer({ baseUrl, keyId: operator.keyId, keySecret: operator.keySecret })
  const client = makeClient(baseUrl, AT_ONCE)
  const players: Player[] = []
  const enterSome = async () => {
    while (entered < last) {
      entered += 1
      const playerExternalId = `player-${entered}`
      const { launchToken } = await coffer.createLaunch({ playerExternalId, gameKey: 'mystery_box', target: {} })
      const { text } = await client.post('/api/play/session/init', null, { launchToken })
      players.push({ token: JSON.parse(text).sessionToken, boxVersionId: operator.boxVersionId })
    }
  }
  const last = entered + count
  await Promise.all(Array.from({ length: AT_ONCE }, enterSome))
  await client.close()
  return players
}
