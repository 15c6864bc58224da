import { type Game, listReels } from '../rounds/index.ts'
import { settleBoxes } from './settle-boxes.ts'
import { boxView, reelProof } from './view.ts'

/** Mystery boxes: one or several reels, each drawn over the odds of its version. */
export const BOXES: Game = {
  key: 'mystery_box',
  actionKind: 'box_round',
  settle: settleBoxes,
  viewRounds: async (_ctx, tx, operatorId, rounds) => {
    const found = await listReels(
      tx,
      operatorId,
      rounds.map((round) => round.round_id),
    )
    const reels = Map.groupBy(found, (reel) => reel.round_id)
    return rounds.map((round) => boxView(round, reels.get(round.round_id) ?? []))
  },
  proveRound: async (tx, round) => (await listReels(tx, round.operator_id, [round.round_id])).map(reelProof),
}
