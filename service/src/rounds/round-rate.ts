import type { Rate } from '@coffer/contract/rates'
import type { PlayableVersion } from '../catalog/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import type { OpenRequest } from './open-request.ts'
import { priceReels, rateMoved } from './price.ts'

/**
 * The rate that a new round is charged at, from the operator's currency to the charged one: the session's pinned rate, unless the
 * operator bounds how far it may be from the current one; without a session the current one. Throws UNSUPPORTED_CURRENCY, and
 * FX_RATE_MOVED with the price of now for a pinned rate that is too far off or is from a currency that the operator has left.
 */
export async function roundRate(
  ctx: Context,
  tx: Tx,
  request: OpenRequest,
  reels: readonly { reelIndex: number; version: PlayableVersion }[],
): Promise<Rate> {
  const { operator, currency, pinned } = request
  const { toleranceBps } = operator.settings.fx
  const isOfNow = pinned?.from === operator.currency
  if (pinned && isOfNow && toleranceBps === null) return pinned.rate
  const current = await rateFor(ctx, tx, operator, operator.currency, currency)
  if (!pinned) return current
  if (isOfNow && !rateMoved(pinned.rate, current, toleranceBps ?? 0)) return pinned.rate
  const { betMinor } = priceReels(reels, current, currency)
  throw new Refusal('FX_RATE_MOVED', {
    current: { ratePinnedAt: pinned.at.toISOString(), priceMinor: betMinor, currency },
  })
}
