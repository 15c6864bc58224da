import type { OpenedRound } from '@coffer/contract/shapes'
import type { Tx } from '../platform/index.ts'
import { moveRound } from './move-round.ts'
import { recordPurchase } from './record-history.ts'
import type { Settling } from './settle-round.ts'
import { listReels } from './store.ts'
import { roundView } from './view.ts'

/** Keeps a prepaid box closed: no draw, no nonce, nothing in the vault yet. */
export async function holdRound(tx: Tx, holding: Settling): Promise<OpenedRound> {
  const round = await moveRound(tx, holding.round, 'held')
  await recordPurchase(tx, holding, round)
  return {
    round: roundView(round, await listReels(tx, round.operator_id, [round.round_id])),
    items: [],
    balanceAfterMinor: holding.balanceAfterMinor,
    facts: null,
    ...(holding.freeOpensLeft === undefined ? {} : { freeOpensLeft: holding.freeOpensLeft }),
  }
}
