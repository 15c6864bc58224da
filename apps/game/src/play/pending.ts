import type { OpenBody } from '@coffer/contract/play'
import { forget, readStored, store } from '../kit/storage.ts'
import { current } from '../session/session.ts'
import type { Aim, UpgradeBody } from './upgrade.ts'

/** A click that was sent and not answered yet, kept over a reload so that the very same one can be repeated. */
export type PendingOpen = { readonly game: 'mystery_box'; readonly boxId: number; readonly body: OpenBody }
type PendingUpgrade = { readonly game: 'upgrader'; readonly aim: Aim | null; readonly body: UpgradeBody }
export type Pending = PendingOpen | PendingUpgrade

const KEY = 'coffer.pending'

export function keepPending(pending: Pending): void {
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
