import type { GameKey } from '@coffer/contract/games'
import { forget, readStored, store } from '../kit/storage.ts'
import { current } from '../session/session.ts'

/** A click that was sent and not answered yet, kept over a reload so that the very same one can be repeated. A game adds what that needs. */
export type Pending<Game extends GameKey = GameKey> = {
  readonly game: Game
  readonly body: { readonly clientActionId: string }
}

export function keepPending<Click extends Pending>(pending: Click): void {
  store(key(), pending)
}

export function dropPending(): void {
  forget(key())
}

/** The pending click of this player, or null. */
export function findPending(): Pending | null {
  return readStored<Pending>(key())
}

/** Frames of one tab share its storage: each player's click lies in a place of its own. */
function key(): string {
  const { tenant, player } = current().bootstrap
  return `coffer.pending/${tenant.name}/${player.externalId}`
}
