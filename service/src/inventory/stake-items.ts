import { convertFloor } from '@coffer/contract/rates'
import { type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type Cashback, convertCashback, isAboveLimit, wholeValue } from './cashback.ts'
import { isBusy, unstakeable } from './item.ts'
import { moveAll } from './move-items.ts'
import { findItems, type InventoryRecord, lockItems } from './store.ts'
import { isPayable, ratesInto, type Valued, valueItems, valueNow } from './valuation.ts'
import { cashbackNow } from './view.ts'

/** An item that may be staked, with what it counts for; figures in the operator's currency. */
export type StakeableItem = {
  inventoryItemId: number
  itemId: number
  name: string
  valueMinor: number
  counted: Cashback
}

/**
 * Items of a player with what they count for today, in the order asked for, each id once; nothing is locked, and a player whom we do not
 * know has none. Throws UPGRADER_ITEM_NOT_OWNED naming each that cannot be staked, and UNSUPPORTED_CURRENCY when one cannot be valued.
 */
export async function readStake(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  owner: Owner | null,
  ids: readonly number[],
): Promise<StakeableItem[]> {
  return countStake(ctx, tx, operator, ids, owner ? await findItems(tx, owner, ids) : [])
}

/** The same of items that stay locked to the end of the transaction. */
export async function lockStake(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  owner: Owner,
  ids: readonly number[],
): Promise<StakeableItem[]> {
  return countStake(ctx, tx, operator, ids, await lockItems(tx, owner, ids))
}

/** Consumes locked items that may be staked, for good. */
export function consumeItems(tx: Tx, operatorId: number, ids: readonly number[]): Promise<void> {
  return moveAll(tx, operatorId, ids, { from: 'unresolved', to: 'consumed' })
}

async function countStake(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  ids: readonly number[],
  records: readonly InventoryRecord[],
): Promise<StakeableItem[]> {
  const found = new Map(records.map((record) => [record.inventory_item_id, record]))
  refuseUnstakeable(ids, found)
  const valued = await valueItems(ctx, tx, operator, records)
  const from = records.map((record) => record.currency)
  const rates = await ratesInto(ctx, tx, operator, { from, to: operator.currency })
  return ids.map((id) => {
    const record = present(found.get(id), 'an item that may be staked was found')
    const { valuation, mostCredit } = valued(record)
    const rate = present(rates.get(record.currency), 'the rates of all items are read')
    return {
      inventoryItemId: id,
      itemId: record.item_id,
      name: record.name,
      valueMinor: convertFloor(valueNow(record, valuation), rate, record.currency, operator.currency),
      counted: convertCashback(
        countsFor(record, operator, { valuation, mostCredit }),
        rate,
        record.currency,
        operator.currency,
      ),
    }
  })
}

/**
 * The Credits part of its cashback at this moment; an item without a cashback of its own counts for all that it was won for. Above the
 * limit it counts for the lesser of the two: a limit takes from what leapt, and gives nothing to what fell.
 */
function countsFor(
  record: InventoryRecord,
  operator: Operator,
  { valuation, mostCredit }: Pick<Valued, 'valuation' | 'mostCredit'>,
): Cashback {
  if (!record.cashback || !operator.settings.policies.cashbackEnabled) return wholeValue(record.won_value_minor)
  if (!isPayable(record, valuation)) throw new Refusal('UNSUPPORTED_CURRENCY')
  const own = cashbackNow(record, valuation)
  const leapt = isAboveLimit(own, mostCredit) && own.creditsMinor > record.won_value_minor
  return leapt ? wholeValue(record.won_value_minor) : own
}

function refuseUnstakeable(ids: readonly number[], found: ReadonlyMap<number, InventoryRecord>): void {
  const faults = ids.map((id) => {
    const record = found.get(id)
    return record ? unstakeable(record) : 'is not in the vault'
  })
  const fields = faults.flatMap((fault, place): [string, string[]][] =>
    fault === null ? [] : [[`stakeItemIds.${place}`, [fault]]],
  )
  if (fields.length === 0) return
  const busy = ids.some((id) => isBusy(found.get(id)?.state ?? 'unresolved'))
  throw new Refusal('UPGRADER_ITEM_NOT_OWNED', {
    fields: Object.fromEntries(fields),
    ...(busy ? { reason: 'ITEM_BUSY' } : {}),
  })
}
