import type { OpenedRound } from '@coffer/contract/shapes'
import type { Context, Tx } from '../platform/index.ts'
import { moveRound } from './move-round.ts'
import type { Settling } from './play-round.ts'
import { recordPurchase } from './record-history.ts'
import { freeOpensShown } from './settle-round.ts'
import { listReels } from './store.ts'
import { roundView } from './view.ts'

/** Keeps a prepaid box closed: no draw, no nonce, nothing in the vault yet. */
export async function holdRound(ctx: Context, tx: Tx, holding: Settling): Promise<OpenedRound> {
  const round = await moveRound(tx, holding.round, 'held')
  await recordPurchase(tx, holding, round)
  const reels = await listReels(tx, round.operator_id, [round.round_id])
  return {
    round: roundView(round, reels),
    items: [],
    balanceAfterMinor: holding.balanceAfterMinor,
    facts: null,
    ...(await freeOpensShown(ctx, tx, holding, reels)),
  }
}
