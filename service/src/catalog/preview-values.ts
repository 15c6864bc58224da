import type { Operator } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'
import { type RtpStatus, rtpStatusOf } from './rtp-status.ts'
import { type LiveBox, listBoxKeysHolding, listLiveBoxes } from './rtp-status-store.ts'

/** A box as it is, and as it would be at other values. */
export type BoxEffect = { box: LiveBox; before: RtpStatus; after: RtpStatus }

/** The boxes whose live version contains an item, by name. */
export async function listBoxesOfItem(tx: Tx, operatorId: number, itemId: number): Promise<LiveBox[]> {
  const keys = await listBoxKeysHolding(tx, operatorId, [itemId])
  const boxes = keys.length === 0 ? [] : await listLiveBoxes(tx, operatorId, keys)
  return boxes.sort((one, other) => one.name.localeCompare(other.name, 'en') || one.boxId - other.boxId)
}

/** What another value of an item would change about the boxes that contain it: those that begin or cease to be unprofitable first. */
export async function previewBoxes(
  tx: Tx,
  { operatorId, settings }: Operator,
  { itemId, valueMinor }: { itemId: number; valueMinor: number },
): Promise<BoxEffect[]> {
  const boxes = await listBoxesOfItem(tx, operatorId, itemId)
  const effects = boxes.map((box): BoxEffect => {
    const prizes = box.prizes.map((prize) =>
      prize.itemId === itemId && prize.isMoving ? { ...prize, valueMinor } : prize,
    )
    return { box, before: rtpStatusOf(box, settings), after: rtpStatusOf({ ...box, prizes }, settings) }
  })
  const [changed, others] = [true, false].map((is) => effects.filter((effect) => changesProfit(effect) === is))
  return [...changed!, ...others!]
}

function changesProfit({ before, after }: BoxEffect): boolean {
  return before.isUnprofitable !== after.isUnprofitable
}
