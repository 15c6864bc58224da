import { mulDivFloor, sumMinor } from '@coffer/contract/money'
import { convertFloor } from '@coffer/contract/rates'
import type { Portfolio } from '@coffer/contract/vault'
import { type Owner, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import type { ItemFilter } from './item-filter.ts'
import { type Holdings, sumHoldings } from './store.ts'
import { ratesInto, type Valued, valueItems } from './value-items.ts'

/**
 * What all matching items of a player are worth, and were worth when they were won: summed up in each currency, and each sum converted
 * once, down. A player of whom nothing is known has none. Refuses with UNSUPPORTED_CURRENCY.
 */
export async function readPortfolio(
  ctx: Context,
  operator: Operator,
  owner: Owner | null,
  { filter, currency }: { filter: ItemFilter; currency: string },
): Promise<Portfolio> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const held = owner === null ? [] : await sumHoldings(tx, owner, filter)
    const valued = await valueItems(ctx, tx, operator, held)
    const sums = Map.groupBy(held, (holdings) => holdings.currency)
    const rates = await ratesInto(ctx, tx, operator, { from: [...sums.keys()], to: currency })
    const total = (minorOf: (holdings: Holdings) => number) =>
      sumMinor(
        [...sums].map(([own, group]) => {
          const rate = present(rates.get(own), 'every rate was read')
          return convertFloor(sumMinor(group.map(minorOf)), rate, own, currency)
        }),
      )
    return {
      count: held.reduce((sum, { itemCount }) => sum + itemCount, 0),
      currency,
      totalCurrentValueMinor: total((holdings) => mulDivFloor(unitValue(valued(holdings)), holdings.itemCount, 1)),
      totalWonValueMinor: total(({ wonMinor }) => mulDivFloor(BigInt(wonMinor), 1, 1)),
    }
  })
}

/** A total of which a part is not known is not told. */
function unitValue({ valuation }: Valued): number {
  if (!valuation.isCurrent || valuation.valueMinor === null) throw new Refusal('UNSUPPORTED_CURRENCY')
  return valuation.valueMinor
}
