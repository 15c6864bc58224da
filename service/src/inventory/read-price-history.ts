import { convertFloor } from '@coffer/contract/rates'
import type { PriceHistory } from '@coffer/contract/vault'
import { listRevisions } from '../catalog/index.ts'
import { type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { findItem } from './store.ts'
import { ratesInto } from './value-items.ts'

/**
 * The values that an item of a player has had, before the win too, and the one that it was won at. Refuses with
 * INVENTORY_ITEM_NOT_FOUND when it is another's, or UNSUPPORTED_CURRENCY.
 */
export async function readPriceHistory(
  ctx: Context,
  operator: Operator,
  owner: Owner,
  { inventoryItemId, currency }: { inventoryItemId: number; currency: string },
): Promise<PriceHistory> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const record = await findItem(tx, owner, inventoryItemId)
    if (!record) throw new Refusal('INVENTORY_ITEM_NOT_FOUND')
    const revisions = await listRevisions(tx, owner.operatorId, record.item_id, ctx.limits.pricePointsCount)
    const from = [record.currency, ...revisions.map((revision) => revision.currency)]
    const rates = await ratesInto(ctx, tx, operator, { from, to: currency })
    const convert = (minor: number, own: string) =>
      convertFloor(minor, present(rates.get(own), 'every rate was read'), own, currency)
    return {
      inventoryItemId,
      itemId: record.item_id,
      currency,
      points: revisions.map(({ revisionId, valueMinor, currency: own, recordedAt }) => ({
        revisionId,
        valueMinor: convert(valueMinor, own),
        recordedAt: recordedAt.toISOString(),
      })),
      wonAt: record.created_at.toISOString(),
      wonValueMinor: convert(record.won_value_minor, record.currency),
    }
  })
}
