import type { CoinPrizes } from '@coffer/contract/games'
import { convertCeil, convertFloor } from '@coffer/contract/rates'
import { listUpgraderPrizes } from '../catalog/index.ts'
import { Refusal } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { rateFor } from '../rates/index.ts'
import { betFor } from './coin.ts'
import { COIN } from './game.ts'

const MOST_SHOWN = 20

/** What can be tossed for, the dearest first, with what a toss costs. Throws GAME_DISABLED, UNSUPPORTED_CURRENCY. */
export async function listCoinPrizes(ctx: Context, operator: Operator, currency: string): Promise<CoinPrizes> {
  if (!operator.settings.enabledGames.includes(COIN.key)) throw new Refusal('GAME_DISABLED')
  const { operatorId, currency: home } = operator
  return ctx.tx(operatorId, async (tx) => {
    const rate = await rateFor(ctx, tx, operator, home, currency)
    const range = { currency: home, fromMinor: 1, toMinor: Number.MAX_SAFE_INTEGER, count: MOST_SHOWN }
    const prizes = await listUpgraderPrizes(tx, operatorId, range)
    return {
      prizes: prizes.map(({ itemId, name, imageUrl, valueMinor }) => ({
        ...{ itemId, name, imageUrl: absoluteUrl(ctx.config.baseUrl, imageUrl), currency },
        valueMinor: convertFloor(valueMinor, rate, home, currency),
        betMinor: convertCeil(betFor(valueMinor), rate, home, currency),
      })),
    }
  })
}
