import { randomBytes } from 'node:crypto'
import { type Client, faultOf } from './client.ts'
import type { Send } from './load.ts'
import type { Player } from './operators.ts'

const RUN = randomBytes(6).toString('hex')
let actions = 0

/** An action that no other run has made. */
export function newActionId(): string {
  actions += 1
  return `${RUN}-${actions}`
}

export function openBody(player: Player, clientActionId: string) {
  return { clientActionId, reels: [{ reelIndex: 0, boxVersionId: player.boxVersionId }] }
}

/** Each of `inFlight` workers has players of its own and takes them in turn, so that no two wait for the seed pair of one player. */
export function takeTurns(players: readonly Player[], inFlight: number): (worker: number) => Player {
  const turns = new Array<number>(inFlight).fill(0)
  return (worker) => {
    const turn = turns[worker]!
    turns[worker] = turn + 1
    return players[(worker + inFlight * turn) % players.length]!
  }
}

/** Opens boxes with `inFlight` workers. */
export function openSender(client: Client, players: readonly Player[], inFlight: number): Send {
  const playerOf = takeTurns(players, inFlight)
  return async (worker) => {
    const player = playerOf(worker)
    return faultOf(await client.post('/api/play/rounds/open', player.token, openBody(player, newActionId())))
  }
}
