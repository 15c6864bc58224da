import { z } from 'zod'
import { defineRoutes } from './route.ts'
import { bps, clientActionId, facts, id, minor, round, roundFairness, upgradeTarget } from './shapes.ts'

/** The coin: a prize for half of its value, won when the coin shows heads. */

/** A coin round that came to its end; `rolledBps` below `chanceBps` is heads. */
const coinRound = round.required({ chanceBps: true, rolledBps: true, isWin: true, target: true, fairness: true })

const coinPrizes = z.object({ prizes: z.array(upgradeTarget.extend({ betMinor: minor })) })
export type CoinPrizes = z.infer<typeof coinPrizes>

export const playerCoinRoutes = defineRoutes({
  coinPrizes: {
    method: 'GET',
    path: '/api/play/coin/prizes',
    player: 'session',
    summary: 'What a coin can be tossed for, the dearest first, and what a toss costs',
    success: { 200: coinPrizes },
    refusals: ['GAME_DISABLED', 'UNSUPPORTED_CURRENCY'],
  },
  tossCoin: {
    method: 'POST',
    path: '/api/play/coin/toss',
    player: 'session',
    replays: true,
    opens: true,
    summary: 'Pay half of what a prize is worth and toss a coin for it',
    body: z.object({ clientActionId, targetItemId: id }),
    success: {
      200: z.object({
        round: coinRound,
        wonItemId: id.nullable(),
        balanceAfterMinor: z.int().nullable(),
        facts,
      }),
    },
    refusals: [
      'GAME_DISABLED',
      'UNKNOWN_ITEM',
      'UNSUPPORTED_CURRENCY',
      'PLAYER_RESTRICTED',
      'INSUFFICIENT_FUNDS',
      'PLAYER_BLOCKED',
      'REQUEST_INTERRUPTED',
      'WALLET_UNAVAILABLE',
    ],
  },
})

/** What a coin round tells of itself in `round_settled`; the target in the operator's own currency. */
export const coinOutcome = z.object({
  kind: z.literal('coin'),
  chanceBps: bps,
  rolledBps: bps,
  isWin: z.boolean(),
  target: upgradeTarget,
  wonInventoryItemId: id.nullable(),
  fairness: roundFairness,
})
