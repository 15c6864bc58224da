import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { createResource } from '../kit/resource.ts'
import { api } from '../session/api.ts'
import { hasGame } from '../session/games.ts'
import { current } from '../session/session.ts'

/** What the Upgrader offers now, in the session's currency. */
export const upgraderConfig = createResource(() => api.call('upgraderConfig', {}))

/** The same, where it is known in the currency that is played in. */
export function upgraderOffer(): UpgraderConfig | null {
  const { data } = upgraderConfig.state.value
  return data?.currency === current().currency ? data : null
}

/** Takes up what a new session brought, or reads it. */
export function beginUpgrader(isNew: boolean): void {
  const { upgrader } = current().bootstrap.game
  if (isNew && upgrader) upgraderConfig.set(upgrader)
  else void readUpgraderConfig()
}

export async function readUpgraderConfig(): Promise<void> {
  if (hasGame('upgrader')) await upgraderConfig.load()
}

/** A session of boxes shows no way to an Upgrader without a chance on offer; one of the Upgrader says so itself. */
export function isUpgraderShown(): boolean {
  if (!hasGame('upgrader')) return false
  return current().bootstrap.game.key === 'upgrader' || upgraderConfig.state.value.data?.available !== false
}
