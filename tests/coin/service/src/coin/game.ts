import { present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { Game, RoundRecord } from '../rounds/index.ts'
import { settleToss } from './settle-toss.ts'
import { listTosses, type TossRecord } from './store.ts'
import { coinView, tossProof } from './view.ts'

/** The coin: a prize for half of its value, or nothing. */
export const COIN: Game = {
  key: 'coin',
  actionKind: 'coin',
  settle: settleToss,
  viewRounds: async (ctx, tx, operatorId, rounds) => {
    const tosses = await tossesOf(tx, operatorId, rounds)
    return rounds.map((round) => coinView(round, tossOf(tosses, round), ctx.config.baseUrl))
  },
  proveRound: async (tx, round) => [tossProof(tossOf(await tossesOf(tx, round.operator_id, [round]), round))],
}

function tossesOf(tx: Tx, operatorId: number, rounds: readonly RoundRecord[]): Promise<TossRecord[]> {
  return listTosses(
    tx,
    operatorId,
    rounds.map((round) => round.round_id),
  )
}

function tossOf(tosses: readonly TossRecord[], { round_id: roundId }: RoundRecord): TossRecord {
  return present(
    tosses.find((toss) => toss.round_id === roundId),
    'a coin round has its toss',
  )
}
