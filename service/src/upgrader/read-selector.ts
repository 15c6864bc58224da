import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { listUpgraderPrizes } from '../catalog/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import { refuseDisabled } from './read-deal.ts'
import { type ShownIn, selectorConfig, winnableWithin } from './selector.ts'

/** What the Upgrader offers now, in a currency; whether the game is enabled is not looked at. Throws UNSUPPORTED_CURRENCY. */
export async function readSelector(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  currency: string,
): Promise<UpgraderConfig> {
  const rate = await rateFor(ctx, tx, operator, operator.currency, currency)
  return selectorIn(tx, operator, { from: operator.currency, to: currency, rate })
}

/** The same with a rate that is known. */
export async function selectorIn(tx: Tx, operator: Operator, shownIn: ShownIn): Promise<UpgraderConfig> {
  return selectorConfig(operator.settings, await richestPrize(tx, operator), shownIn)
}

async function richestPrize(tx: Tx, { operatorId, currency, settings }: Operator): Promise<number | null> {
  const range = winnableWithin(settings)
  if (range === null) return null
  const { lowerMinor: fromMinor, upperMinor: toMinor } = range
  const [richest] = await listUpgraderPrizes(tx, operatorId, { currency, fromMinor, toMinor, count: 1 })
  return richest?.valueMinor ?? null
}

/** What a player may read of it. Throws GAME_DISABLED and UNSUPPORTED_CURRENCY. */
export async function readOffer(ctx: Context, operator: Operator, currency: string): Promise<UpgraderConfig> {
  refuseDisabled(operator)
  return ctx.tx(operator.operatorId, (tx) => readSelector(ctx, tx, operator, currency))
}
