import type { GameKey } from '@coffer/contract/games'
import { forget, readStored, store } from '../kit/storage.ts'
import { current } from '../session/session.ts'

/** A click that was sent and not answered yet, kept over a reload so that the very same one can be repeated. A game adds what that needs. */
export type Pending<Game extends GameKey = GameKey> = {
  readonly game: Game
  readonly body: { readonly clientActionId: string }
}

const KEY = 'coffer.pending'

export function keepPending<Click extends Pending>(pending: Click): void {
  store(KEY, { owner: ownerName(), pending })
}

export function dropPending(): void {
  forget(KEY)
}

/** The pending click of this player, or null. */
export function findPending(): Pending | null {
  const kept = readStored<{ owner: string; pending: Pending }>(KEY)
  return kept?.owner === ownerName() ? kept.pending : null
}

function ownerName(): string {
  const { tenant, player } = current().bootstrap
  return `${tenant.name}/${player.externalId}`
}
