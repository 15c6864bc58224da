import type { Tx } from '../platform/index.ts'
import { findBox } from './box-store.ts'
import { findVersion, type PlayableVersion } from './version-store.ts'

/** The version of a box that is its newest, or null when the box is unknown or no version is live. */
export async function liveVersionOf(tx: Tx, operatorId: number, boxId: number): Promise<PlayableVersion | null> {
  const box = await findBox(tx, operatorId, boxId)
  return box?.liveVersionId ? findVersion(tx, operatorId, box.liveVersionId) : null
}
