import type { Operator } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'
import { type RtpStatus, rtpStatusOf } from './rtp-status.ts'
import { type LiveBox, listBoxKeysHolding, listLiveBoxes } from './rtp-status-store.ts'

/** A box as it is, and as it would be at other values. */
export type BoxEffect = { box: LiveBox; before: RtpStatus; after: RtpStatus }

/**
 * The effects of other values of items, by item ID, on the boxes that contain them. Boxes that begin or cease to be unprofitable come first.
 */
export async function previewBoxes(
  tx: Tx,
  { operatorId, settings }: Operator,
  values: ReadonlyMap<number, number>,
): Promise<BoxEffect[]> {
  const keys = await listBoxKeysHolding(tx, operatorId, [...values.keys()])
  const boxes = keys.length === 0 ? [] : await listLiveBoxes(tx, operatorId, keys)
  // Versions that were published since the keys were read may contain none of the items.
  const holding = boxes.filter(({ prizes }) => prizes.some(({ itemId }) => values.has(itemId))).sort(byName)
  const effects = holding.map((box): BoxEffect => {
    const prizes = box.prizes.map((prize) =>
      prize.isMoving ? { ...prize, valueMinor: values.get(prize.itemId) ?? prize.valueMinor } : prize,
    )
    return { box, before: rtpStatusOf(box, settings), after: rtpStatusOf({ ...box, prizes }, settings) }
  })
  return [...effects.filter(changesProfit), ...effects.filter((effect) => !changesProfit(effect))]
}

/** By code points, as the database sorts. */
function byName(one: LiveBox, other: LiveBox): number {
  if (one.name === other.name) return one.boxId - other.boxId
  return one.name < other.name ? -1 : 1
}

function changesProfit({ before, after }: BoxEffect): boolean {
  return before.isUnprofitable !== after.isUnprofitable
}
