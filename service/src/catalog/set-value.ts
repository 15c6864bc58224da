import type { Actor } from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { startChange } from './change.ts'
import { holdIfLeaping } from './hold-leaps.ts'
import { alertStaff } from './profit-change.ts'
import { acceptedPoints, planValues, putValues } from './put-values.ts'
import { lockValues } from './values-in-force.ts'

export type SetValue = {
  operatorId: number
  itemId: number
  /** Minor units of the item's currency. */
  valueMinor: number
  /** The value in force and the currency that the change is based on. */
  revisionId: number
  currency: string
  reason: string
  actor: Actor
}

/**
 * Sets the value of an item from now on, and audits it. The value in force again changes nothing. Returns `isHeld` true when the value leaps and
 * waits for a second person. Throws UNKNOWN_ITEM and ITEM_CHANGED.
 */
export async function setValue(ctx: Context, input: SetValue): Promise<{ isHeld: boolean }> {
  const { operatorId, actor, reason } = input
  const outcome = await holdIfLeaping(ctx, operatorId, { statedBy: actor, reason }, () => setInTransaction(ctx, input))
  if ('result' in outcome) {
    alertStaff(ctx, operatorId, outcome.result)
    return { isHeld: false }
  }
  // Another value was put in force between the refusal and the wait.
  if (outcome.held.length === 0) throw new Refusal('ITEM_CHANGED')
  return { isHeld: true }
}

function setInTransaction(
  ctx: Context,
  { operatorId, itemId, valueMinor, revisionId, currency, reason, actor }: SetValue,
) {
  return ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    const inForce = await lockValues(tx, operatorId, [itemId])
    const item = inForce.get(itemId)
    if (!item) throw new Refusal('UNKNOWN_ITEM')
    // A conversion changes the currency without another revision.
    if (item.newest.revisionId !== revisionId || item.currency !== currency) throw new Refusal('ITEM_CHANGED')
    const stated = [{ itemId, valueMinor, recordedAt: null, path: 'recordedAt', valuePath: 'valueMinor' }]
    const points = acceptedPoints(await planValues(change, stated, inForce))
    if (points.length === 0) return []
    const details = { itemId, from: item.valueMinor, to: valueMinor, currency, reason }
    return putValues(change, points, [{ actor, action: 'item.value_set', details, at: change.now }])
  })
}
