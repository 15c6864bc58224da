import type { StakeableItem } from '../inventory/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import { termsOf } from './band.ts'
import { type CountedStake, countedStake, type Deal, dealOfItems, dealOfWager } from './deal.ts'
import type { StakeRequest } from './request.ts'
import { offerOf, type ShownIn } from './selector.ts'

/** What a request comes to; `stake` is null with balance. */
export type ReadDeal = { deal: Deal; stake: CountedStake | null; shownIn: ShownIn }

/** How the items of a stake are looked at: they are read for a question, and locked for a play. */
export type LookAtItems = (inventoryItemIds: readonly number[]) => Promise<StakeableItem[]>

/**
 * Weighs a stake of an operator that has the game, in the order of decisions §10. Throws UPGRADER_MODE_DISABLED, UNSUPPORTED_CURRENCY,
 * UPGRADER_CHANCE_INVALID, UPGRADER_ITEM_NOT_OWNED.
 */
export async function readDeal(ctx: Context, tx: Tx, request: StakeRequest, look: LookAtItems): Promise<ReadDeal> {
  const { operator, currency, chanceBps, stake } = request
  if (!operator.settings.upgrader.modes[stake.mode]) throw new Refusal('UPGRADER_MODE_DISABLED')
  const rate = await rateFor(ctx, tx, operator, operator.currency, currency)
  const shownIn = { from: operator.currency, to: currency, rate }
  refuseChance(operator, chanceBps)
  const terms = termsOf(operator.settings)
  if (stake.mode === 'balance') {
    return { deal: dealOfWager(terms, stake.wagerMinor, chanceBps, shownIn), stake: null, shownIn }
  }
  const counted = countedStake(await look(stake.inventoryItemIds), shownIn)
  return { deal: dealOfItems(terms, counted, chanceBps, shownIn), stake: counted, shownIn }
}

/** Throws GAME_DISABLED. */
export function refuseDisabled(operator: Operator): void {
  if (!operator.settings.enabledGames.includes('upgrader')) throw new Refusal('GAME_DISABLED')
}

function refuseChance(operator: Operator, chanceBps: number): void {
  const { chancePresetsBps, maxChanceBps } = offerOf(operator.settings)
  if (chancePresetsBps.includes(chanceBps)) return
  throw new Refusal('UPGRADER_CHANCE_INVALID', { current: { chancePresetsBps, maxChanceBps } })
}
