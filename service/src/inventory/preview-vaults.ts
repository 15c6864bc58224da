import type { ItemValuePreview } from '@coffer/contract/admin'
import { mulDivFloor, sumMinor } from '@coffer/contract/money'
import { type CatalogueItem, itemsByIds } from '../catalog/index.ts'
import { present } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { groupCollectibles, type HeldCollectibles } from './store.ts'
import { valueItems, valueNow } from './valuation.ts'
import { cashbackOffered } from './view.ts'

type VaultEffect = ItemValuePreview['vaults'][number]
/** One of the items that are alike: its value, and what cashback pays for it; null: nothing. */
type Worth = { valueMinor: number; cashbackMinor: number | null }
type Priced = { group: HeldCollectibles; before: Worth; after: Worth }

/** The effects of other values of items, by item ID, on the collectibles in the vaults of players, by currency. */
export async function previewVaults(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  values: ReadonlyMap<number, number>,
): Promise<VaultEffect[]> {
  const groups = await groupCollectibles(tx, operator.operatorId, [...values.keys()])
  if (groups.length === 0) return []
  const held = [...new Set(groups.map((group) => group.item_id))]
  const items = await itemsByIds(tx, operator.operatorId, held)
  const changed = new Map([...items].map(([itemId, item]) => [itemId, atValue(item, values.get(itemId))]))
  const valuedBefore = await valueItems(ctx, tx, operator, groups, items)
  const valuedAfter = await valueItems(ctx, tx, operator, groups, changed)
  const priced = groups.map((group): Priced => {
    const worth = (valued: typeof valuedBefore): Worth => ({
      valueMinor: valueNow(group, valued(group).valuation),
      cashbackMinor: cashbackOffered(group, operator, valued(group))?.creditsMinor ?? null,
    })
    return { group, before: worth(valuedBefore), after: worth(valuedAfter) }
  })
  const byCurrency = [...Map.groupBy(priced, ({ group }) => group.currency)]
  return byCurrency.map(([currency, ofCurrency]) => effectOf(currency, ofCurrency)).sort(compareCurrencies)
}

/** The item as it is once another value is in force. */
function atValue(item: CatalogueItem, other: number | undefined): CatalogueItem {
  const valueMinor = present(other, 'only items with another value are read')
  return { ...item, valueMinor, revisionValueMinor: valueMinor, revisionCurrency: item.currency }
}

function compareCurrencies(one: VaultEffect, other: VaultEffect): number {
  return one.currency < other.currency ? -1 : 1
}

function effectOf(currency: string, priced: readonly Priced[]): VaultEffect {
  const total = (minorOf: (one: Priced) => number) =>
    sumMinor(priced.map((one) => mulDivFloor(minorOf(one), one.group.itemCount, 1)))
  const count = (which: (one: Priced) => boolean) =>
    priced.filter(which).reduce((sum, { group }) => sum + group.itemCount, 0)
  return {
    currency,
    itemCount: count(() => true),
    valueMinor: total(({ before }) => before.valueMinor),
    newValueMinor: total(({ after }) => after.valueMinor),
    cashbackMinor: total(({ before }) => before.cashbackMinor ?? 0),
    newCashbackMinor: total(({ after }) => after.cashbackMinor ?? 0),
    notPaidCount: count(({ before }) => before.cashbackMinor === null),
    willNotBePaidCount: count(({ after }) => after.cashbackMinor === null),
  }
}
