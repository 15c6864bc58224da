import type { OpenBody } from '@coffer/contract/play'
import { current } from './session.ts'
import { forget, readStored, store } from './storage.ts'

/** An open that was sent and not answered yet, kept over a reload so that the very same one can be repeated. */
export type PendingOpen = { readonly owner: string; readonly boxId: number; readonly body: OpenBody }

const KEY = 'coffer.pending'

export function keepPending(boxId: number, body: OpenBody): void {
  store(KEY, { owner: ownerName(), boxId, body } satisfies PendingOpen)
}

export function dropPending(): void {
  forget(KEY)
}

/** The pending open of this player, or null. */
export function findPending(): PendingOpen | null {
  const pending = readStored<PendingOpen>(KEY)
  return pending?.owner === ownerName() ? pending : null
}

function ownerName(): string {
  const { tenant, player } = current().bootstrap
  return `${tenant.name}/${player.externalId}`
}
