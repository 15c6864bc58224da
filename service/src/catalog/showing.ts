import type { Rate } from '@coffer/contract/rates'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { currentRate, rateFor } from '../rates/index.ts'
import type { Attribute } from './attributes.ts'
import type { ListedBox } from './box-list-store.ts'
import type { Showing } from './box-view.ts'

/** The currency that boxes are shown in, and a session's pinned rate with the currency that it is from. */
export type Money = { currency: string } & ({ rate: Rate; rateFrom: string } | { rate?: never })

/**
 * How these boxes are shown in a currency: at the pinned rate while it is from the operator's currency, else at the current one.
 * A version from before the operator was converted is shown at the current rate too; without one it keeps its own currency.
 * Throws UNSUPPORTED_CURRENCY.
 */
export async function showingIn(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  money: Money,
  { declared, boxes }: { declared: readonly Attribute[]; boxes: readonly ListedBox[] },
): Promise<Showing> {
  const { currency } = money
  const isPinned = money.rate !== undefined && money.rateFrom === operator.currency
  const own = isPinned ? money.rate : await rateFor(ctx, tx, operator, operator.currency, currency)
  const rates = new Map([[operator.currency, own]])
  for (const from of new Set(boxes.flatMap(({ version }) => version?.currency ?? []))) {
    const rate = rates.has(from) ? null : await currentRate(ctx, tx, from, currency)
    if (rate) rates.set(from, rate)
  }
  return { baseUrl: ctx.config.baseUrl, declared, settings: operator.settings, currency, rates }
}
