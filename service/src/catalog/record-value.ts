import type { ItemValue } from '@coffer/contract/vault'
import { present, Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { lockCatalogue } from './box-store.ts'
import { refuseFaults } from './faults.ts'
import { alertStaff } from './tell-turns.ts'
import { planValues, putValues } from './tell-values.ts'
import type { ToldValue } from './told-value.ts'
import { listLastRevisions, lockItems } from './value-store.ts'

/**
 * Tells the value of a catalogue item, in minor units of its currency, and answers what is in force then. Throws UNKNOWN_ITEM, and a 422
 * that names `recordedAt` when it is not after the last one, or in the future.
 */
export async function recordValue(
  ctx: Context,
  operatorId: number,
  itemId: number,
  told: ToldValue,
): Promise<ItemValue> {
  const { value, turns } = await ctx.tx(operatorId, async (tx) => {
    await lockCatalogue(tx, operatorId)
    if (!(await lockItems(tx, operatorId, [itemId])).has(itemId)) throw new Refusal('UNKNOWN_ITEM')
    const operator = await getOperator(tx, operatorId)
    const change = { tx, operator, baseUrl: ctx.config.baseUrl, now: ctx.clock.now() }
    const { points, faults } = await planValues(change, [{ itemId, ...told, path: 'recordedAt' }])
    refuseFaults(faults)
    const turns = await putValues(change, points)
    const item = present((await lockItems(tx, operatorId, [itemId])).get(itemId), 'an item is never deleted')
    const last = present((await listLastRevisions(tx, operatorId, [itemId])).get(itemId), 'an item has a revision')
    const recordedAt = last.recordedAt.toISOString()
    return { value: { ...item, revisionId: last.revisionId, recordedAt, changed: points.length > 0 }, turns }
  })
  alertStaff(ctx, operatorId, turns)
  return value
}
