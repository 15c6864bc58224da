import { present } from '../kernel/index.ts'
import type { Game } from '../rounds/index.ts'
import { getDeal, listDeals } from './deal-store.ts'
import { settleUpgrade } from './settle-upgrade.ts'
import { dealProof, upgradeView } from './view.ts'

/** The Upgrader: a wager or items against a chance at one prize. */
export const UPGRADER: Game = {
  key: 'upgrader',
  actionKind: 'upgrader',
  settle: settleUpgrade,
  viewRounds: async (ctx, tx, operatorId, rounds) => {
    const deals = await listDeals(
      tx,
      operatorId,
      rounds.map((round) => round.round_id),
    )
    return rounds.map((round) => {
      const deal = present(deals.get(round.round_id), 'an Upgrader round has its deal')
      return upgradeView(round, deal, ctx.config.baseUrl)
    })
  },
  proveRound: async (tx, round) => [dealProof(await getDeal(tx, round))],
}
