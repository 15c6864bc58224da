import { costOf, isBelowMinimum, misfitOf, type OrderTerms } from '../../service/src/shipping/batch.ts'
import type { Model } from './support/explore.ts'

/**
 * The lines of one order: what they would cost alone, what they are worth, and what was charged for them together. Costs and the minimum
 * of the catalogue move meanwhile; goods bought with Nuggets join. Removals ask the service's own rule.
 */
export type OrderLinesSetting = {
  items: readonly Item[]
  minimums: readonly number[]
  mutants: ReadonlySet<OrderLinesMutant>
}

export type OrderLinesMutant =
  | 'cost_not_compared'
  | 'minimum_not_compared'
  | 'compared_with_costs_of_now'
  | 'compared_with_minimum_of_now'
  | 'goods_count'

type Item = { valueMinor: number; costs: readonly [before: number, now: number]; isGood?: boolean }

type State = Readonly<{
  /** 1 once the catalogue says other costs and another minimum. */
  now: 0 | 1
  order: Readonly<{ lines: readonly number[]; costs: readonly number[]; terms: OrderTerms }> | null
  /** Goods that have joined; each is bought once. */
  bought: readonly number[]
}>

export function orderLines(name: string, setting: OrderLinesSetting): Model<State> {
  const { items, minimums } = setting
  const won = items.flatMap(({ isGood }, place) => (isGood ? [] : [place]))
  const weightsOf = (lines: readonly number[], costs: readonly number[]) =>
    lines.map((place) => ({ valueMinor: items[place]!.valueMinor, shippingCostMinor: costs[place]! }))
  const counted = (lines: readonly number[]) => lines.filter((place) => !items[place]!.isGood)
  return {
    name,
    start: { now: 0, order: null, bought: [] },
    pack: ({ now, order, bought }, into) => {
      into.push(now + 2 * bought.length)
      into.push(order ? 1 + order.lines.reduce((sum, place) => sum + 2 ** place, 0) : 0)
      into.push(order ? order.terms.shippingCostMinor * 16 + order.terms.minimumMinor : 0)
      into.push(order ? order.costs.reduce((sum, cost) => sum * 16 + cost, 0) : 0)
    },
    moves(state, to) {
      if (state.now === 0) to('the catalogue costs something else', { ...state, now: 1 })
      const costs = items.map((item) => item.costs[state.now])
      const minimumMinor = minimums[state.now]!
      if (state.order === null) {
        for (const lines of subsets(won)) {
          const weights = weightsOf(lines, costs)
          const terms = { shippingCostMinor: costOf(weights), minimumMinor }
          if (isBelowMinimum(weights, minimumMinor)) continue
          to(`an order of ${lines} at ${terms.shippingCostMinor}`, { ...state, order: { lines, costs, terms } })
        }
        return
      }
      const { order } = state
      items.forEach(({ isGood }, place) => {
        if (!isGood || state.bought.includes(place)) return
        const joined = [...order.lines, place].sort()
        to(`good ${place} joins`, {
          ...state,
          bought: [...state.bought, place],
          order: { ...order, lines: joined, costs: order.costs.with(place, costs[place]!) },
        })
      })
      for (const place of order.lines) {
        const remaining = order.lines.filter((other) => other !== place)
        if (remaining.length === 0 || !mayRemain(remaining)) continue
        to(`item ${place} is taken off`, { ...state, order: { ...order, lines: remaining } })
      }

      function mayRemain(remaining: readonly number[]): boolean {
        const { mutants } = setting
        const judged = mutants.has('goods_count') ? remaining : counted(remaining)
        if (judged.length === 0) return true
        const misfit = misfitOf(weightsOf(judged, mutants.has('compared_with_costs_of_now') ? costs : order.costs), {
          ...order.terms,
          ...(mutants.has('compared_with_minimum_of_now') ? { minimumMinor } : {}),
        })
        if (mutants.has('cost_not_compared') && misfit === 'COST_NOT_COVERED') return true
        return misfit === null || (mutants.has('minimum_not_compared') && misfit === 'BELOW_MINIMUM')
      }
    },
    wrong: ({ order }) => {
      const lines = counted(order?.lines ?? [])
      if (order === null || lines.length === 0) return null
      const weights = weightsOf(lines, order.costs)
      const dearest = Math.max(...weights.map(({ valueMinor }) => valueMinor))
      const due = weights.filter(({ valueMinor }) => valueMinor === dearest).map((one) => one.shippingCostMinor)
      if (Math.max(...due) > order.terms.shippingCostMinor) return 'an order that would have cost more'
      const worth = weights.reduce((sum, { valueMinor }) => sum + valueMinor, 0)
      return worth < order.terms.minimumMinor ? 'an order below its minimum' : null
    },
    wrongAtEnd: () => null,
    describeEnd: ({ order }) => `${order?.lines.length ?? 0} lines`,
  }
}

function subsets(places: readonly number[]): number[][] {
  const count = 2 ** places.length
  return Array.from({ length: count - 1 }, (_, index) => places.filter((_, bit) => ((index + 1) >> bit) % 2 === 1))
}
