import { findBox, findVersion, liveVersionOf, type PlayableVersion } from '../catalog/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'

/** The version of a box that can be opened now. Throws UNKNOWN_BOX, or BOX_NOT_PLAYABLE when there is none on sale. */
export async function getTargetBox(tx: Tx, operatorId: number, boxId: number): Promise<PlayableVersion> {
  const box = await findBox(tx, operatorId, boxId)
  if (!box) throw new Refusal('UNKNOWN_BOX')
  const live = box.liveVersionId === null ? null : await findVersion(tx, operatorId, box.liveVersionId)
  if (!live?.onSale) throw new Refusal('BOX_NOT_PLAYABLE')
  return live
}

/** Like {@link getTargetBox}, but null for a box that cannot be opened now. */
export async function findTargetBox(tx: Tx, operatorId: number, boxId: number): Promise<PlayableVersion | null> {
  const live = await liveVersionOf(tx, operatorId, boxId)
  return live?.onSale ? live : null
}
