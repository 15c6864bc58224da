import type { ItemValue } from '@coffer/contract/vault'
import { present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { startChange } from './change.ts'
import { holdLeaps, type StatedBy } from './hold-leaps.ts'
import { alertStaff } from './profit-change.ts'
import { acceptedPoints, planValues, putValues } from './put-values.ts'
import type { StatedValue } from './stated-value.ts'
import { lockValues } from './values-in-force.ts'

/**
 * Tells the value of a catalogue item, in minor units of its currency, and answers what is in force then. Throws UNKNOWN_ITEM, a 422
 * that names `recordedAt` when it is not after the last one, or in the future, and VALUE_STEP_TOO_LARGE.
 */
export async function recordValue(
  ctx: Context,
  operatorId: number,
  itemId: number,
  { statedBy = null, ...stated }: StatedValue & { statedBy?: StatedBy },
): Promise<ItemValue> {
  const record = () =>
    ctx.tx(operatorId, async (tx) => {
      const change = await startChange(ctx, tx, operatorId)
      const inForce = await lockValues(tx, operatorId, [itemId])
      if (!inForce.has(itemId)) throw new Refusal('UNKNOWN_ITEM')
      const one = { itemId, ...stated, path: 'recordedAt', valuePath: 'valueMinor' }
      const points = acceptedPoints(await planValues(change, [one], inForce))
      const profitChanges = await putValues(change, points)
      return { value: { ...(await valueInForce(tx, operatorId, itemId)), changed: points.length > 0 }, profitChanges }
    })
  const { value, profitChanges } = await holdLeaps(ctx, operatorId, statedBy, record)
  alertStaff(ctx, operatorId, profitChanges)
  return value
}

/** The value of an item that is there, with the point that put it in force. */
export async function valueInForce(tx: Tx, operatorId: number, itemId: number): Promise<Omit<ItemValue, 'changed'>> {
  const inForce = await lockValues(tx, operatorId, [itemId])
  const { newest, ...item } = present(inForce.get(itemId), 'an item is never deleted')
  return { ...item, revisionId: newest.revisionId, recordedAt: newest.recordedAt.toISOString() }
}
