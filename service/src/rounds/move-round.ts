import { assert, assertMove } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
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
