import type { Facts } from '@coffer/contract/shapes'
import type { TakenNonce } from '../fairness/index.ts'
import { assert, assertMove } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { Settling } from './game.ts'
import { recordOpen } from './record-history.ts'
import { ROUND_MOVES, type RoundState } from './round.ts'
import { type RoundRecord, updateRound } from './store.ts'

/** Moves a locked round by the transition table and gives it as it is now. */
export async function moveRound(
  tx: Tx,
  round: RoundRecord,
  to: RoundState,
  columns: Partial<RoundRecord> = {},
): Promise<RoundRecord> {
  assertMove(ROUND_MOVES, round.state, to)
  assert(await updateRound(tx, round, to, columns), 'a locked round moves')
  return { ...round, ...columns, state: to }
}

/** What a draw came to: the payout in the round's currency and in the operator's, and the facts as they are told for ever. */
export type RoundResult = { payoutMinor: number; operatorPayoutMinor: number; facts: Facts }

/** Makes a drawn round final, under the commitment that it was drawn with, and puts it into the operator's feed. */
export async function closeRound(
  ctx: Context,
  tx: Tx,
  settling: Settling,
  pair: TakenNonce,
  { payoutMinor, operatorPayoutMinor, facts }: RoundResult,
): Promise<RoundRecord> {
  assert(settling.game.key === settling.round.game_key, 'a round is drawn by its own game')
  const round = await moveRound(tx, settling.round, 'settled', {
    pair_id: pair.pairId,
    nonce: pair.nonce,
    server_seed_hash: pair.serverSeedHash,
    client_seed: pair.clientSeed,
    payout_minor: payoutMinor,
    operator_payout_minor: operatorPayoutMinor,
    facts: JSON.stringify(facts),
    settled_at: ctx.clock.now(),
  })
  await recordOpen(tx, settling, round)
  return round
}
